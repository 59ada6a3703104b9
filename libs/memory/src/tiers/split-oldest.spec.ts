import { splitOldest } from './split-oldest';

const count = (length: number) => Array.from({ length }, (_, n) => n);

describe('splitOldest', () => {
  it('takes nothing while the limit holds, and then the oldest four fifths in their order', () => {
    expect(splitOldest(count(10), 10, 0.8)).toBeUndefined();
    expect(splitOldest(count(11), 10, 0.8)).toEqual({ oldest: count(8), rest: [8, 9, 10] });
    expect(splitOldest(count(12), 10, 0.8)).toEqual({ oldest: count(9), rest: [9, 10, 11] });
  });

  it('always takes something above the limit, and everything with a ratio of 1', () => {
    expect(splitOldest(count(3), 2, 0.1)).toEqual({ oldest: [0], rest: [1, 2] });
    expect(splitOldest(count(3), 2, 1)).toEqual({ oldest: count(3), rest: [] });
  });
});
