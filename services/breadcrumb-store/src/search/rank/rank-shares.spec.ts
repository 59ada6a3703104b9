import { FEATURES, type Feature } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import { HOUR, NOW, question, text, user } from '../../../test/rankable-texts';
import type { RankingQuestion } from './question';
import { asksForOrder } from './order-of-events';
import { rankTexts } from './rank-texts';
import { TextList } from './text-list';

const word = fc.constantFrom('port', 'dashboard', 'red', 'dot', 'key', 'ann');
const line = fc.array(word, { maxLength: 6 }).map((all) => all.join(' '));
const textLists = fc
  .array(
    fc.record({
      words: line,
      session: fc.constantFrom('a', 'b', null),
      gap: fc.constantFrom(30_000, 5 * HOUR),
      author: fc.constantFrom('ann', 'bob'),
      tokens: fc.constantFrom(5, 79, 81, 400),
      crumb: fc.constantFrom('same', null),
      cosine: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
    }),
    { maxLength: 30 },
  )
  .map((all) => {
    let at = NOW - 100 * 24 * HOUR;
    return all.map(({ words, session, gap, author, tokens, crumb, cosine }, nth) => {
      at += gap;
      const vector = cosine === undefined ? {} : { vector: Float32Array.from([cosine]) };
      const id = crumb === null ? {} : { id: crumb, ordinal: nth };
      return text(nth, words, { tokens, ...id, session, occurredAt: at, author: user(author), tags: ['t'], ...vector });
    });
  });
const anyWeights = fc.record(
  Object.fromEntries(
    FEATURES.map((name) => [name, fc.integer({ min: 0, max: 300 }).map((percent) => percent / 100)]),
  ) as Record<Feature, fc.Arbitrary<number>>,
);
const modes = fc.constantFrom('text', 'vector', 'hybrid');
const asked = fc.record({ words: line, mode: modes, ordered: fc.boolean() }).map(({ words, mode, ordered }) =>
  question(words, {
    mode: mode as RankingQuestion['mode'],
    text: `${ordered ? 'in what order ' : ''}${words} Ann in May`,
    tags: ['t'],
    vector: [1],
    embedder: 'onnx',
  }),
);

test('rankTexts: shares are positive, except those of length, author and an order of events, and add up to the score, and scores descend from 1, for any weights', () => {
  fc.assert(
    fc.property(textLists, asked, anyWeights, (texts, one, by) => {
      const ranked = rankTexts(new TextList(texts), one, by);
      if (ranked.length > 0) expect(ranked[0]?.score).toBe(1);
      ranked.forEach(({ score, scores }, at) => {
        const { length = -1, author = -1, date = 1, ...others } = scores;
        expect([length, author].every((share) => share < 0)).toBe(true);
        expect(date > 0 || asksForOrder(one.text)).toBe(true);
        expect(Object.values(others).every((share) => share > 0)).toBe(true);
        const shares = Object.values(scores);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(score, 9);
        expect(score).toBeLessThanOrEqual(ranked[at - 1]?.score ?? 1);
      });
      expect(new Set(ranked.map((found) => found.text)).size).toBe(ranked.length);
      expect(rankTexts(new TextList(texts), one, by)).toEqual(ranked);
    }),
  );
});

test('rankTexts: a limit returns the first texts of the whole ranking', () => {
  fc.assert(
    fc.property(textLists, asked, anyWeights, fc.nat(35), (texts, one, by, limit) => {
      expect(rankTexts(new TextList(texts), one, by, limit)).toEqual(
        rankTexts(new TextList(texts), one, by).slice(0, limit),
      );
    }),
  );
});
