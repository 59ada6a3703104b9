import { fold, LANGUAGES } from '@crumbtrail/text';
import { wordTable } from './word-table';

const table = wordTable();
const english = LANGUAGES.filter(({ code }) => code === 'en');
const stemOf = (word: string): string => english.map(({ stem }) => fold(stem?.(word) ?? word)).join();
const placeOf = (word: string): number => table.placeOf(stemOf(word)) ?? -1;
const everywhere = table.places;

test('the table is read by the stems that the index has for English words: if this fails, run tools/embeddings/make-word-table.mjs', () => {
  const wrong = everywhere.filter((place) => stemOf(table.wordAt(place)) !== table.stemAt(place));
  expect(wrong.map((place) => `${table.wordAt(place)}: ${table.stemAt(place)}`)).toEqual([]);
  expect(everywhere.length).toBeGreaterThan(35_000);
});

test.each([
  ['married', 'bride'],
  ['pneumonia', 'disease'],
  ['violin', 'instrument'],
  ['lawyer', 'attorney'],
])('the 60 words nearest to "%s" include "%s"', (asked, word) => {
  const near = table.findNearest(placeOf(asked), everywhere, { leastCosine: 0.4, most: 60 });
  expect(near.map(({ place }) => table.stemAt(place))).toContain(stemOf(word));
  expect(near.map(({ cosine }) => cosine)).toEqual(near.map(({ cosine }) => cosine).sort((a, b) => b - a));
});

test('an entry is none of its own nearest, and none is nearer than the least cosine', () => {
  const near = table.findNearest(placeOf('dog'), everywhere, { leastCosine: 0.5, most: 1_000 });
  expect(near.map(({ place }) => place)).not.toContain(placeOf('dog'));
  expect(Math.min(...near.map(({ cosine }) => cosine))).toBeGreaterThanOrEqual(0.5);
});
