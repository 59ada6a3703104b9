import { fieldCodecs } from './field-spec';

test('whole-lines: an item may hold commas, as a regular expression does', () => {
  const { toText, fromText } = fieldCodecs['whole-lines'];
  const keys = ['/wyrms{1,3}/i', 'the dragon, red'];
  expect(fromText(toText(keys))).toEqual(keys);
  expect(fromText(' \n')).toBeUndefined();
});

test('lines: items are separated by lines or commas', () => {
  expect(fieldCodecs.lines.fromText('dice, echo\nvisit_link')).toEqual(['dice', 'echo', 'visit_link']);
});

test('on-off: an object is on, whatever it holds; turned on it is empty, turned off it is gone', () => {
  const { toText, fromText } = fieldCodecs['on-off'];
  expect([toText({ window: 5 }), toText({}), toText(undefined)]).toEqual(['on', 'on', '']);
  expect([fromText('on'), fromText('')]).toEqual([{}, undefined]);
});
