import { splitWords } from './split-words';

const marked = (text: string, ...words: readonly string[]): string =>
  splitWords(text, words)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

test('splitWords: marks every word as it is written, and takes none for a pattern', () => {
  expect(marked('The Port of the airport is C++ port.', 'Port', 'port', 'C++')).toBe(
    'The [Port] of the airport is [C++] [port].',
  );
});

test('splitWords: marks words of scripts without spaces within longer runs', () => {
  expect(marked('昨日大阪駅に行った', '大阪')).toBe('昨日[大阪]駅に行った');
});

test('splitWords: of two words that begin alike the longer one is marked', () => {
  expect(marked('see upload.conf', 'upload', 'upload.conf')).toBe('see [upload.conf]');
});

test('splitWords: shows the part around the first word of a long text', () => {
  const shown = marked(`${'a '.repeat(500)}heron${' b'.repeat(500)}`, 'heron');
  expect(shown).toMatch(/^….*\[heron\].*…$/);
  expect(shown.length).toBeLessThan(260);
});

test('splitWords: marks nothing in a text that was found by no word', () => {
  expect(splitWords('a b', [])).toEqual([{ text: 'a b', isFound: false }]);
});
