import { retryDelay } from './retry-delay';

test('the time between attempts doubles from the first one, and is at most five minutes', () => {
  const seconds = [1, 2, 3, 8, 9, 10, 20, 1_000].map((attempts) => retryDelay(attempts, 1_000) / 1_000);
  expect(seconds).toEqual([1, 2, 4, 128, 256, 300, 300, 300]);
});

test('twenty attempts with the default settings take about an hour', () => {
  const waits = Array.from({ length: 19 }, (_, n) => retryDelay(n + 1, 1_000));
  expect(Math.round(waits.reduce((sum, one) => sum + one, 0) / 60_000)).toBe(59);
});
