import {
  packAccount,
  RANKING_WEIGHTS,
  type AccountItem,
  type AgentContextV1,
  type AnswerGroundingV1,
} from '@crumbtrail/contracts';
import { readLabelledTurn } from './labelled-turn';

const id = (nth: number): string => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`;

const row = (nth: number, over: Partial<AccountItem> = {}): AccountItem => ({
  id: id(nth),
  version: 1,
  source: 'hybrid',
  section: 'relevant',
  decision: 'kept',
  tokens: 10 * nth,
  rank: nth,
  score: 0.5,
  scores: { bm25: 0.6, vector: 0.2, length: -0.4, author: -0.1, 'rank.hybrid': nth },
  ...over,
});

const sources = [
  { type: 'recent', floor: 0 },
  { type: 'hybrid', floor: 0.3 },
];
const context = (rows: readonly AccountItem[], plan: object = { features: RANKING_WEIGHTS.features, sources }) =>
  ({
    now: '2026-05-08T09:00:00.000Z',
    tokens: { total: 300 },
    plan,
    account: packAccount(rows),
  }) as unknown as AgentContextV1;
const grounding = (...ids: readonly string[]) =>
  ({ sources: ids.map((one) => ({ id: one, version: 1 })) }) as unknown as AnswerGroundingV1;

describe('a labelled turn', () => {
  test('has each ranked text with its shares and discounts, and whether the reply rests on it', () => {
    const rows = [row(1), row(2, { decision: 'over_budget' }), row(3, { decision: 'below_floor' })];
    const turn = readLabelledTurn('c', context(rows), grounding(id(1)));
    expect(turn).toMatchObject({
      context: 'c',
      tokens: 300,
      searched: 10,
      floor: 0.3,
      features: RANKING_WEIGHTS.features,
    });
    expect(turn?.candidates.map(({ grounded, tokens }) => [grounded, tokens])).toEqual([
      [true, 10],
      [false, 20],
      [false, 30],
    ]);
    const [first] = turn?.candidates ?? [];
    expect(first?.shares).toEqual({ bm25: 0.6, vector: 0.2 });
    expect(first?.length).toBeCloseTo(0.5);
    expect(first?.author).toBeCloseTo(0.75);
  });

  test('leaves out the last exchanges, what no search found, duplicates, and what the order of events placed', () => {
    const rows = [
      row(1),
      row(2, { pinned: true }),
      row(3, { scores: { 'rank.recent': 1 } }),
      row(4, { decision: 'duplicate_of', reason: id(1) }),
      row(5, { scores: { bm25: 0.6, date: -0.2 } }),
    ];
    expect(readLabelledTurn('c', context(rows), grounding(id(1)))?.candidates).toHaveLength(1);
  });

  test.each<[string, readonly AccountItem[], AnswerGroundingV1, object?]>([
    ['rests on nothing that was ranked', [row(1), row(2, { pinned: true })], grounding(id(2)), undefined],
    ['rests on a text that was left out', [row(1, { decision: 'over_budget' })], grounding(id(1)), undefined],
    ['was recorded without weights', [row(1)], grounding(id(1)), { sources }],
  ])('is none where the reply %s', (_what, rows, cited, plan) => {
    expect(readLabelledTurn('c', plan === undefined ? context(rows) : context(rows, plan), cited)).toBeNull();
  });
});
