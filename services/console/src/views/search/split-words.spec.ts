import { splitWords } from './split-words';

const marked = (text: string, query: string): string =>
  splitWords(text, query)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

test('splitWords: marks every word in any case, and takes none for a pattern', () => {
  expect(marked('The Port of the (door) is a port.', 'port (door)')).toBe('The [Port] of the [(door)] is a [port].');
});

test('splitWords: shows the part around the first word of a long text', () => {
  const shown = marked(`${'a '.repeat(500)}heron${' b'.repeat(500)}`, 'heron');
  expect(shown).toMatch(/^….*\[heron\].*…$/);
  expect(shown.length).toBeLessThan(260);
});

test('splitWords: without a word of two letters nothing is marked', () => {
  expect(splitWords('a b', 'a')).toEqual([{ text: 'a b', isFound: false }]);
});
