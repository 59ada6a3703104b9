import fc from 'fast-check';
import { bitsOf, masksOf } from './stem-bits';

const holds = (masks: ReturnType<typeof masksOf>, stem: string): boolean => {
  const { low, high } = bitsOf(stem);
  return (masks.low & low) !== 0 && (masks.high & high) !== 0;
};

test('masks never deny a stem that is there', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 200 }), (stems) => {
      const masks = masksOf(stems);
      for (const stem of stems) expect(holds(masks, stem)).toBe(true);
    }),
  );
});

test('of a short text they deny most that are not', () => {
  const masks = masksOf(Array.from({ length: 12 }, (_, n) => `here${n}`));
  const taken = Array.from({ length: 1_000 }, (_, n) => `else${n}`).filter((stem) => holds(masks, stem));
  expect(taken.length).toBeLessThan(300);
});
