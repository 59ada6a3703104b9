import * as fc from 'fast-check';
import { MAX_ACCOUNT_BYTES, packAccount, unpackAccount } from './account';
import type { AccountItem, Decision } from './asks/preview';

const item = (over: Partial<AccountItem> = {}): AccountItem => ({
  id: '0197a6d0-0000-7000-8000-000000000003',
  version: 1,
  chunk: 0,
  source: 'hybrid',
  section: 'relevant',
  decision: 'kept',
  tokens: 12,
  rank: 1,
  score: 0.5,
  scores: { text: 2.5 },
  ...over,
});

const decisions: Decision[] = ['duplicate_of', 'low_information', 'over_budget', 'below_floor', 'hint_failed'];
const features = fc.dictionary(
  fc.constantFrom('text', 'vector', 'recency', 'session', 'neighbour', 'fused'),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
const anyItem = (decision: fc.Arbitrary<Decision>) =>
  fc
    .record({
      id: fc.uuid(),
      version: fc.integer({ min: 1, max: 9999 }),
      decision,
      scores: features,
      source: fc.constantFrom('hybrid', 'recent', 'x'.repeat(64)),
      reason: fc.constantFrom('cut to 12345 characters', 'because'),
    })
    .map((over) => item(over));

describe('the account of a context', () => {
  test('what was packed comes back, in order, scores to four digits', () => {
    const items = [
      item(),
      item({
        id: '0197a6d0-0000-7000-8000-000000000004',
        decision: 'duplicate_of',
        reason: 'x',
        score: 0.123456,
        scores: { vector: 0.25 },
      }),
    ];
    expect(unpackAccount(packAccount(items))).toEqual([items[0], { ...items[1], score: 0.1235 }]);
  });

  test('never more than 24 KiB or 256 rows, every kept row is there, and the rest is counted', () => {
    const kept = fc.array(anyItem(fc.constant<Decision>('kept')), { maxLength: 256, size: 'max' });
    const others = fc.array(anyItem(fc.constantFrom(...decisions)), { maxLength: 400, size: 'max' });
    fc.assert(
      fc.property(kept, others, (first, rest) => {
        const account = packAccount([...first, ...rest]);
        expect(Buffer.byteLength(JSON.stringify(account))).toBeLessThanOrEqual(MAX_ACCOUNT_BYTES);
        expect(account.rows.length).toBeLessThanOrEqual(256);
        expect(account.rows.length + account.beyond).toBe(first.length + rest.length);
        expect(
          unpackAccount(account)
            .slice(0, first.length)
            .map(({ id }) => id),
        ).toEqual(first.map(({ id }) => id));
      }),
      { numRuns: 40 },
    );
  });
});
