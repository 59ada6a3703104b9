import fc from 'fast-check';
import { lexicalEmbedder } from './lexical-embedder';

const vectorOf = async (text: string): Promise<readonly number[]> =>
  (await lexicalEmbedder.embed([text]))[0] as readonly number[];
const cosine = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);

describe('the lexical embedder', () => {
  test('is deterministic, and returns a vector of 384 numbers and length 1 for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const vector = await vectorOf(text);
        expect(vector).toHaveLength(384);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 9);
        expect(await vectorOf(text)).toEqual(vector);
      }),
    );
  });

  test('keeps texts near that only repeat a word', async () => {
    const once = await vectorOf('the heron fished');
    for (const again of ['heron heron', 'heron, heron and heron', 'a heron saw a heron'])
      expect(cosine(once, await vectorOf(again))).toBeGreaterThan(0.4);
  });

  test('places texts near each other that share inflected or misspelt words, but not synonyms', async () => {
    const boat = await vectorOf('She painted the old boats');
    expect(cosine(boat, await vectorOf('painting an old boat'))).toBeGreaterThan(0.5);
    expect(cosine(boat, await vectorOf('she paintd the old boatts'))).toBeGreaterThan(0.3);
    expect(cosine(boat, await vectorOf('vessel artwork'))).toBeLessThan(0.2);
  });
});
