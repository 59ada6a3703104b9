import { beginning } from './stopping';

test('of a text too long its beginning is kept, no character cut', () => {
  expect(beginning('héé', 4)).toBe('hé');
  expect(beginning('hé', 3)).toBe('hé');
  expect(beginning('a😀', 4)).toBe('a');
  expect(beginning('')).toBe('');
});
