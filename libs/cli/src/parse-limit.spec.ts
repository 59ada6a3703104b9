import { parseLimit } from './parse-limit';

test.each([
  ['1', 1],
  ['500', 500],
])('--limit %s is %i', (limit, count) => expect(parseLimit(limit, 500)).toBe(count));

test.each(['0', '501', '-1', '1.5', 'ten', ''])('--limit "%s" is refused with the numbers that are possible', (limit) =>
  expect(() => parseLimit(limit, 500)).toThrow(`--limit must be a whole number from 1 to 500 (got "${limit}").`),
);
