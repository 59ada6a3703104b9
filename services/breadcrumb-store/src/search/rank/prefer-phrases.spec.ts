import { TextChunk } from '../session-cache/text-chunk';
import { hasPair, preferPhrases, readWordPairs } from './prefer-phrases';

const textOf = (id: string, text: string): TextChunk =>
  TextChunk.withTerms(
    { id, version: 1, ordinal: 0, text, occurred_at: '2026-01-01T00:00:00.000Z', expires_at: null } as never,
    new Map() as never,
  );
const found = (...texts: readonly string[]) =>
  texts.map((text, nth) => ({
    text: textOf(String(nth), text),
    score: 1 - nth / 100,
    scores: { bm25: 1 - nth / 100 },
  }));
const has = (question: string, text: string): boolean => readWordPairs(question).every((pair) => hasPair(text, pair));

describe('readWordPairs', () => {
  it.each([
    ['Have I handled HTTP requests?', 'i never handle http requests', true],
    ['Have I handled HTTP requests?', 'requests over http are handled', false],
    ['Wo ist das rote Fahrrad?', 'mein rotes fahrrad', true],
    ['Когда мы красили забор?', 'красить забор', true],
    ['Where is the C++ (debug) build?', 'the c build for debug: build', false],
    ['Where is the C++ (debug) build?', 'a c++ debug build', true],
  ])('for %j in %j: %s', (question, text, expected) => {
    expect(readWordPairs(question).length).toBeGreaterThan(0);
    expect(has(question, text)).toBe(expected);
  });

  it.each(['会議はいつですか', 'pump', '', 'Who called? Ann.'])('has none for %j', (question) => {
    expect(readWordPairs(question)).toEqual([]);
  });
});

describe('preferPhrases', () => {
  const question = { text: 'Who ordered the red pump?' };
  const texts = found('a red car, and a pump', 'they ordered a red pump', 'nothing of it');

  it('puts a text in which the words stand together before one that has them apart', () => {
    expect(preferPhrases(texts, question, 'hybrid').map(({ text }) => text.id)).toEqual(['1', '0', '2']);
  });

  it('gives shares that add up to scores, 1 for the best', () => {
    const preferred = preferPhrases(texts, question, 'hybrid');
    expect(preferred[0]?.score).toBe(1);
    expect(preferred[0]?.scores).toHaveProperty('phrases');
    for (const { score, scores } of preferred)
      expect(Object.values(scores).reduce((sum, share) => sum + share, 0)).toBeCloseTo(score, 9);
  });

  it('changes nothing for a question without two words that stand together', () => {
    expect(preferPhrases(texts, { text: 'pump' }, 'hybrid')).toBe(texts);
  });
});
