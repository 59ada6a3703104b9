import fc from 'fast-check';
import { findLargest } from './find-largest';

const values = fc.array(fc.constantFrom(0, -1, 0.5, 1, 2, 3, 4, 5), { maxLength: 60 });

test('findLargest: finds the same as sorting all values above 0, of equal values the later first', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 12 }), (all, limit) => {
      const sorted = all
        .map((value, at) => ({ value, at }))
        .filter(({ value }) => value > 0)
        .sort((a, b) => b.value - a.value || b.at - a.at)
        .map(({ at }) => at);
      expect(findLargest(Float64Array.from(all), limit)).toEqual(sorted.slice(0, limit));
    }),
  );
});
