import { CUT_MARK, excerptAt, joinExcerpts } from './excerpt-text';

const text = 'One. Two. Three.\nFour. Five.';
const range = (words: string) => ({ from: text.indexOf(words), to: text.indexOf(words) + words.length });
const between = { follows: true, continues: true };

test.each([
  ['in a line', [range('Two.')], `${CUT_MARK} Two. ${CUT_MARK}`],
  ['between lines', [range('One.'), range('Five.')], `One.\n${CUT_MARK}\nFive.`],
  ['between sentences of a line', [range('One.'), range('Three.')], `One. ${CUT_MARK} Three.\n${CUT_MARK}`],
  ['beyond the end', [{ from: 900, to: 950 }], `${CUT_MARK} `],
])('an excerpt has a mark wherever text is left out: %s', (_what, ranges, expected) => {
  expect(excerptAt(text, ranges)).toBe(expected);
});

test('an excerpt has marks for the pieces before and after it', () => {
  expect(excerptAt(text, [{ from: 0, to: text.length }], between)).toBe(`${CUT_MARK}\n${text}\n${CUT_MARK}`);
});

test('excerpts of neighbouring pieces have one mark where both leave text out', () => {
  expect(joinExcerpts(`a\n${CUT_MARK}`, `${CUT_MARK}\nb`)).toBe(`a\n${CUT_MARK}\nb`);
  expect(joinExcerpts('a', 'b')).toBe('a\nb');
});
