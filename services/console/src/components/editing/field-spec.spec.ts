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
