import * as fc from 'fast-check';
import { lexicalEmbedder } from './lexical-embedder';
import { mayBeEnglish, meaningOf, wordsEmbedder } from './words-embedder';

const vectorOf = async (text: string): Promise<readonly number[]> =>
  (await wordsEmbedder.embed([text]))[0] as readonly number[];
const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);
const meaning = async (one: string, other: string): Promise<number> => {
  return product(meaningOf(await vectorOf(one)), meaningOf(await vectorOf(other)));
};

test('the first part is the vector of lexical, each part counts half, and any text has a vector', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const [vector, [spelling = []]] = [await vectorOf(text), await lexicalEmbedder.embed([text])];
      expect(vector).toHaveLength(448);
      expect(product(vector, vector)).toBeCloseTo(0.5 + 0.5 * product(meaningOf(vector), meaningOf(vector)), 6);
      expect(product(vector, spelling)).toBeCloseTo(Math.SQRT1_2, 6);
      expect(await vectorOf(text)).toEqual(vector);
    }),
  );
});

test.each([
  [
    'Which pet lives with them?',
    'Our golden retriever slept on the sofa all afternoon.',
    'The library closes early now.',
  ],
  ['Is anybody getting married?', 'The wedding is planned for June.', 'I should clean the windows before the weekend.'],
  [
    'What does the physician advise?',
    'The doctor told me to rest my knee.',
    'We queued an hour for those concert tickets.',
  ],
])('"%s" means more like "%s" than like "%s"', async (asked, answer, other) => {
  expect(await meaning(asked, answer)).toBeGreaterThan((await meaning(asked, other)) + 0.05);
});

test.each([
  'Wo steht der Hund, und was hat er heute gefressen?',
  'où est le chien de ma tante',
  'собака спит на диване',
  '犬はどこですか',
  '12:30',
  '',
])('a text that is not English has no meaning: "%s"', async (text) =>
  expect(meaningOf(await vectorOf(text)).every((one) => one === 0)).toBe(true),
);

test.each([
  ['a sailor got married', true],
  ['in June', true],
  ['man on a boat', true],
  ['favorite food', true],
  ['wo ist die Katze', false],
  ['me gusta mucho el perro', false],
])('"%s" may be English: %s', (text, expected) => expect(mayBeEnglish(text)).toBe(expected));
