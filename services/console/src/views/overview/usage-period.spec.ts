import { readPeriod } from './usage-period';

const NOW = Date.parse('2026-07-08T12:34:56Z');

test('readPeriod: ends with the current minute, and has the length that was chosen', () => {
  expect(readPeriod('30', NOW)).toEqual({ days: 30, from: '2026-06-08T12:35:00.000Z', to: '2026-07-08T12:35:00.000Z' });
});

test.each([null, '', '2', 'x', '1e3'])('readPeriod: %j is a week', (text) => {
  expect(readPeriod(text, NOW).days).toBe(7);
});
