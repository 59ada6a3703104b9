import { createDraw } from './seeded-draw';

const draws = (seed: string, count = 50) => {
  const draw = createDraw(seed);
  return Array.from({ length: count }, () => draw(6));
};

describe('a seeded draw', () => {
  it('gives the same sequence for the same seed and another one for another seed', () => {
    expect(draws('a')).toEqual(draws('a'));
    expect(draws('a')).not.toEqual(draws('b'));
  });

  it('gives every side about equally often', () => {
    const counts = new Map<number, number>();
    for (const side of draws('fair', 12_000)) counts.set(side, (counts.get(side) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  });
});
