import { showPassage } from './locate-text';

describe('showPassage', () => {
  const filler = 'Nothing of note was said here. '.repeat(20).trim();
  const sentence = 'The port of the dashboard is 8443.';
  const words = sentence.toLowerCase();

  test('shows the passage around the words in the middle and at the end of a long text', () => {
    const middle = showPassage(`${filler} ${sentence} ${filler}`, words);
    expect(middle).toMatch(/^…[^…]*The port of the dashboard is 8443\.[^…]*…$/);
    expect(middle.length).toBe(160);
    expect(showPassage(`${filler} ${sentence}`, words)).toMatch(/^….*8443\.$/);
  });

  test('shows the start of a long text without the words or with them there, and a short text whole', () => {
    expect(showPassage(`${sentence} ${filler}`, words)).toMatch(/^The port.*…$/);
    expect(showPassage(filler, words)).toMatch(/^Nothing.*…$/);
    expect(showPassage(filler)).toMatch(/^Nothing.*…$/);
    expect(showPassage(sentence, words)).toBe(sentence);
    expect(showPassage(filler, `other words ${filler}`)).toMatch(/^Nothing.*…$/);
  });
});
