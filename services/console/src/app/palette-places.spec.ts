import { placesOfText } from './palette-places';

const ID = '01890000-0000-7000-8000-00000000dead';

test('placesOfText: an id leads to its trail and its context, words to a search, and nothing to nothing', () => {
  expect(placesOfText(` ${ID} `).map(({ href }) => href)).toEqual([`#/trails/${ID}?crumb=${ID}`, `#/contexts/${ID}`]);
  expect(placesOfText('port & door').map(({ href }) => href)).toEqual(['#/search?q=port+%26+door']);
  expect(placesOfText('  ')).toEqual([]);
});
