import { checkHints, tryHints } from '../check-hints';
import { MAX_JQ_MS } from '../limits';
import { render } from '../render';

const hints = (query: string) => ({ transform: { x: { type: 'jq' as const, query } } });
const crumb = {
  schema_name: 'some.note.v1',
  schema_hints: {},
  title: 'T',
  tags: ['t'],
  context: { rows: [{ n: 1 }, { n: 2 }], s: 'it is "so"' },
};
const run = (query: string) => render({ ...crumb, llm_hints: hints(query) });

describe('jq', () => {
  test.each([
    ['a program works', '.rows | map(.n) | add', '3'],
    ['its first output counts', '.rows[].n', '1'],
    ['no output is null', 'empty', ''],
    ['the record is $record, whatever the names of the payload’s members', '$record.title + $record.tags[0]', 'Tt'],
    ['definitions and comments that end in a backslash', 'def f: .s; f # \\', 'it is "so"'],
    ['an array and a value as arrays', '[(.rows | toarray | length), (.s | toarray | length)] | join(" ")', '2 1'],
    ['a stream that never ends has a first output', 'repeat(7)', '7'],
  ])('%s', (_what, query, text) => {
    expect(checkHints(hints(query))).toEqual([]);
    expect(run(query).text).toBe(text);
  });

  test('refuses a result whose digits would be lost', () => {
    expect(run('12345678901234567890').error).toContain('12345678901234567890 cannot be kept exactly');
    expect(run('"12345678901234567890"').text).toBe('12345678901234567890');
  });

  test.each(['.a |', '1) | (2', '.a ~ .b', 'nope', 'import "a" as a; .', '$nope'])(
    'refuses %s when written',
    (query) => {
      expect(checkHints(hints(query))).toEqual([
        {
          path: '/llm_hints/transform/x/query',
          rule: 'jq',
          message: expect.stringContaining('not a valid jq program'),
        },
      ]);
    },
  );

  test.each(['now', 'input', 'inputs', 'halt', 'now | localtime', '1 | strflocaltime("%H")'])(
    'refuses what differs between machines: %s',
    (query) => {
      expect(run(query)).toEqual({ error: expect.stringMatching(/is not available/) });
    },
  );

  test('has no access to its process', () => {
    expect(run('[env, $ENV] | tojson')).toEqual({ text: '[{},{}]' });
  });

  test.each([
    ['a loop', 'def f: f; f'],
    ['a last that never comes', 'last(repeat(1))'],
    ['a regular expression that backtracks', '("a" * 50000) | test("(a+)+$b")'],
  ])('stops %s, and runs the next program', (_what, query) => {
    expect(tryHints({ ...crumb, llm_hints: hints(query) })).toEqual([
      { path: '/llm_hints/transform/x/query', rule: 'jq', message: expect.stringContaining(`${MAX_JQ_MS} ms`) },
    ]);
    expect(run(query).error).toContain(`${MAX_JQ_MS} ms`);
    expect(run('1 + 1')).toEqual({ text: '2' });
  });

  test('still tries a program on other payloads after it took too long on one', () => {
    const llm_hints = hints('if .loop then last(repeat(1)) else .s end');
    const of = (context: object) => render({ ...crumb, context, llm_hints });
    expect(of({ loop: true }).error).toContain(`${MAX_JQ_MS} ms`);
    expect(of({ s: 'fine' })).toEqual({ text: 'fine' });
  });

  test.each(['"x" * 1e9', 'def f: f | f; f'])('releases the memory of %s', (query) => {
    const before = process.memoryUsage().rss;
    expect(run(query)).toEqual({ error: expect.stringMatching(/too much memory|more than 50 ms/) });
    expect(run('1 + 1')).toEqual({ text: '2' });
    expect(process.memoryUsage().rss - before).toBeLessThan(1024 ** 3);
  });

  test.each(['error(.)', 'error(.s)', '.s | .[]', '.s + 1', '.rows.a', '.s | tonumber', 'error("Cannot index " + .s)'])(
    'never quotes the payload in an error: %s',
    (query) => {
      const { error = '' } = run(query);
      expect(error).not.toBe('');
      expect(error).not.toMatch(/so|"n"|\{"/);
    },
  );
});
