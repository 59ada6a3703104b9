import { truncateUtf8 } from './turn-stopper';

test('of a text too long its beginning is kept, no character cut', () => {
  expect(truncateUtf8('héé', 4)).toBe('hé');
  expect(truncateUtf8('hé', 3)).toBe('hé');
  expect(truncateUtf8('a😀', 4)).toBe('a');
  expect(truncateUtf8('')).toBe('');
});
