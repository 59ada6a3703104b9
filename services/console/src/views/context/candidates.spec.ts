import type { ExplainedItem } from '@crumbtrail/client';
import { filterAndSort, listFeatures, nextOrder, parseOrder } from './candidates';

const item = (id: string, more: Partial<ExplainedItem> = {}): ExplainedItem => ({
  id,
  version: 1,
  decision: 'kept',
  why: 'kept',
  source: 'recent',
  section: 'recent',
  tokens: 5,
  rank: 1,
  score: 0.5,
  scores: {},
  ...more,
});
const items = [
  item('a', { tokens: 9, text: 'the port', scores: { bm25: 0.4, 'rank.recent': 2, 'rank.hybrid': 1 } }),
  item('b', { tokens: 10, decision: 'over_budget', why: 'left out: the budget was spent', section: 'relevant' }),
  item('c', { tokens: 2, section: '', text: 'PORT 2', scores: { vector: 0.2, bm25: 0.9 } }),
];
const ids = (found: readonly ExplainedItem[]): string => found.map(({ id }) => id).join('');

describe('filterAndSort', () => {
  test('puts the nearest miss first, then what was kept in the order of the prompt, until a column is chosen', () => {
    expect(ids(filterAndSort(items, {}))).toBe('bac');
    const misses = [
      item('x', { decision: 'below_floor', score: 0.1 }),
      item('y', { decision: 'over_budget', score: 0.4 }),
    ];
    expect(ids(filterAndSort([...items, ...misses], {}))).toBe('byxac');
    expect(ids(filterAndSort(items, {}, parseOrder('tokens')))).toBe('cab');
    expect(ids(filterAndSort(items, {}, parseOrder('-tokens')))).toBe('bac');
    expect(ids(items)).toBe('abc');
  });

  test('sorts by any score feature, with missing values last in both directions', () => {
    expect(ids(filterAndSort(items, {}, parseOrder('bm25')))).toBe('acb');
    expect(ids(filterAndSort(items, {}, parseOrder('-bm25')))).toBe('cab');
    expect(ids(filterAndSort(items, {}, parseOrder('-toString')))).toBe('abc');
  });

  test.each([
    [{ text: 'port' }, 'ac'],
    [{ text: 'BUDGET' }, 'b'],
    [{ decision: 'kept', text: '2' }, 'c'],
    [{ section: '(none)' }, 'c'],
    [{ section: 'relevant', decision: 'kept' }, ''],
    [{}, 'bac'],
  ])('filters by %j', (filter, found) => {
    expect(ids(filterAndSort(items, filter))).toBe(found);
  });

  test('listFeatures lists the features of the scores without the ranks', () => {
    expect(listFeatures(items)).toEqual(['bm25', 'vector']);
  });
});

test('nextOrder: cycles through descending, ascending and unsorted', () => {
  expect(nextOrder(undefined, 'score')).toBe('-score');
  expect(nextOrder(parseOrder('-score'), 'score')).toBe('score');
  expect(nextOrder(parseOrder('score'), 'score')).toBeUndefined();
  expect(nextOrder(parseOrder('score'), 'tokens')).toBe('-tokens');
});
