import { parseRoute } from './route';
import { savedPlace, viewOfPlace } from './saved-place';

test.each([
  ['#/trails?outcome=failed&agent=ann', 'trails?outcome=failed&agent=ann', 'trails'],
  ['#/log?text=a%26b&at=7&from=3', 'log?text=a%26b', 'log'],
  ['#/chat/demo?find=or&sessions=1&panel=1', 'chat/demo?find=or', 'chat'],
  ['#/trails', 'trails', 'trails'],
])('the address %s is saved as %s, of the view %s', (hash, place, view) => {
  expect(savedPlace(parseRoute(hash))).toBe(place);
  expect(viewOfPlace(place)).toBe(view);
});
