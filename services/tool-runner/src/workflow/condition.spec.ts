import { holds } from './condition';

describe('a condition', () => {
  it.each([
    [{ value: 5, equals: 5 }, true],
    [{ value: '5', equals: 5 }, true],
    [{ value: 'five', equals: 5 }, false],
    [{ value: { a: [1] }, equals: { a: [1] } }, true],
    [{ value: null, equals: null }, true],
    [{ value: '42', above: 41 }, true],
    [{ value: 42, above: 42 }, false],
    [{ value: 7, above: 5, below: 10 }, true],
    [{ value: 12, above: 5, below: 10 }, false],
    [{ value: 'much', above: 1 }, false],
    [{ value: 'a storm is near', contains: 'storm' }, true],
    [{ value: ['wind', 3], contains: '3' }, true],
    [{ value: { storm: true }, contains: 'storm' }, false],
    [{ value: 'yes' }, true],
    [{ value: {} }, true],
    [{ value: [] }, false],
    [{ value: 0 }, false],
    [{ value: '' }, false],
    [{ value: null }, false],
    [{ value: null, not: true }, true],
    [{ value: 5, equals: 5, not: true }, false],
  ])('%j holds: %s', (condition, expected) => {
    expect(holds(condition)).toBe(expected);
  });
});
