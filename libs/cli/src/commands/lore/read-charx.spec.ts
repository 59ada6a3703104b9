import { strToU8, zipSync } from 'fflate';
import { readCharx } from './read-charx';

const zip = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));

describe('readCharx', () => {
  it('gives the card of an archive, and counts the other files', () => {
    const bytes = zip({ 'card.json': '{"name":"灯"}', 'assets/icon/main.png': 'x', 'assets/other.mp3': 'y' });
    expect(readCharx(bytes)).toEqual({
      card: '{"name":"灯"}',
      warnings: ['2 other files of the archive, such as pictures, are left out'],
    });
  });

  it('is null for what is no archive', () => {
    expect(readCharx(Buffer.from('{"name":"a"}'))).toBeNull();
  });

  it.each([
    ['without a card', zip({ 'a.txt': 'x' }), 'without a card.json'],
    ['that is cut off', zip({ 'card.json': '{}' }).subarray(0, 30), 'cannot be read'],
  ])('refuses an archive %s', (_what, bytes, message) => {
    expect(() => readCharx(bytes)).toThrow(message);
  });
});
