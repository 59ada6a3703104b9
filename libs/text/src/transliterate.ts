import { lower } from './fold';

/** How a letter of Cyrillic is written in Latin script: as English transliterates it, and as Slavic languages write it, without marks. */
const CYRILLIC: Readonly<Record<string, readonly [english: string, slavic: string]>> = {
  а: ['a', 'a'],
  б: ['b', 'b'],
  в: ['v', 'v'],
  г: ['g', 'g'],
  ґ: ['g', 'g'],
  д: ['d', 'd'],
  ђ: ['dj', 'd'],
  ѓ: ['gj', 'g'],
  е: ['e', 'e'],
  ё: ['yo', 'jo'],
  є: ['ye', 'je'],
  ж: ['zh', 'z'],
  з: ['z', 'z'],
  ѕ: ['dz', 'dz'],
  и: ['i', 'i'],
  і: ['i', 'i'],
  ї: ['yi', 'ji'],
  й: ['y', 'j'],
  ј: ['j', 'j'],
  к: ['k', 'k'],
  ќ: ['kj', 'k'],
  л: ['l', 'l'],
  љ: ['lj', 'lj'],
  м: ['m', 'm'],
  н: ['n', 'n'],
  њ: ['nj', 'nj'],
  о: ['o', 'o'],
  п: ['p', 'p'],
  р: ['r', 'r'],
  с: ['s', 's'],
  т: ['t', 't'],
  ћ: ['c', 'c'],
  у: ['u', 'u'],
  ў: ['u', 'u'],
  ф: ['f', 'f'],
  х: ['kh', 'h'],
  ц: ['ts', 'c'],
  ч: ['ch', 'c'],
  џ: ['dz', 'dz'],
  ш: ['sh', 's'],
  щ: ['shch', 'sc'],
  ъ: ['', ''],
  ы: ['y', 'y'],
  ь: ['', ''],
  э: ['e', 'e'],
  ю: ['yu', 'ju'],
  я: ['ya', 'ja'],
};
const HAS_CYRILLIC = /\p{Script=Cyrillic}/u;
const LATIN = /^[a-z]+$/;

/** What is written in Latin for each letter of Cyrillic, the longest first. */
function reverseOf(way: 0 | 1, letters: string): readonly (readonly [latin: string, cyrillic: string])[] {
  return Array.from(letters, (letter) => [(CYRILLIC[letter] as readonly [string, string])[way], letter] as const)
    .filter(([latin]) => latin !== '')
    .toSorted(([a], [b]) => b.length - a.length);
}

const EASTERN = reverseOf(0, 'абвгдежзиклмнопрстуфхцчшщыюя');
/** The same, where `y` is a short vowel. */
const SHORT_VOWELS = reverseOf(0, 'абвгдежзийклмнопрстуфхцчшщюя');
const SOUTHERN = reverseOf(1, 'абвгдезијклљмнњопрстуфхцшжч');

function toCyrillic(word: string, ways: typeof EASTERN): string {
  let [written, rest] = ['', word];
  while (rest !== '') {
    const found = ways.find(([latin]) => rest.startsWith(latin));
    written += found?.[1] ?? rest.charAt(0);
    rest = rest.slice(found?.[0].length ?? 1);
  }
  return written;
}

/** A word in the other of the scripts Latin and Cyrillic, in the ways in which it is usual; none for a word of another script. */
export function transliterate(word: string): string[] {
  const lowered = lower(word);
  if (LATIN.test(lowered))
    return [...new Set([EASTERN, SHORT_VOWELS, SOUTHERN].map((ways) => toCyrillic(lowered, ways)))];
  if (!HAS_CYRILLIC.test(lowered)) return [];
  const ways = ([0, 1] as const).map((way) =>
    Array.from(lowered, (letter) => CYRILLIC[letter]?.[way] ?? letter).join(''),
  );
  return [...new Set(ways)];
}
