import { formatDuration } from './duration';

test.each([
  [0, '0 ms'],
  [0.25, '0.3 ms'],
  [0.4, '0.4 ms'],
  [1, '1 ms'],
  [340.4, '340 ms'],
  [1_000, '1.0 s'],
  [2_100, '2.1 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [185_000, '3 min 5 s'],
  [3_600_000, '60 min 0 s'],
])('formatDuration: %d ms is written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
