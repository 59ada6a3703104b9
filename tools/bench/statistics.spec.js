const fc = require('fast-check');
const { bootstrap, mean, median, quantile, short } = require('./statistics.js');

describe('statistics', () => {
  it('a percentile is the value of the nearest rank', () => {
    expect([quantile([5, 1, 3], 0), median([5, 1, 3]), quantile([5, 1, 3], 1)]).toEqual([1, 3, 5]);
    expect(quantile([1, 2, 3, 4], 0.99)).toBe(4);
  });

  it('a percentile is always a measured value', () => {
    const values = fc.array(fc.double({ noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) =>
        all.includes(quantile(all, share)),
      ),
    );
  });

  it('a bootstrap interval contains the mean, and is the same in every run', () => {
    const values = Array.from({ length: 200 }, (_, at) => at % 2);
    const [low, high] = bootstrap(values);
    expect(low).toBeGreaterThan(0.4);
    expect(high).toBeLessThan(0.6);
    expect(low < mean(values) && mean(values) < high).toBe(true);
    expect(bootstrap(values)).toEqual([low, high]);
    expect(bootstrap([1, 1])).toEqual([1, 1]);
  });

  it('an empty list is rejected', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  it('figures are printed rounded', () => {
    expect([short(12_345), short(812.4), short(1.234)]).toEqual(['12.3k', '812', '1.23']);
  });
});
