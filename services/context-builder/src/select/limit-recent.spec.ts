import { item, scored, source } from '../../test/crumbs';
import { keyOf, type Scored } from '../gather/item';
import { standing, type Window } from './limit-recent';

const recent = (n: number, recency: number, over: Partial<Scored> = {}): Scored =>
  scored(item(n, `text ${n}`), n, { source: 'recent', section: 'recent', recency, vouched: ['recent'], ...over });
const found = (n: number): Scored => scored(item(n, `text ${n}`), n, { vouched: ['hybrid'] });
const window = (over: Partial<Window> = {}): Window => ({
  window: { newest: 2, alone: 4 },
  sources: [source({ type: 'recent', section: 'recent' }), source({ type: 'hybrid' })],
  exchanges: new Set(),
  leaning: false,
  ...over,
});
const places = ({ ranked }: { ranked: readonly Scored[] }): [number, string][] =>
  ranked.map((one) => [one.rank, one.section]);

describe('the recent window', () => {
  const all = [found(1), recent(2, 5), recent(3, 4), recent(4, 3), recent(5, 2), recent(6, 1)];

  test('keeps its newest few, and says of the others that they are old', () => {
    const result = standing(all, window());
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

  test('keeps more where searching found nothing, unless the message leans on what was said last', () => {
    const ranks = (over: Partial<Window>): number[] =>
      places(standing(all.slice(1), window(over))).map(([rank]) => rank);
    expect([ranks({}), ranks({ leaning: true })]).toEqual([
      [3, 4, 5, 6],
      [5, 6],
    ]);
  });

  test('keeps the last exchanges whole and in it', () => {
    const exchanges = new Set([keyOf(item(2, ''))]);
    expect(places(standing(all, window({ exchanges })))).toContainEqual([2, 'recent']);
  });

  test('gives what another source found to the section of that one, but never out of the last exchanges', () => {
    const both = recent(2, 5, { vouched: ['hybrid', 'recent'] });
    expect(places(standing([both], window()))).toEqual([[2, 'relevant']]);
    expect(places(standing([both], window({ exchanges: new Set([keyOf(both.item)]) })))).toEqual([[2, 'recent']]);
  });

  test('believes ranks where nobody says who vouches', () => {
    const ranks = recent(2, 5, { vouched: undefined, scores: { 'rank.recent': 5, 'rank.hybrid': 9 } });
    expect(places(standing([ranks], window()))).toEqual([[2, 'relevant']]);
  });
});
