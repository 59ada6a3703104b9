import fc from 'fast-check';
import { readEnclosing } from './read-enclosing';

describe('the blocks that a text ends inside of', () => {
  test('are none at its beginning, in sentences, and after the end of a block', () => {
    for (const text of [
      '',
      'One. Two.',
      '```ts\nlet a;\n```\n',
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
      '{"a": 1}\nMore',
    ])
      expect(readEnclosing(text)).toBeUndefined();
  });

  test('are a code block with its fence and its first line, until the fence that ends it', () => {
    expect(readEnclosing('See:\n```ts')).toEqual({ code: { fence: '```ts' } });
    expect(readEnclosing('See:\n```ts\n\nfunction a() {\n')).toEqual({
      code: { fence: '```ts', first: 'function a() {', scopes: ['function a() {'] },
    });
    expect(readEnclosing('````\n```ts\na | b\n```\n')).toEqual({ code: { fence: '````', first: '```ts', more: true } });
  });

  test.each([
    [
      'ts',
      [
        'class Tide {',
        '  async refresh(force = false): Promise<void> {',
        '    if (force) {',
        '      await this.load();',
      ],
      [0, 1],
    ],
    ['ts', ['class Tide {', '  high() {', '    return 1;', '  }', ''], [0]],
    ['ts', ['const read = async (file) => {', '  for (const one of file) {', '    use(one);'], [0]],
    [
      'py',
      ['import os', 'class Tide:', '    def high(self):', '        x = 1', '    def low(self):', '        y = 2'],
      [1, 4],
    ],
    ['go', ['func (t *Tide) High() int {', '\tx := 1'], [0]],
    ['rs', ['impl Tide {', '    pub(crate) fn high(&self) -> u8 {', '        1'], [0, 1]],
    ['yaml', ['servers:', '  web:', '    port: 80', '  db:', '    port: 5432'], [0, 3]],
    ['toml', ['title = "x"', '[server.tls]', 'min = "1.3"'], [1]],
    ['sql', ['create or replace function tide() returns int as (', '  select 1'], [0]],
    ['ts', ['function a() {', '}', 'const b = 1;'], []],
  ] as const)(
    'are the functions, keys and sections of a code block that its last line is in: %s %j',
    (info, lines, nth) => {
      const scopes = readEnclosing(`\`\`\`${info}\n${lines.join('\n')}\n`)?.code?.scopes ?? [];
      expect(scopes).toEqual(nth.map((at) => lines[at]));
    },
  );

  test.each([
    ['a comment', '{\n  // where it listens\n  "server": {\n    "port": 1, /* not 80 */\n'],
    ['names without quotes', '{\n  server: {\n    port: 0x1F,\n'],
    ['single quotes and an ellipsis', "{\n  'a': [1, ...],\n  'server': {\n"],
  ])('are a JSON value that has %s', (_what, text) => {
    expect(readEnclosing(text)).toEqual({ json: { path: ['server', null], loose: true } });
  });

  test('are a table with its heading row and its row of dashes', () => {
    const table = { heading: '| id | name |', dashes: '|---|---|' };
    expect(readEnclosing('Names:\n| id | name |\n|---|---|\n')).toEqual({ table });
    expect(readEnclosing('Names:\n| id | name |\n|---|---|\n| 1 | a |\n')).toEqual({ table: { ...table, more: true } });
    expect(readEnclosing('id | name\n--|--\n1 | a')).toEqual({
      table: { heading: 'id | name', dashes: '--|--', more: true },
    });
    expect(readEnclosing('run a | b\nrun c | d')).toBeUndefined();
  });

  test('are a JSON value with the path to where the text ends', () => {
    const text =
      '{\n  "name": "a",\n  "servers": [\n    { "port": 1 },\n    {\n      "tls": {\n        "min": "1.3",\n';
    expect(readEnclosing(text)).toEqual({ json: { path: ['servers', 1, 'tls', null] } });
    expect(readEnclosing(`${text}        "max":`)).toEqual({ json: { path: ['servers', 1, 'tls', 'max'] } });
    expect(readEnclosing('[1, 2,\n')).toEqual({ json: { path: [2] } });
    expect(readEnclosing('[1] A footnote.\n{ something else }\n[link](a)')).toBeUndefined();
  });

  test('are a code block and its JSON, where the code is JSON from its first line on', () => {
    const code = { fence: '```json', first: '{', more: true };
    expect(readEnclosing('```json\n{\n "a": {')).toEqual({ code, json: { path: ['a', null] } });
    expect(readEnclosing('```js\nlet a =\n[\n1,')).toEqual({
      code: { fence: '```js', first: 'let a =', more: true },
    });
  });

  test('are the same for pieces, wherever white space divides the text', () => {
    const json = JSON.stringify(
      { list: [{ text: 'two words', more: ['a', 'b c'] }, { 'a key': { deep: [1, [2, 3]] } }], end: true },
      null,
      2,
    );
    const texts = [json, `Here:\n\`\`\`json\n${json}\n\`\`\`\nDone.`, '| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 4 |'];
    for (const text of texts)
      for (const { index } of text.matchAll(/\s+/g)) {
        const pieces = [text.slice(0, index).trim(), text.slice(index).trim()];
        const end = pieces.reduce<ReturnType<typeof readEnclosing>>(
          (before, one) => readEnclosing(one, before),
          undefined,
        );
        expect(end?.json).toEqual(readEnclosing(text)?.json);
        expect(end?.code).toEqual(readEnclosing(text)?.code);
        if (!text.startsWith('|')) expect(end?.table).toEqual(readEnclosing(text)?.table);
      }
  });

  test('are the path of any JSON value at any of its lines', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, nth) => {
        const target = 'the value that is looked for';
        const lines = JSON.stringify({ before: value, list: [value, { target }], after: value }, null, 1).split('\n');
        const at = lines.findIndex((line) => line.includes(target));
        expect(readEnclosing(lines.slice(0, at).join('\n'))).toEqual({ json: { path: ['list', 1, null] } });
        expect(() => readEnclosing(lines.slice(0, nth % lines.length).join('\n'))).not.toThrow();
        expect(readEnclosing(lines.join('\n'))).toBeUndefined();
      }),
    );
  });

  test.each(['```\n', '|', '|\n', '|-|\n', '{', '{"a":', '["', '[\n', '"\\', '{"a": "b", ', '[1] '])(
    'of a million characters are found in linear time: %j repeated',
    (some) => {
      readEnclosing(some.repeat(1_000_000 / some.length));
    },
    5_000,
  );
});
