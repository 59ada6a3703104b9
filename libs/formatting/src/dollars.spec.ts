import { formatCost, formatDollars } from './dollars';

test.each([
  [0, '$0'],
  [0.000_000_123, '$0.00000012'],
  [0.000_012_3, '$0.000012'],
  [0.000_123, '$0.00012'],
  [0.001, '$0.001'],
  [0.0012, '$0.0012'],
  [0.009_99, '$0.01'],
  [0.01, '$0.01'],
  [0.0456, '$0.05'],
  [0.5, '$0.50'],
  [12, '$12.00'],
  [1_234.567, '$1234.57'],
])('formatDollars: %d is written %s', (usd, text) => {
  expect(formatDollars(usd)).toBe(text);
});

test('formatCost: a turn of unknown price is never shown as free', () => {
  expect(
    [
      { cost_usd: 0, unpriced: 0 },
      { cost_usd: 0, unpriced: 1 },
      { cost_usd: 2, unpriced: 1 },
    ].map(formatCost),
  ).toEqual(['$0', 'unknown', '$2.00 + 1 unknown']);
});
