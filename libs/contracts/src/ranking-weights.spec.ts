import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRankingWeights, RANKING_WEIGHTS } from './ranking-weights';

const { features, parameters } = RANKING_WEIGHTS;

test('ranking weights that are finite numbers in their ranges are read as they are', () => {
  expect(parseRankingWeights(JSON.parse(JSON.stringify(RANKING_WEIGHTS)))).toEqual(RANKING_WEIGHTS);
});

test.each([
  [
    'that is no number',
    { features: { ...features, bm25: Number.NaN }, parameters },
    /^ranking weight features\.bm25: /,
  ],
  ['that is a text', { features: { ...features, date: '1' }, parameters }, /^ranking weight features\.date: /],
  ['that is not finite', { features, parameters: { ...parameters, k1: Infinity } }, /^ranking weight parameters\.k1: /],
  ['out of its range', { features, parameters: { ...parameters, b: 2 } }, /^ranking weight parameters\.b: /],
  ['that is missing', { features, parameters: { k1: 1 } }, /^ranking weight parameters\.b: /],
  ['that does not exist', { features: { ...features, luck: 1 }, parameters }, /^ranking weight features: .*luck/],
])('a ranking weight %s is refused by name', (_, value, message) => {
  expect(() => parseRankingWeights(value)).toThrow(message);
});

test('docs/guides/retrieval.md lists the default weight of every feature; measure a changed one as that guide says', () => {
  const guide = readFileSync(join(__dirname, '../../../docs/guides/retrieval.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| .* \| ([\d.]+) \|$/gm)].map(([, name, weight]) => [
    name,
    Number(weight),
  ]);
  expect(Object.fromEntries(rows)).toEqual(features);
});
