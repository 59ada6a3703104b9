import { countTokens } from './count-tokens';
import { cutTokens } from './cut-tokens';

describe('a text with a limit of tokens', () => {
  it('stays whole within the limit', () => {
    expect(cutTokens('one two', 10)).toEqual({ text: 'one two', isCut: false });
  });

  it('is cut to the limit', () => {
    const { text, isCut } = cutTokens('one two three four. '.repeat(100), 50);
    expect(isCut).toBe(true);
    expect(countTokens(text, 'o200k_base')).toBe(50);
  });

  it('is marked as cut where few tokens have many characters', () => {
    expect(cutTokens(' '.repeat(1_000), 10)).toMatchObject({ isCut: true });
  });

  it('never ends in half a character', () => {
    const { text } = cutTokens('👩‍🚀'.repeat(50), 17);
    expect(text.isWellFormed()).toBe(true);
  });
});
