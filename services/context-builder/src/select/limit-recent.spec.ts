import { item, scored, source } from '../../test/crumbs';
import { itemKey, type ScoredItem } from '../gather/item';
import { limitRecent, type RecentLimits } from './limit-recent';

const recent = (n: number, recency: number, over: Partial<ScoredItem> = {}): ScoredItem =>
  scored(item(n, `text ${n}`), n, { source: 'recent', section: 'recent', recency, foundBy: ['recent'], ...over });
const found = (n: number): ScoredItem => scored(item(n, `text ${n}`), n, { foundBy: ['hybrid'] });
const window = (over: Partial<RecentLimits> = {}): RecentLimits => ({
  window: { newest: 2, alone: 4 },
  sources: [source({ type: 'recent', section: 'recent' }), source({ type: 'hybrid' })],
  exchanges: new Set(),
  dependsOnEarlier: false,
  ...over,
});
const places = ({ ranked }: { ranked: readonly ScoredItem[] }): [number, string][] =>
  ranked.map((one) => [one.rank, one.section]);

describe('limitRecent', () => {
  const all = [found(1), recent(2, 5), recent(3, 4), recent(4, 3), recent(5, 2), recent(6, 1)];

  test('keeps a few of the newest messages and drops the others as old', () => {
    const result = limitRecent(all, window());
    expect(places(result)).toEqual([
      [1, 'relevant'],
      [5, 'recent'],
      [6, 'recent'],
    ]);
    expect(result.dropped).toMatchObject([
      { decision: 'below_floor', reason: 'older than the 2 newest' },
      { scored: { rank: 3 } },
      { scored: { rank: 4 } },
    ]);
  });

  test('keeps more if the search found nothing, unless the message depends on earlier text', () => {
    const ranks = (over: Partial<RecentLimits>): number[] =>
      places(limitRecent(all.slice(1), window(over))).map(([rank]) => rank);
    expect([ranks({}), ranks({ dependsOnEarlier: true })]).toEqual([
      [3, 4, 5, 6],
      [5, 6],
    ]);
  });

  test('keeps all of the last exchanges in their section', () => {
    const exchanges = new Set([itemKey(item(2, ''))]);
    expect(places(limitRecent(all, window({ exchanges })))).toContainEqual([2, 'recent']);
  });

  test("moves what another source found to that source's section, except the last exchanges", () => {
    const both = recent(2, 5, { foundBy: ['hybrid', 'recent'] });
    expect(places(limitRecent([both], window()))).toEqual([[2, 'relevant']]);
    expect(places(limitRecent([both], window({ exchanges: new Set([itemKey(both.item)]) })))).toEqual([[2, 'recent']]);
  });

  test('uses the ranks where foundBy is missing', () => {
    const ranks = recent(2, 5, { foundBy: undefined, scores: { 'rank.recent': 5, 'rank.hybrid': 9 } });
    expect(places(limitRecent([ranks], window()))).toEqual([[2, 'relevant']]);
  });
});
