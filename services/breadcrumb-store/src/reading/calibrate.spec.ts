import fc from 'fast-check';
import { calibrate, type Bill } from './calibrate';

const same = (count: number, bill: Bill): Bill[] => Array.from({ length: count }, () => bill);

describe('calibrate', () => {
  it('returns a factor of 1 and no margin before the first bill', () => {
    expect(calibrate([])).toEqual({ samples: 0, factor: 1, margin: 0 });
  });

  it('learns a constant difference without a margin', () => {
    expect(calibrate(same(50, { billed: 120, counted: 100 }))).toEqual({ samples: 50, factor: 1.2, margin: 0 });
  });

  it('follows recent bills: half of a change is learnt after 14 turns', () => {
    const { factor } = calibrate([
      ...same(14, { billed: 140, counted: 100 }),
      ...same(186, { billed: 100, counted: 100 }),
    ]);
    expect(factor).toBeGreaterThan(1.18);
    expect(factor).toBeLessThan(1.22);
  });

  it('has a margin that covers 99 of 100 bills', () => {
    const usual = same(198, { billed: 100, counted: 100 });
    const rare = same(2, { billed: 150, counted: 100 });
    expect(calibrate([...usual, ...rare]).margin).toBeLessThan(0.01);
    const often = calibrate([...usual, ...same(4, { billed: 150, counted: 100 })]);
    expect(often.margin).toBeGreaterThan(0.4);
  });

  it('stays within its bounds and is deterministic', () => {
    const tokens = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ billed: tokens, counted: tokens }), { minLength: 1, maxLength: 200 }),
        (bills) => {
          const { samples, factor, margin } = calibrate(bills);
          expect(samples).toBe(bills.length);
          expect(factor).toBeGreaterThanOrEqual(0.8);
          expect(factor).toBeLessThanOrEqual(1.6);
          expect(margin).toBeGreaterThanOrEqual(0);
          expect(margin).toBeLessThanOrEqual(0.5);
          expect(calibrate(bills)).toEqual({ samples, factor, margin });
        },
      ),
    );
  });

  it('keeps 99 of 100 bills within a budget that the corrected count fills up to the margin', () => {
    const ratio = fc.double({ min: 0.8, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(fc.array(ratio, { minLength: 100, maxLength: 200 }), (ratios) => {
        const { factor, margin } = calibrate(ratios.map((one) => ({ billed: one * 1_000, counted: 1_000 })));
        const most = (10_000 * (1 - margin)) / factor;
        const over = ratios.filter((one) => one * most > 10_000 * 1.0001);
        expect(over.length).toBeLessThanOrEqual(ratios.length / 100);
      }),
    );
  });
});
