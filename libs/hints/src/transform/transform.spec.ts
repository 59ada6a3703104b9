import { UserMessage, type LlmHints } from '@crumbtrail/contracts';
import { checkHints, tryHints } from '../check-hints';
import { render } from '../render';

type Rule = NonNullable<LlmHints['transform']>[string];

const crumb = {
  schema_name: 'some.note.v1',
  schema_hints: {},
  title: 'T',
  tags: ['a', 'b'],
  author: { kind: 'user' as const, id: 'ann' },
  occurred_at: '2026-11-21T05:06:07.000Z',
  context: { name: 'n', rows: [{ id: 1 }, { id: 2 }], deep: { x: 'dx', list: [1, 'two'] }, none: null },
};
const by = (llm_hints: LlmHints, more: object = {}): string | undefined =>
  render({ ...crumb, ...more, llm_hints }).text;
const one = (rule: Rule, more: object = {}): string | undefined => by({ transform: { x: rule } }, more);
const wrong = (rule: Rule): string | undefined => checkHints({ transform: { x: rule } })[0]?.message;
const failed = (rule: Rule): object | undefined => tryHints({ ...crumb, llm_hints: { transform: { x: rule } } })[0];
const format = (text: string): Rule => ({ type: 'format', format: text });

describe('extract', () => {
  test('returns one value or null, and with many always a list', () => {
    const shape = (value: string, many?: boolean): string | undefined =>
      by({
        transform: { x: { type: 'extract', value, ...(many ? { many } : {}) } },
        template: '{{#each this.x}}[{{this}}]{{else}}{{x}}{{/each}}',
      });
    expect(shape('$.rows[*].id')).toBe('1');
    expect(shape('$.nowhere')).toBe('');
    expect(shape('$.rows[*].id', true)).toBe('[1][2]');
    expect(shape('$.rows[0].id', true)).toBe('[1]');
    expect(shape('$.nowhere', true)).toBe('');
  });

  test('renders nothing for a path that matches nothing, with a warning and without an error', () => {
    expect(one({ type: 'extract', value: '$.nowhere' })).toBe('');
    const hints = { include: ['$.nowhere'] };
    expect(tryHints({ ...crumb, llm_hints: hints })).toEqual([]);
    const said = { text: '', nothing: expect.stringContaining('select nothing') };
    expect(render({ ...crumb, llm_hints: hints })).toEqual(said);
    expect(render({ ...crumb, schema_hints: hints })).toEqual(said);
    expect(render({ ...crumb, llm_hints: { ...hints, format: 'none' } })).toEqual({ text: '' });
    expect(render({ ...crumb, schema_name: UserMessage.name })).toEqual({ text: '' });
  });

  test('reads the record by names that no payload can shadow', () => {
    expect(one({ type: 'extract', value: '@title' }, { context: { title: 'of the payload' } })).toBe('T');
    expect(one({ type: 'extract', value: '@tags[1]' })).toBe('b');
    expect(wrong({ type: 'extract', value: '@titel' })).toContain('@title');
  });
});

describe('format', () => {
  test.each([
    ['values at paths', '{name}: {deep.x}', 'n: dx'],
    ['a missing value as an empty text', '[{nowhere}{deep.nowhere}{none}]', '[]'],
    ['lists of values, joined', '{deep.list} {rows.0.id}', '1, two 1'],
    ['JSON in the text, which placeholders do not eat', '{{"a": {name}}} \\{b\\}', '{"a": n} {b}'],
    [
      'title, tags, author and dates of the record',
      '{@title} {@tags} {@author} {@occurred_at}',
      'T a, b ann 2026-11-21T05:06:07.000Z',
    ],
    ['whole JSONPaths', "{$['deep']['x']} {$.rows[-1].id}", 'dx 2'],
  ])('shows %s', (_what, text, expected) => {
    expect(one(format(text))).toBe(expected);
  });

  test('never shows an object as JSON', () => {
    expect(failed(format('{deep}'))).toMatchObject({ path: '/llm_hints/transform/x/format', rule: 'format' });
    expect(render({ ...crumb, llm_hints: { transform: { x: format('{rows}') } } }).error).not.toContain('id');
  });

  test.each([
    ['an unclosed brace', 'a {name', 'for a single {'],
    ['an unopened brace', 'a } b', 'for a single }'],
    ['an invalid name', '{"a": 1}', 'is not a placeholder'],
    ['an empty name', '{}', 'is not a placeholder'],
    ['a name the record does not have', '{@nope}', '@title'],
  ])('is refused when written with %s', (_what, text, expected) => {
    expect(wrong(format(text))).toContain(expected);
  });

  test('reads no inherited members', () => {
    expect(one(format('{constructor.name}{name.length}{__proto__}'))).toBe('');
  });
});

describe('template', () => {
  test('shows quotes and code unchanged, lengths of lists, and the record', () => {
    const template = '{{this.q}} {{length rows}} {{@title}} {{@tags}} {{@author}} {{dateOf @occurred_at}}';
    const context = { q: '<b> "x" & \'y\'', rows: [1, 2] };
    expect(one({ type: 'template', template }, { context })).toBe('<b> "x" & \'y\' 2 T a, b ann 2026-11-21');
  });

  test('is refused when it names an unknown member of the record', () => {
    expect(wrong({ type: 'template', template: '{{@titel}}' })).toContain('@title');
  });
});

describe('transform', () => {
  const x: Rule = { type: 'literal', literal: ['l', 1, { deep: true }] };

  test('replaces the payload, or adds to it with merge', () => {
    expect(by({ transform: { x } })).toBe('l\n1\ntrue');
    expect(by({ mode: 'merge', transform: { name: format('{name}!') }, template: '{{name}} {{deep.x}}' })).toBe(
      'n! dx',
    );
  });

  test('sees only what include and exclude selected, nested and in lists', () => {
    const context = { a: { keep: 'k', secret: 's' }, rows: [{ id: 'i', secret: 's' }], other: 's' };
    const hints: LlmHints = {
      include: ['$.a', '$.rows'],
      exclude: ['$.a.secret', '$.rows[*].secret'],
      transform: { all: { type: 'jq', query: '[.. | strings] | join(" ")' } },
    };
    expect(by(hints, { context })).toBe('k i');
    expect(by({ exclude: ['$.a.secret'] }, { context })).toBe('k\ni\ns\ns');
    expect(by({ include: ['$.a.keep'] }, { context })).toBe('k');
  });

  test('orders members by name, and no rule sees the result of another', () => {
    expect(by({ transform: { b: format('2{a}'), a: format('1') } })).toBe('1\n2');
  });

  test('fails the whole crumb when one rule fails, without showing the payload or other members', () => {
    const hints: LlmHints = { transform: { fine: format('{name}'), bad: format('{deep}') } };
    expect(render({ ...crumb, llm_hints: hints })).toEqual({ error: expect.stringContaining('/transform/bad/format') });
  });
});
