import { TermFinder, type WeightedTerm } from './find-terms';

const found = (terms: readonly WeightedTerm[], text: string): string[] =>
  new TermFinder(terms).find(text).map(({ at }) => text.slice(at, at + 6));

test.each<[string, WeightedTerm[], string, string[]]>([
  ['other forms of a word', [['deploy', 1]], 'Deploys were DEPLOYED; redeploy, deploymentally.', ['Deploy', 'DEPLOY']],
  ['words that end in y', [['happi', 1]], 'a happy place, a hippo', ['happy ']],
  ['whole identifiers', [['v1.2', 1]], 'v1.2 and v1.25', ['v1.2 a']],
  ['pairs of characters where no spaces are written', [['端口号', 1]], '新的端口是八十', ['端口是八十']],
  ['capitals that have two characters in lower case', [['port', 1]], 'İİİ port', ['port']],
])('a stem finds %s', (_what, terms, text, expected) => {
  expect(found(terms, text)).toEqual(expected);
});

test('a million words are searched for a stem that they all have', () => {
  expect(new TermFinder([['x', 1]]).find('x '.repeat(500_000))).toHaveLength(500_000);
}, 120_000);
