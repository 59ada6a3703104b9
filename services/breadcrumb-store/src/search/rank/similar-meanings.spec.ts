import { admitByMeaning, weighMeanings } from './similar-meanings';

const parameters = { meaning_admits: 2, meaning_score: 0.3 };
const similarities = Float64Array.of(0.1, 0.9, 0, 0.5);
const admit = (uncovered: number, totals: readonly number[]): { totals: number[]; values: number[] } => {
  const meaning = weighMeanings(similarities, { uncovered, weight: 0.5 });
  const changed = Float64Array.from(totals);
  admitByMeaning(changed, meaning, parameters);
  return { totals: [...changed], values: [...meaning.values] };
};

test('meanings count by the share of the question that no text has in its words', () => {
  expect([...weighMeanings(similarities, { uncovered: 0.5, weight: 0.4 }).values]).toEqual([
    0.2 * 0.1,
    0.2 * 0.9,
    0,
    0.2 * 0.5,
  ]);
  expect([...weighMeanings(similarities, { uncovered: 0, weight: 0.4 }).values]).toEqual([0, 0, 0, 0]);
});

test('the texts nearest in meaning reach the least score, and what that adds is part of the share of meaning', () => {
  const { totals, values } = admit(1, [10, 1, 2, 0.5]);
  expect(totals).toEqual([10, 3, 2, 3]);
  expect(values).toEqual([0.05, 0.45 + 2, 0, 0.25 + 2.5]);
});

test('none is lifted if the words of the question are found, fewer if half of them are, and none loses', () => {
  expect(admit(0, [10, 1, 2, 0.5]).totals).toEqual([10, 1, 2, 0.5]);
  expect(admit(0.5, [10, 1, 2, 0.5]).totals).toEqual([10, 3, 2, 0.5]);
  expect(admit(1, [10, 8, 2, 4]).totals).toEqual([10, 8, 2, 4]);
});
