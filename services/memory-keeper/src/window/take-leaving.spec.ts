import fc from 'fast-check';
import { takeLeaving } from './take-leaving';

const items = (length: number): number[] => Array.from({ length }, (_, n) => n + 1);
const SEED = { limit: 10, ratio: 0.8 };

describe('takeLeaving', () => {
  it('takes nothing of ten, and exactly the eight oldest of eleven and of eighteen', () => {
    expect(takeLeaving(items(10), SEED)).toEqual([]);
    expect(takeLeaving(items(11), SEED)).toEqual(items(8));
    expect(takeLeaving(items(18), SEED)).toEqual(items(8));
    expect(takeLeaving(items(19), SEED)).toEqual(items(16));
  });

  it('takes what a keeper that looks after every item would have taken, however late it is', () => {
    const limits = fc.record({
      limit: fc.integer({ min: 2, max: 20 }),
      ratio: fc.double({ min: 0.05, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(limits, fc.integer({ min: 0, max: 80 }), (tier, length) => {
        let window: number[] = [];
        const gone: number[] = [];
        for (const item of items(length)) {
          window.push(item);
          const leaving = takeLeaving(window, tier);
          gone.push(...leaving);
          window = window.slice(leaving.length);
          expect(window.length).toBeLessThanOrEqual(tier.limit);
        }
        expect(takeLeaving(items(length), tier)).toEqual(gone);
      }),
    );
  });

  it('takes at most the given number of items', () => {
    expect(takeLeaving(items(500), SEED, 32)).toEqual(items(32));
  });
});
