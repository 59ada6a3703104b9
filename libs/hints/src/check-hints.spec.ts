import { contracts } from '@crumbtrail/contracts';
import { checkHints } from './check-hints';
import { render } from './render';

describe('checkHints', () => {
  test('finds no problem in the hints of published schemas, or without hints', () => {
    for (const { rules } of contracts.values()) expect(checkHints(rules.llm_hints)).toEqual([]);
    expect([checkHints(null), checkHints(undefined), checkHints({})]).toEqual([[], [], []]);
  });

  test.each([
    ['no path', 'content'],
    ['unclosed', '$['],
    ['two descents', '$..a..b'],
    ['the same member twice', "$['a','a']"],
    ['a member and a wildcard', "$['a',*]"],
    ['overlapping slices', '$[0:2,1:3]'],
    ['two filters', '$[?@.a][?@.b]'],
    ['a filter inside a filter', '$[?@[?@.a]]'],
    ['a filter that looks at the root', '$[?$.a == @.b]'],
    ['a filter that descends', '$[?@..a]'],
    ['a filter over wildcards', '$[?@.* == 1]'],
  ])('rejects a path whose work is not bounded by the payload: %s', (_what, path) => {
    expect(checkHints({ include: [path] })).toEqual([
      { path: '/llm_hints/include/0', rule: 'json-path', message: expect.any(String) },
    ]);
    expect(checkHints({ exclude: ['$.a', path] })).toEqual([expect.objectContaining({ path: '/llm_hints/exclude/1' })]);
    expect(
      render({ schema_name: 'some.note.v1', schema_hints: {}, context: {}, llm_hints: { include: [path] } }),
    ).toEqual({
      error: expect.any(String),
    });
  });

  test.each([
    '$',
    '$.a.b',
    "$['a','b']",
    '$[0,2]',
    '$[-1]',
    '$[1:3]',
    '$..a',
    '$.rows[*].name',
    "$[?@.a == 'x: *']",
    '$[?@.a && !@.b]',
  ])('accepts %s', (path) => {
    expect(checkHints({ include: [path] })).toEqual([]);
  });

  test('reads a quarter of a megabyte by the widest paths', () => {
    let deep: unknown = 'x';
    for (let at = 0; at < 50; at += 1) deep = [deep, deep === 'x' ? 'y' : 'z'];
    const wide = { rows: Array.from({ length: 20_000 }, (_, n) => ({ n, a: 'b' })), deep };
    for (const include of ['$..*', '$..[?@.n > 3].a', '$..a']) {
      const shown = render({
        schema_name: 'some.note.v1',
        schema_hints: {},
        context: wide,
        llm_hints: { include: [include] },
      });
      expect(shown.text ?? shown.error).not.toBe('');
    }
  });
});
