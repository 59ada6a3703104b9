import { PathEnvironment } from './path-environment';

const environment = new PathEnvironment();
const data = {
  rows: [
    { name: 'a', score: 0.5, text: 'red boat' },
    { name: 'b', score: 0.05, text: 'blue' },
    { name: 'c', score: 0, text: null },
    { name: 'd', score: 2.5, text: 'redder' },
    { name: '0.5', score: -0.25 },
  ],
};
const select = (filter: string): unknown[] => environment.compile(`$.rows[?${filter}].name`).query(data).values();

describe('JSONPath', () => {
  test.each<[string, string[]]>([
    ['@.score == 0.5', ['a']],
    ['@.score >= 0.05', ['a', 'b', 'd']],
    ['@.score < 0.5', ['b', 'c', '0.5']],
    ['@.score == 0.0', ['c']],
    ['@.score == 0.5e-1', ['b']],
    ['@.score == -0.25', ['0.5']],
    ['@.score > 0.500 && @.score < 2.6', ['d']],
    ["@.name == '0.5'", ['0.5']],
    ['@.name == "0.5"', ['0.5']],
    ['@.score == 25E-1', ['d']],
  ])('takes the numbers of RFC 9535: %s', (filter, names) => {
    expect(select(filter)).toEqual(names);
  });

  test.each<[string, string[]]>([
    ["match(@.text, 'red.*')", ['a', 'd']],
    ["match(@.text, 'red')", []],
    ["search(@.text, 'red|blue')", ['a', 'b', 'd']],
    ["search(@.text, 'o[a-z]t$')", ['a']],
    ["!search(@.text, 'e')", ['c', '0.5']],
    ["match(@.text, 'null')", []],
    ["search(@.score, '5')", []],
    ["search(@.text, '(')", []],
    ["match(@.text, '\\\\p{L}+')", ['b', 'd']],
  ])('has match and search of RFC 9535: %s', (filter, names) => {
    expect(select(filter)).toEqual(names);
  });

  test('matches an expression that backtracking would not end with', () => {
    const text = `${'a'.repeat(50_000)}b`;
    const query = environment.compile("$[?match(@, '(a+)+$')]");
    expect(query.query([text]).values()).toEqual([]);
  });
});
