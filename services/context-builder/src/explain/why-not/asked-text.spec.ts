import { isMatch, shareOfWords } from './asked-text';

const RENT = 'My rent in Lisbon is 1,240 euros a month, and it rises in May.';

describe('a text that has most of the words of a question', () => {
  it('is what the question is about', () => {
    expect(isMatch(shareOfWords('rent in lisbon is 1,240 euros a year', RENT))).toBe(true);
  });

  it.each([
    ['another number', 'my rent in lisbon is 9,999 euros a month'],
    ['another identifier', 'my rent in lisbon is 1,240-zz7 euros a month'],
    ['a negation', 'my rent in lisbon is not 1,240 euros a month'],
    ['too few of the words', 'the ferry to lisbon rises in may'],
  ])('is not with %s', (_what, question) => {
    expect(isMatch(shareOfWords(question, RENT))).toBe(false);
  });
});
