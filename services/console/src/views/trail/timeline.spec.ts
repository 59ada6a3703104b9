import { computeAxis, computeTicks, positionOnAxis } from './timeline';

describe('the time axis of a trail', () => {
  test('reaches from the earliest start to the latest end', () => {
    const axis = computeAxis([
      { from: -20, to: 5 },
      { from: 3, to: 180 },
    ]);
    expect(axis).toEqual({ from: -20, to: 180 });
    expect(positionOnAxis({ from: 30, to: 80 }, axis)).toEqual({ left: 25, width: 25 });
  });

  test('is at least 1 ms long', () => {
    expect(computeAxis([])).toEqual({ from: 0, to: 1 });
  });

  test('cuts off spans that lie outside of it', () => {
    expect(positionOnAxis({ from: -50, to: 500 }, { from: 0, to: 100 })).toEqual({ left: 0, width: 100 });
    expect(positionOnAxis({ from: 100, to: 900 }, { from: 0, to: 100 })).toEqual({ left: 100, width: 0 });
  });

  test.each([
    [1, [0, 0.5, 1]],
    [1_900, [0, 1_000]],
    [90, [0, 50]],
  ])('of %d ms has ticks at round times', (to, ticks) => {
    expect(computeTicks({ from: 0, to }, 2).map(({ at }) => at)).toEqual(ticks);
  });
});
