import fc from 'fast-check';
import { TokenBuckets } from './token-buckets';

const step = fc.record({
  owner: fc.constantFrom('ann', 'bob'),
  afterMs: fc.nat(3_000),
  tokens: fc.integer({ min: 1, max: 4 }),
});

describe('TokenBuckets', () => {
  test('who asks first never gets more than a burst and what came back since, and always gets it after the wait', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 4, max: 40 }),
        fc.array(step),
        (perSecond, burst, steps) => {
          let now = 0;
          const buckets = new TokenBuckets({ perSecond, burst, now: () => now });
          const spent = { ann: 0, bob: 0 };
          for (const { owner, afterMs, tokens } of steps) {
            now += afterMs;
            const wait = buckets.waitMs(owner, tokens);
            if (wait > 0) {
              now += wait;
              expect(buckets.waitMs(owner, tokens)).toBeLessThanOrEqual(1);
              continue;
            }
            buckets.spend(owner, tokens);
            spent[owner] += tokens;
            expect(spent[owner]).toBeLessThanOrEqual(burst + (now / 1_000) * perSecond + 1e-6);
          }
        },
      ),
    );
  });

  test('one owner’s debt makes nobody else wait', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 10, now: () => 0 });
    buckets.spend('ann', 40);
    expect([buckets.waitMs('ann'), buckets.waitMs('bob')]).toEqual([31_000, 0]);
  });
});
