import { parseBudgets } from './case-runs';

test('parseBudgets: lists today first, then each budget once in the order in which it was written', () => {
  expect(parseBudgets('2048, 512 2048')).toEqual([
    { name: 'today' },
    { name: 'budget 2,048', max_tokens: 2048 },
    { name: 'budget 512', max_tokens: 512 },
  ]);
});

test('parseBudgets: leaves out what is no budget', () => {
  expect(parseBudgets('')).toEqual([{ name: 'today' }]);
  expect(parseBudgets('12, many')).toEqual([{ name: 'today' }]);
});
