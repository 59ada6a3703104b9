import * as fc from 'fast-check';
import { at, found, item, source } from '../../test/crumbs';
import type { FoundItem } from '../gather/item';
import { scoreItems, type SearchedQuery } from './score';

const NOW = at(600);
const asked = (...terms: (readonly [string, number])[]) => ({ terms, leans_on: [] });
const ASKED = asked(['port', 1], ['dashboard', 1], ['default', 1], ['machin', 1]);

describe('scoreItems', () => {
  test('keeps the order of a single source', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (many) => {
        const all = Array.from({ length: many }, (_, n) => found(item(n + 1, `text ${n}`), n + 1));
        expect(scoreItems(all, ASKED, NOW).ranked.map(({ item: { id } }) => id)).toEqual(
          all.map(({ item: { id } }) => id),
        );
      }),
    );
  });

  test('ranks what two sources found above what one found, each once with all scores', () => {
    const both = item(1, 'a');
    const text = source({ name: 'text', type: 'text' });
    const vector = source({ name: 'vector', type: 'vector', weight: 0.5 });
    const { ranked } = scoreItems(
      [
        found(item(2, 'b'), 1, { source: text, score: 1, scores: { bm25: 1 } }),
        found(both, 2, { source: text, score: 0.75, scores: { bm25: 0.5, speaker: 0.25 } }),
        found(both, 1, { source: vector, score: 1, scores: { vector: 0.75, speaker: 0.25 } }),
      ],
      ASKED,
      NOW,
    );
    expect(ranked.map(({ item: { id } }) => id)).toEqual([both.id, item(2, 'b').id]);
    expect(ranked[0]).toMatchObject({ score: 1.25, source: 'text', foundBy: ['text', 'vector'] });
    expect(ranked[0]?.scores).toEqual({ bm25: 0.5, vector: 0.375, speaker: 0.375, 'rank.text': 2, 'rank.vector': 1 });
  });

  test('does not add the recent window to the score of a searched text', () => {
    const recent = source({ type: 'recent', section: 'recent' });
    const all = [
      found(item(1, 'best'), 1, { score: 1 }),
      found(item(2, 'newest'), 2, { score: 0.99 }),
      found(item(2, 'newest'), 1, { source: recent }),
      found(item(3, 'only new'), 2, { source: recent }),
    ];
    const { ranked } = scoreItems(all, ASKED, NOW);
    expect(ranked.map(({ item: { text } }) => text)).toEqual(['best', 'newest', 'only new']);
    expect(ranked[1]).toMatchObject({ score: 0.99, foundBy: ['hybrid', 'recent'] });
  });

  test('applies weights', () => {
    const heavy = source({ name: 'heavy', weight: 5 });
    const { ranked } = scoreItems([found(item(1, 'a'), 1), found(item(2, 'b'), 4, { source: heavy })], ASKED, NOW);
    expect(ranked[0]?.item.id).toBe(item(2, 'b').id);
  });

  test('keeps items of the recent window in its section, once', () => {
    const recent = source({ type: 'recent', section: 'recent' });
    const { ranked } = scoreItems([found(item(1, 'a'), 1), found(item(1, 'a'), 4, { source: recent })], ASKED, NOW);
    expect(ranked).toMatchObject([{ section: 'recent', recency: 4 }]);
  });

  test.each([
    ['expired', item(1, 'a', { expires_at: at(600) })],
    ['hint_failed', item(1, '', { hint_error: 'no such path' })],
    ['low_information', item(1, '')],
  ])('drops what is %s with a reason', (decision, one) => {
    const { ranked, dropped } = scoreItems([found(one, 1)], ASKED, NOW);
    expect([ranked, dropped]).toMatchObject([[], [{ decision }]]);
  });

  test('drops an older version where a newer one was found', () => {
    const { ranked, dropped } = scoreItems(
      [found(item(1, 'old'), 1), found(item(1, 'new', { version: 2 }), 2)],
      ASKED,
      NOW,
    );
    expect(ranked.map(({ item: { text } }) => text)).toEqual(['new']);
    expect(dropped).toMatchObject([{ decision: 'superseded', reason: 'by version 2' }]);
  });

  test('drops what is below the floor of its source, unless another source found it', () => {
    const floored = source({ name: 'text', floor: 0.5 });
    const low = found(item(1, 'a'), 1, { source: floored, score: 0.4 });
    expect(scoreItems([low], ASKED, NOW).dropped).toMatchObject([
      { decision: 'below_floor', reason: 'floor 0.5, scored 0.4', scored: { foundBy: [] } },
    ]);
    const recent = source({ type: 'recent', section: 'recent' });
    expect(scoreItems([low, found(item(1, 'a'), 3, { source: recent })], ASKED, NOW).ranked).toMatchObject([
      { foundBy: ['recent'] },
    ]);
  });

  test('is the same for any order of the sources', () => {
    const all = Array.from({ length: 20 }, (_, n) =>
      found(item((n % 12) + 1, 't'), n + 1, { source: source({ name: `s${n % 3}` }) }),
    );
    const expected = scoreItems(all, ASKED, NOW).ranked.map(({ item: { id }, rank }) => [id, rank]);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(scoreItems(shuffled, ASKED, NOW).ranked.map(({ item: { id }, rank }) => [id, rank])).toEqual(expected);
      }),
    );
  });

  describe('of a keyword query', () => {
    const few = asked(['api', 1], ['key', 1]);
    const floor = (least: number) => source({ floor: least });
    const hits = (least: number, extra: FoundItem['scores'] = {}): FoundItem[] => {
      const shares: readonly FoundItem['scores'][] = [
        { bm25: 0.8, next: 0.2 },
        { bm25: 0.5, previous: 0.4, ...extra },
        { previous: 0.5, next: 0.25 },
      ];
      return shares.map((scores, n) =>
        found(item(n + 1, `t${n}`), n + 1, { source: floor(least), scores, score: [1, 0.9, 0.75][n] ?? 0 }),
      );
    };
    const many = (all: readonly FoundItem[], terms: SearchedQuery): number => scoreItems(all, terms, NOW).ranked.length;

    test('keeps only results about as good as a direct hit', () => {
      expect(many(hits(0.3), few)).toBe(2);
      expect(scoreItems(hits(0.3), few, NOW).dropped).toMatchObject([
        { reason: 'keyword query, word score 75% of the best' },
      ]);
    });

    test.each([
      ['the query has more words', hits(0.3), ASKED],
      ['it leans on turns before', hits(0.3), { ...few, leans_on: [{ id: 'before', version: 1 }] }],
      ['the query is empty', hits(0.3), undefined],
      ['a person is named', hits(0.3, { speaker: 0.02 }), few],
      ['a time is named', hits(0.3, { date: 0.02 }), few],
      ['the floor is switched off', hits(0), few],
    ])('is not a keyword query where %s', (_, all, terms) => expect(many(all, terms)).toBe(3));

    test('keeps texts that have some of its words, each a part of the answer', () => {
      const part = found(item(9, 'Porto too!'), 3, { source: floor(0.3), score: 0.5, scores: { bm25: 0.3 } });
      expect(many([...hits(0.3), part], few)).toBe(3);
    });

    test.each([
      ['No wait, it is Tuesday at 3', 3],
      ['Nein, erst am Dienstag', 3],
      ['sorry, I meant the other one', 3],
      ['It is lovely outside', 2],
    ])('keeps what begins as a correction of a text with its words: %s', (text, count) => {
      for (const scores of [{ previous: 0.45 }, { second: 0.3 }] as FoundItem['scores'][]) {
        const next = found(item(9, text), 3, { source: floor(0.3), score: 0.48, scores });
        expect(many([...hits(0.3), next], few)).toBe(count);
      }
    });

    test('compares word scores, however near another text is in meaning', () => {
      const near = found(item(9, 'near'), 1, { source: floor(0.3), score: 0.95, scores: { vector: 0.6, bm25: 0.25 } });
      expect(many([...hits(0.3), near], few)).toBe(2);
    });

    test('is not a keyword query where the best result matches through its neighbours', () => {
      const best = found(item(9, 'around'), 1, { source: floor(0.3), score: 1, scores: { bm25: 0.4, previous: 0.6 } });
      expect(many([best, ...hits(0.3).slice(2)], few)).toBe(2);
    });
  });
});
