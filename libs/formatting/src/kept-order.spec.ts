import { formatKeptOrder } from './kept-order';

test('kept order: says how many more tokens can be cached, and what that saves where a price is known', () => {
  expect(formatKeptOrder({ context: 'c', tokens: 900, saved_usd: 0.0012 })).toBe(
    'kept the order of the turn before: 900 more tokens can be cached, $0.0012 saved where they are',
  );
  expect(formatKeptOrder({ context: 'c', tokens: 900 })).toBe(
    'kept the order of the turn before: 900 more tokens can be cached',
  );
});
