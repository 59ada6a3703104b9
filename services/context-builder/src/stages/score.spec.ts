import * as fc from 'fast-check';
import { at, found, item, source } from '../../test/crumbs';
import { score } from './score';

const NOW = at(600);
const QUESTION = { text: 'which port?', embedder: null };

describe('the ranking', () => {
  test('of one source is its own', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (many) => {
        const all = Array.from({ length: many }, (_, n) => found(item(n + 1, `text ${n}`), n + 1));
        expect(score(all, QUESTION, NOW).ranked.map(({ item: { id } }) => id)).toEqual(
          all.map(({ item: { id } }) => id),
        );
      }),
    );
  });

  test('puts what two sources found above what one of them found, and holds each once with all that was said of it', () => {
    const both = item(1, 'a');
    const text = source({ name: 'text', type: 'text' });
    const vector = source({ name: 'vector', type: 'vector' });
    const { ranked } = score(
      [
        found(item(2, 'b'), 1, { source: text }),
        found(both, 2, { source: text, scores: { text: 3 } }),
        found(both, 2, { source: vector, scores: { vector: 0.5 } }),
      ],
      QUESTION,
      NOW,
    );
    expect(ranked.map(({ item: { id } }) => id)).toEqual([both.id, item(2, 'b').id]);
    expect(ranked[0]?.scores).toEqual({ text: 3, vector: 0.5, 'rank.text': 2, 'rank.vector': 1, relevance: 1 });
  });

  test('heeds weights', () => {
    const heavy = source({ name: 'heavy', weight: 5 });
    const { ranked } = score([found(item(1, 'a'), 1), found(item(2, 'b'), 9, { source: heavy })], QUESTION, NOW);
    expect(ranked[0]?.item.id).toBe(item(2, 'b').id);
  });

  test('keeps what the recent window holds in its section, once', () => {
    const recent = source({ type: 'recent', section: 'recent' });
    const { ranked } = score([found(item(1, 'a'), 1), found(item(1, 'a'), 4, { source: recent })], QUESTION, NOW);
    expect(ranked).toMatchObject([{ section: 'recent', recency: 4 }]);
  });

  test.each([
    ['expired', item(1, 'a', { expires_at: at(600) })],
    ['hint_failed', item(1, '', { hint_error: 'no such path' })],
    ['low_information', item(1, '')],
  ])('leaves out what is %s and says so', (decision, one) => {
    const { ranked, dropped } = score([found(one, 1)], QUESTION, NOW);
    expect([ranked, dropped]).toMatchObject([[], [{ decision }]]);
  });

  test('leaves out an older version of a crumb that is there in a newer one', () => {
    const { ranked, dropped } = score(
      [found(item(1, 'old'), 1), found(item(1, 'new', { version: 2 }), 2)],
      QUESTION,
      NOW,
    );
    expect(ranked.map(({ item: { text } }) => text)).toEqual(['new']);
    expect(dropped).toMatchObject([{ decision: 'superseded', reason: 'by version 2' }]);
  });

  test("leaves out what is below its source's floor, unless another source vouches for it", () => {
    const floored = source({ name: 'text', floor: 0.5 });
    const low = found(item(1, 'a'), 1, { source: floored, score: 0.4 });
    expect(score([low], QUESTION, NOW).dropped).toMatchObject([{ decision: 'below_floor', reason: 'floor 0.5' }]);
    expect(score([low, found(item(1, 'a'), 3)], QUESTION, NOW).ranked).toHaveLength(1);
  });

  test('is the same in whatever order the sources answer', () => {
    const all = Array.from({ length: 20 }, (_, n) =>
      found(item((n % 12) + 1, 't'), n + 1, { source: source({ name: `s${n % 3}` }) }),
    );
    const expected = score(all, QUESTION, NOW).ranked.map(({ item: { id }, rank }) => [id, rank]);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(score(shuffled, QUESTION, NOW).ranked.map(({ item: { id }, rank }) => [id, rank])).toEqual(expected);
      }),
    );
  });

  test('leaves out what has less than a quarter of the relevance of the best', () => {
    const hits = [8, 4, 1].map((bm25, n) => found(item(n + 1, `t${n}`), n + 1, { scores: { bm25 } }));
    const { ranked, dropped } = score(hits, QUESTION, NOW);
    expect(ranked.map(({ scores }) => scores['relevance'])).toEqual([1, 0.5]);
    expect(dropped).toMatchObject([{ decision: 'below_floor', reason: '13 % of the best' }]);
  });
});
