import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchemaDef } from './check-schema-def';

const note = {
  defines: 'note.v1',
  schema: { type: 'object', properties: { title: { type: 'string' }, body: { type: 'string' } }, required: ['body'] },
  llm_hints: { template: '{{title}}: {{body}}' },
  examples: [{ title: 'Keys', body: 'The spare key is under the pot.' }],
};
const problems = (more: object): { path: string; rule: string }[] =>
  checkSchemaDef({ ...note, ...more }).map(({ path, rule }) => ({ path, rule }));
const doubled = (depth: number): object =>
  Object.fromEntries(
    Array.from({ length: depth }, (_, n) => [
      `d${n}`,
      n === depth - 1 ? {} : { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  );

describe('checkSchemaDef', () => {
  test('accepts a schema with hints that render its examples', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ llm_hints: undefined })).toEqual([]);
  });

  test('accepts the valid examples of the contract', () => {
    const folder = join(__dirname, '../../../../schemas/schema.def/v1.examples/valid');
    for (const file of readdirSync(folder)) {
      const example = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
      expect([file, checkSchemaDef(example)]).toEqual([file, []]);
    }
  });

  test.each(['user.message.v1', 'user.message.v2', 'agent.turn.v9', 'tool.request.v1'])(
    'refuses the reserved name %s',
    (defines) => {
      expect(problems({ defines })).toEqual([{ path: '/defines', rule: 'reserved' }]);
    },
  );

  test.each<[string, object, { path: string; rule: string }]>([
    ['an unknown type', { type: 'strng' }, { path: '/schema/type', rule: 'enum' }],
    ['an unknown keyword', { requierd: ['a'] }, { path: '/schema/requierd', rule: 'keyword' }],
    ['an external schema', { $ref: 'https://example.com/s.json' }, { path: '/schema/$ref', rule: 'reference' }],
    ['a reference to a missing definition', { $ref: '#/$defs/x' }, { path: '/schema/$ref', rule: 'reference' }],
    [
      'a recursive schema',
      { properties: { a: { $ref: '#/$defs/t' } }, $defs: { t: { properties: { t: { $ref: '#/$defs/t' } } } } },
      { path: '/schema/properties/a/$ref/properties/t/$ref', rule: 'reference' },
    ],
    [
      'references that double at each step',
      { $ref: '#/$defs/d0', $defs: doubled(30) },
      { path: expect.any(String) as string, rule: 'size' },
    ],
    [
      'a lookbehind pattern',
      { properties: { a: { pattern: '(?<=a)b' } } },
      { path: '/schema/properties/a/pattern', rule: 'pattern' },
    ],
    [
      'a pattern that is long when its repetitions are expanded',
      { properties: { a: { pattern: '(abcdefgh){1000}' } } },
      { path: '/schema/properties/a/pattern', rule: 'pattern' },
    ],
    ['a format that is not supported', { format: 'regex' }, { path: '/schema/format', rule: 'format' }],
    ['uniqueItems on long lists', { uniqueItems: true }, { path: '/schema/uniqueItems', rule: 'unique' }],
    [
      'another JSON Schema dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      { path: '/schema/$schema', rule: 'dialect' },
    ],
  ])('refuses %s, and names the path', (_what, schema, expected) => {
    expect(problems({ schema })).toEqual([expected]);
  });

  test('matches a pattern with catastrophic backtracking in bounded time', () => {
    const schema = { properties: { a: { pattern: '^(a+)+$' } } };
    expect(problems({ schema, examples: [{ a: `${'a'.repeat(20_000)}!` }] })).toEqual([
      { path: '/examples/0/a', rule: 'pattern' },
    ]);
  });

  test.each<[string, object, object]>([
    ['a long text under a long pattern', { properties: { a: { pattern: '(.*a){300}' } } }, { a: 'xa'.repeat(100_000) }],
    [
      'a long list under many branches',
      { properties: { a: { items: { anyOf: Array.from({ length: 400 }, (_, n) => ({ const: n })) } } } },
      { a: Array.from({ length: 100_000 }, () => 399) },
    ],
    [
      'many names under many patterns',
      { patternProperties: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`(.*a){20}${n}`, {}])) },
      Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`aaaaa${n}`, 'x'])),
    ],
  ])('limits the time of a check: %s is refused', (_what, schema, example) => {
    expect(problems({ schema, examples: [example], llm_hints: {} })).toEqual([{ path: '/examples/0', rule: 'work' }]);
  });

  test('treats names of prototype members as ordinary properties', () => {
    const schema = { properties: { toString: { type: 'string' } }, required: ['constructor'] };
    const examples: Record<string, unknown>[] = [{ constructor: 1, toString: 'x' }, {}];
    expect(problems({ schema, examples, llm_hints: {} })).toEqual([
      { path: '/examples/1/constructor', rule: 'required' },
    ]);
  });

  test('refuses an example that does not match the schema, and names its path', () => {
    expect(problems({ examples: [{ body: 'x' }, { title: 'no body' }] })).toEqual([
      { path: '/examples/1/body', rule: 'required' },
    ]);
  });

  test.each<[string, object, string]>([
    ['a partial', { template: '{{> x}}' }, '/llm_hints/template'],
    ['a helper that is not allowed', { template: '{{lookup this "body"}}' }, '/llm_hints/template'],
    ['a template of 20,000 nodes', { template: '{{a}}'.repeat(3_200) }, '/llm_hints/template'],
    ['an unknown mode', { mode: 'transform' }, '/llm_hints/mode'],
    ['an invalid jq program', { transform: { x: { type: 'jq', query: '.a |' } } }, '/llm_hints/transform/x/query'],
    [
      'a jq program that never terminates',
      { transform: { x: { type: 'jq', query: 'def f: f; f' } } },
      '/llm_hints/transform/x/query',
    ],
    ['an object in place of a text', { template: '{{#with this}}{{this}}{{/with}}' }, '/llm_hints/template'],
    ['an invalid path', { exclude: ['body'] }, '/llm_hints/exclude/0'],
  ])('compiles hints and tests them on every example: refuses %s', (_what, llm_hints, path) => {
    expect(problems({ llm_hints }).map((one) => one.path)).toEqual([path]);
  });

  test('accepts hints that select nothing in an example', () => {
    expect(problems({ llm_hints: { include: ['$.nowhere'], template: '{{nothing}}' } })).toEqual([]);
  });

  test('requires a number of days for the retention class days', () => {
    expect(problems({ retention: { class: 'days' } })).toEqual([{ path: '/retention/days', rule: 'required' }]);
  });
});
