import { truncateUtf8 } from './turn-stopper';

test('truncateUtf8: keeps the start of a long text without splitting a character', () => {
  expect(truncateUtf8('héé', 4)).toBe('hé');
  expect(truncateUtf8('hé', 3)).toBe('hé');
  expect(truncateUtf8('a😀', 4)).toBe('a');
  expect(truncateUtf8('')).toBe('');
});
