import fc from 'fast-check';
import { contentHash, contracts, UserMessage, ToolCatalog, type LlmHints } from '@crumbtrail/contracts';
import { MAX_OUTPUT } from './limits';
import { render } from './render';

const text = (context: unknown, llm_hints?: LlmHints): unknown => {
  const rendered = render({ schema_name: 'some.note.v1', schema_hints: {}, context, llm_hints });
  return rendered.error === undefined ? rendered.text : { error: rendered.error };
};

describe('render', () => {
  test('renders a message as its text, and a catalogue as its available tools', () => {
    expect(render({ schema_name: UserMessage.name, context: { content: 'Hello' } })).toEqual({ text: 'Hello' });
    const tools = [
      { name: 'dice', description: 'throws dice', category: 'games', input: 'notation=2d6', output: 'total=7' },
      { name: 'mail', description: 'sends a mail', available: false },
      { name: 'echo', description: 'says it again' },
    ];
    expect(render({ schema_name: ToolCatalog.name, context: { name: 'main', tools } })).toEqual({
      text: 'dice(notation=2d6) → total=7: throws dice\necho: says it again',
    });
  });

  test('renders nothing for turns, contexts, definitions, settings and dead letters', () => {
    const context = { agent: 'a', prompt: 'p', content: 'c', defines: 'd', error: { message: 'm' } };
    const { turn, made, letter } = { turn: 'agent.turn.v1', made: 'agent.context.v1', letter: 'dead.letter.v1' };
    for (const schema_name of [turn, made, letter, 'agent.def.v1', 'context.config.v1', 'schema.def.v1', 'session.v1'])
      expect([schema_name, render({ schema_name, context })]).toEqual([schema_name, { text: '' }]);
  });

  test('overrides the schema’s hints by the crumb’s own, key by key', () => {
    const crumb = { schema_name: UserMessage.name, context: { content: 'Hello', tone: 'kind' } };
    const template = '{{content}} ({{tone}})';
    expect(render({ ...crumb, llm_hints: { template } })).toEqual({ text: 'Hello ()' });
    expect(render({ ...crumb, llm_hints: { template, include: ['$'] } })).toEqual({ text: 'Hello (kind)' });
    expect(render({ ...crumb, llm_hints: { format: 'none' } })).toEqual({ text: '' });
  });

  test('renders the strings of a payload whose schema has no hints, and fails where the schema’s hints are not available', () => {
    expect(text({ a: 'one', n: 4, list: ['two', { b: 'three' }], no: null })).toBe('one\ntwo\nthree');
    expect(render({ schema_name: 'some.note.v1', context: { a: 'one' } })).toEqual({
      error: expect.stringContaining('not available'),
    });
  });

  test('stops paths that together visit too many values, except paths to a single value', () => {
    const rows = Array.from({ length: 40_000 }, () => 1);
    const wide = { include: Array.from({ length: 32 }, () => '$.rows[*]'), exclude: ['$..[*]'] };
    expect(text({ rows }, wide)).toEqual({ error: expect.stringContaining('visit more than') });
    expect(text({ rows, name: 'x' }, { include: Array.from({ length: 32 }, () => '$.name') })).toBe('x');
  });

  test('renders fields as name and value, with nested names joined', () => {
    expect(text({ a: 1, b: { c: true }, list: ['x', 'y'], rows: [{ d: 'e' }] }, { format: 'fields' })).toBe(
      'a: 1\nb.c: true\nlist: x, y\nrows[0].d: e',
    );
  });

  test.each([
    ['order of the paths', { include: ['$.b', '$.a'] }, 'two\none'],
    ['a path that selects twice', { include: ['$.a', '$..a'] }, 'one'],
    ['numbers that a path names', { include: ['$.n', '$.a'] }, '4\none'],
    ['exclusion below an inclusion', { include: ['$'], exclude: ['$.b', '$.deep.x'] }, 'one\ny'],
    ['an inclusion that is excluded', { include: ['$.deep.x'], exclude: ['$.deep'] }, ''],
    ['indexes of the payload as it is', { include: ['$.list[2]'], exclude: ['$.list[0]'] }, 'c'],
    ['a filter', { include: ['$.rows[?@.ok == true].say'] }, 'yes'],
    ['a path that selects nothing', { include: ['$.nowhere'] }, ''],
  ])('include and exclude are JSONPaths: %s', (_what, hints, expected) => {
    const rows = [
      { ok: true, say: 'yes' },
      { ok: false, say: 'no' },
    ];
    const payload = { a: 'one', b: 'two', n: 4, deep: { x: 'x', y: 'y' } };
    const whole = hints.include[0]?.startsWith('$.list') ? { list: ['a', 'b', 'c'] } : payload;
    expect(text(hints.include[0]?.startsWith('$.rows') ? { rows } : whole, hints)).toBe(expected);
  });

  test('lets templates see only what include and exclude select', () => {
    const payload = { name: 'n', secret: 's', rows: [{ a: 1, secret: 's' }] };
    const hints = { exclude: ['$..secret'], template: '{{name}}{{secret}}{{#each rows}}{{a}}{{secret}}{{/each}}' };
    expect(text(payload, hints)).toBe('n1');
  });

  test('never renders raw JSON after a failure', () => {
    for (const template of ['{{deep}}', '{{#each', '{{nope deep}}', '{{upper deep}}', '{{> x}}']) {
      const rendered = render({
        schema_name: 'some.note.v1',
        schema_hints: {},
        context: { deep: { secret: 'x' } },
        llm_hints: { template },
      });
      expect(rendered).toEqual({ error: expect.any(String) });
      expect(rendered.error).not.toContain('secret');
    }
  });

  test('removes invisible characters, and keeps those that scripts and emoji need', () => {
    expect(text({ a: 'a\u202Eb\u200Bc\u{E0041}d\u0007\r\ne\u2028f' })).toBe('abcd\ne\nf');
    expect(text({ a: '👩\u200D👧 क\u094D\u200Dष' })).toBe('👩\u200D👧 क\u094D\u200Dष');
  });

  const words = fc.oneof(
    fc.string(),
    fc.constantFrom('{a}', '{$..a}', '{@tags}', '{{a}}', '{{@title}}', '$..a', '@author'),
  );
  const rule = fc.oneof(
    fc.record({ type: fc.constant('extract'), value: words, many: fc.boolean() }),
    fc.record({ type: fc.constant('literal'), literal: fc.jsonValue() }),
    fc.record({ type: fc.constant('format'), format: words }),
    fc.record({ type: fc.constant('template'), template: words }),
    fc.record({
      type: fc.constant('jq'),
      query: fc.constantFrom('.', '.a', '.. | strings', 'error(.)', 'keys', '.a +'),
    }),
  );
  const hints = fc.record(
    {
      format: fc.constantFrom('text', 'fields', 'none'),
      template: fc.oneof(
        fc.string(),
        fc.constantFrom('{{a}}', '{{#each this}}{{this}}{{/each}}', '{{join a}}', '{{__proto__}}'),
      ),
      include: fc.array(fc.oneof(fc.string(), fc.constantFrom('$', '$..a', '$.*', '$[?@.a]')), { maxLength: 3 }),
      exclude: fc.array(fc.oneof(fc.string(), fc.constantFrom('$', '$..a', '$.*')), { maxLength: 3 }),
      mode: fc.constantFrom('replace', 'merge'),
      transform: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), rule, { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  );

  test('never throws for any payload and hints, and always gives the same bounded result', () => {
    const names = fc.constantFrom(...contracts.keys(), 'some.note.v1', 'constructor', '__proto__');
    fc.assert(
      fc.property(names, fc.anything(), fc.option(hints, { nil: undefined }), (schema_name, context, llm_hints) => {
        const crumb = { schema_name, context, schema_hints: {}, llm_hints: llm_hints as LlmHints | undefined };
        const rendered = render(crumb);
        expect(rendered).toEqual(render(crumb));
        expect((rendered.text ?? rendered.error).length).toBeLessThanOrEqual(MAX_OUTPUT);
      }),
      { numRuns: 500 },
    );
  });

  test('never shows the payload when a hint fails, for every kind of rule', () => {
    const payload = { a: { canary: 'xyzzy' }, b: ['xyzzy', { canary: 1 }] };
    fc.assert(
      fc.property(hints, (llm_hints) => {
        const { error } = render({
          schema_name: 'some.note.v1',
          schema_hints: {},
          context: payload,
          llm_hints: llm_hints as LlmHints,
        });
        if (error !== undefined) expect(error).not.toMatch(/xyzzy|canary/);
      }),
      { numRuns: 300 },
    );
  });

  test('remembers exactly what would be rendered, for any hints and records', () => {
    fc.assert(
      fc.property(fc.jsonValue(), hints, fc.constantFrom('T', 'U'), (a, llm_hints, title) => {
        const context = { a };
        const crumb = {
          schema_name: 'some.note.v1',
          schema_hints: {},
          context,
          title,
          llm_hints: llm_hints as LlmHints,
        };
        const content_hash = contentHash(context);
        const fresh = render(crumb);
        expect(render({ ...crumb, content_hash })).toEqual(fresh);
        expect(render({ ...crumb, content_hash })).toEqual(fresh);
      }),
      { numRuns: 200 },
    );
  });

  test('reads no members of the prototype', () => {
    const names = [
      'constructor',
      '__proto__',
      'prototype',
      'toString',
      'hasOwnProperty',
      'map',
      'valueOf',
      '__defineGetter__',
    ];
    const where = ['', 'this.', '@root.', 'list.', 'word.', 'deep.', '../', 'constructor.', '__proto__.'];
    const payload = { list: [1], word: 'w', deep: { a: 1 } };
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...where), (name, before) => {
        expect(
          text(payload, { template: `[{{${before}${name}}}{{#if ${before}${name}}}reached{{/if}}]{{word}}` }),
        ).toBe('[]w');
      }),
    );
  });
});
