import * as fc from 'fast-check';
import {
  MAX_ACCOUNT_BYTES,
  packAccount,
  unpackAccount,
  unpackKept,
  unpackKeptTokens,
  countPackedDecisions,
} from './account';
import type { AccountItem, Decision } from './operations/preview';
import { FEATURES } from './operations/retrieval';

const id = (last: number): string => `0197a6d0-0000-7000-8000-${String(last).padStart(12, '0')}`;

const item = (over: Partial<AccountItem> = {}): AccountItem => ({
  id: id(3),
  version: 1,
  chunk: 0,
  source: 'hybrid',
  section: 'relevant',
  decision: 'kept',
  tokens: 12,
  rank: 1,
  score: 0.5,
  scores: { bm25: 0.5, 'rank.hybrid': 7 },
  ...over,
});

const comesBack = (items: readonly AccountItem[]): void =>
  expect(unpackAccount(packAccount(items))).toEqual(items.map((one) => ({ ...one })));

const keptTokens = (items: readonly AccountItem[]) =>
  items.filter(({ decision }) => decision === 'kept').map((one) => ({ id: one.id, tokens: one.tokens }));

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const decisions: Decision[] = ['kept', 'duplicate_of', 'low_information', 'over_budget', 'below_floor', 'hint_failed'];
const sources = ['recent', 'hybrid', 'catalog', 'x'.repeat(64)];
const share = fc.integer({ min: 0, max: 9999 }).map((value) => value / 10_000);
const whole = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });
const shares = fc.record(Object.fromEntries(FEATURES.map((name) => [name, share])));
const ranks = fc.record(Object.fromEntries(sources.map((name) => [`rank.${name}`, whole(999)])));
const reason = fc.oneof(
  fc.constant('{} of {@} {{'),
  fc.uuid().map((one) => `${one} (near-same text)`),
  fc.tuple(whole(99_999), whole(99_999)).map(([a, b]) => `${a} tokens, ${b} left`),
  fc.string({ minLength: 150, maxLength: 200, unit: 'grapheme' }),
);
const fixed = {
  version: whole(9999),
  chunk: whole(120),
  cut: whole(16_000),
  lead: whole(400),
  tokens: whole(16_000),
  rank: whole(1999),
};
const ranges = fc.array(fc.tuple(whole(600), whole(600)), { maxLength: 3 }).map((steps) => {
  let end = 0;
  return steps.map(([gap, length]): [number, number] => [end + gap, (end += gap + length)]);
});
const anyItem: fc.Arbitrary<AccountItem> = fc
  .record({
    ...fixed,
    id: fc.uuid(),
    source: fc.constantFrom(...sources),
    decision: fc.constantFrom(...decisions),
    reason,
    ranges,
    score: share,
    digest: whole(0xfffffff).map((value) => value.toString(16).padStart(7, '0')),
    scores: fc.tuple(shares, ranks).map(([features, places]) => ({ ...features, ...places })),
  })
  .map((over) => item(over));
const fullHouse = fc.array(anyItem, { minLength: 256, maxLength: 256 });

describe('packed account of a context', () => {
  test('the kept items alone unpack to the same ids and tokens', () => {
    fc.assert(
      fc.property(fullHouse, (items) => {
        const account = packAccount(items);
        expect(unpackKeptTokens(account)).toEqual(keptTokens(unpackAccount(account)));
        const packed = account.packed?.[account.columns.indexOf('decision')] ?? '';
        const kept = keptTokens(unpackAccount(account)).length;
        const left_out = (account.count ?? 0) - kept;
        expect(countPackedDecisions({ packed, words: account.dictionaries?.['decision'] ?? [] })).toEqual({
          kept,
          left_out,
        });
      }),
      { numRuns: 20 },
    );
  });

  test('the kept items alone unpack as they do with all others', () => {
    fc.assert(
      fc.property(fullHouse, (items) => {
        const [kept, others] = [true, false].map((is) => items.filter(({ decision }) => (decision === 'kept') === is));
        const account = packAccount([...(kept ?? []), ...(others ?? [])]);
        expect(unpackKept(account)).toEqual(unpackAccount(account).filter(({ decision }) => decision === 'kept'));
      }),
      { numRuns: 20 },
    );
  });

  test('unpacks to the items that were packed, in order', () => {
    comesBack([
      item({ pinned: true, digest: '00ab3f1' }),
      item({ id: id(4), chunk: undefined, cut: 1200, score: 0.1235, scores: { vector: 0.25 } }),
      item({
        id: id(10),
        ranges: [
          [0, 120],
          [180, 2_400],
        ],
      }),
      item({ id: id(11), cut: 40, ranges: [[7, 9]] }),
      item({ id: id(5), decision: 'duplicate_of', reason: `${id(3)} (near-same text)`, scores: {} }),
      item({ id: id(6), decision: 'duplicate_of', reason: `${id(999)}` }),
      item({ id: id(7), decision: 'over_budget', reason: '35 tokens, 12 left' }),
      item({ id: id(8), decision: 'expired', reason: 'at 2026-05-08T09:00:00.007Z' }),
      item({ id: id(9), decision: 'hint_failed', reason: '{{x}} is no {} of {@} in "07"' }),
    ]);
  });

  test('is empty for no items', () => {
    expect(unpackAccount(packAccount([]))).toEqual([]);
  });

  test('keeps at least four significant digits of the largest score in each column, and small scores beside it', () => {
    const [first, second] = unpackAccount(
      packAccount([
        item({ score: 0.016393442, scores: { bm25: 12.3456 } }),
        item({ score: 0.0081, scores: { bm25: -0.004 } }),
      ]),
    );
    expect([first?.score, second?.score]).toEqual([0.016393, 0.0081]);
    expect([first?.scores['bm25'], second?.scores['bm25']]).toEqual([12.346, -0.004]);
  });

  test('of 256 candidates with every feature, the ranks of four sources and long reasons never exceeds 28 KiB, with no candidate left out', () => {
    fc.assert(
      fc.property(fullHouse, (items) => {
        const account = packAccount(items);
        expect(bytes(account)).toBeLessThanOrEqual(MAX_ACCOUNT_BYTES);
        expect(account.beyond).toBe(0);
        const bare = (all: readonly AccountItem[]) => all.map(({ reason: _words, ...rest }) => rest);
        expect(bare(unpackAccount(account))).toEqual(bare(items));
      }),
      // Shrinking 256 candidates would take hours.
      { numRuns: 25, endOnFailure: true },
    );
  });

  test('holds 256 rows at most and counts the rest', () => {
    const account = packAccount(Array.from({ length: 400 }, (_, at) => item({ id: id(at), rank: at })));
    expect(unpackAccount(account)).toHaveLength(256);
    expect(account.beyond).toBe(144);
  });

  test('keeps complete reasons where they fit, otherwise as much of each as fits', () => {
    const long = (at: number): string => `${String.fromCharCode(97 + (at % 26))}${'y'.repeat(20)}`.repeat(9);
    comesBack([item({ reason: long(1) })]);
    const many = Array.from({ length: 256 }, (_, at) =>
      item({ id: id(at), reason: `${long(at)} z${at}z`.slice(9) + at }),
    );
    const reasons = unpackAccount(packAccount(many)).map((one) => one.reason ?? '');
    expect(reasons.every((one, at) => one.endsWith('…') && many[at]?.reason?.startsWith(one.slice(0, -1)))).toBe(true);
  });

  test('from before columns were packed is read by its columns', () => {
    const account = {
      columns: [
        'id',
        'version',
        'chunk',
        'source',
        'section',
        'decision',
        'reason',
        'tokens',
        'rank',
        'score',
        'scores.text',
      ],
      sources: ['recent', 'hybrid'],
      rows: [
        [id(3), 1, 0, 1, 'relevant', 'kept', null, 12, 1, 0.5, 2.5],
        [id(4), 2, null, 0, 'recent', 'duplicate_of', 'x', 9, 2, 0.25],
      ],
      beyond: 3,
    };
    expect(unpackAccount(account)).toEqual([
      item({ scores: { text: 2.5 } }),
      {
        id: id(4),
        version: 2,
        source: 'recent',
        section: 'recent',
        decision: 'duplicate_of',
        reason: 'x',
        tokens: 9,
        rank: 2,
        score: 0.25,
        scores: {},
      },
    ]);
  });
});
