import { matchPlaces, placesOfText } from './palette-places';

const ID = '01890000-0000-7000-8000-00000000dead';

test('placesOfText: an id leads to its trail and its context, words to a search, and nothing to nothing', () => {
  expect(placesOfText(` ${ID} `).map(({ href }) => href)).toEqual([`#/trails/${ID}?crumb=${ID}`, `#/contexts/${ID}`]);
  expect(placesOfText('port & door').map(({ href }) => href)).toEqual(['#/search?q=port+%26+door']);
  expect(placesOfText('  ')).toEqual([]);
});

test('matchPlaces: names that hold every word, those that begin with the text first', () => {
  const places = ['Old letters', 'Dead letters', 'Letters'].map((name) => ({ kind: 'View', name, href: name }));
  const found = (text: string): string[] => matchPlaces(places, text).map(({ name }) => name);
  expect(found('LETTERS')).toEqual(['Letters', 'Old letters', 'Dead letters']);
  expect(found('letters dead')).toEqual(['Dead letters']);
  expect(found('view old')).toEqual(['Old letters']);
  expect(found('')).toHaveLength(3);
});
