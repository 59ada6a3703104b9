import { measureBytes } from '../../../test/measure-bytes';
import { parseTsvector } from './parse-tsvector';

test('parseTsvector: reads each stem with how often it occurs', () => {
  expect(parseTsvector(`'boat':1,3 'paint':2`)).toEqual(
    new Map([
      ['boat', 2],
      ['paint', 1],
    ]),
  );
  expect(parseTsvector('')).toEqual(new Map());
});

test('parseTsvector: handles quotes, backslashes, spaces and colons in stems, and weights', () => {
  expect([...parseTsvector(`'a b':1A 'it''s':2,9B 'c:\\\\d':3 ':':4 'x'`)]).toEqual([
    ['a b', 1],
    [`it's`, 2],
    ['c:\\d', 1],
    [':', 1],
    ['x', 1],
  ]);
});

test('parseTsvector: a long stem does not keep the text in memory that it was part of', () => {
  const count = 1_000;
  const stems: string[] = [];
  const before = measureBytes();
  for (let nth = 0; nth < count; nth += 1) {
    const text = `'representation${nth}':1 ${`'word${nth}':2 `.repeat(500)}`;
    stems.push([...parseTsvector(text).keys()][0] as string);
  }
  expect((measureBytes() - before) / count).toBeLessThan(1_000);
  expect(stems[7]).toBe('representation7');
});
