import { KeywordAutomaton } from './keyword-automaton';

const found = (keywords: readonly string[], text: string): string[] => {
  const hits: string[] = [];
  new KeywordAutomaton(keywords).scan(text, (keyword, end) => hits.push(`${keywords[keyword]}@${end}`));
  return hits.toSorted();
};

const expected = (keywords: readonly string[], text: string): string[] =>
  keywords
    .flatMap((keyword) =>
      [...text.matchAll(new RegExp(`(?=${keyword})`, 'g'))].map(({ index }) => `${keyword}@${index + keyword.length}`),
    )
    .toSorted();

test('every occurrence is found, overlapping ones and suffixes too', () => {
  expect(found(['he', 'she', 'hers', 'his'], 'ushers')).toEqual(['he@4', 'hers@6', 'she@4']);
  expect(found(['__proto__', '猫'], 'x猫__proto__')).toEqual(['__proto__@11', '猫@2']);
  expect(found([], 'x')).toEqual([]);
});

test('keywords of many letters, whose table would be too large, are found in the same way', () => {
  const letter = (n: number): string => String.fromCharCode(0x4e00 + (n % 4_000));
  const many = Array.from({ length: 4_000 }, (_, n) => letter(n) + letter(n * 7 + 1));
  for (const keywords of [many.slice(0, 50), many]) {
    const text =
      Array.from({ length: 400 }, (_, n) => letter(n % 3 ? n : n * 7)).join('') + keywords.slice(0, 20).join('');
    expect(found(keywords, text)).toEqual(expected(keywords, text));
  }
});
