import { Converter } from 'opencc-js/t2cn';

/** Letters that Unicode does not decompose, and what is written for them without them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Marks on letters, the Arabic tatweel, and signs without a width. Signs of vowels of Indian and Thai writing are no such marks: they are letters. */
const MARKS =
  // eslint-disable-next-line no-misleading-character-class -- ranges of marks, not letters with marks
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f]/g;
const ASCII = /^[\x00-\x7f]*$/; // eslint-disable-line no-control-regex -- all of ASCII
const DIGIT = /(?![0-9])\p{Nd}/gu;

/** The digits 0 to 9 of each script stand one after the other, from a multiple of 16 or its sixth place on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Signs of a question and of stress that Armenian writes within words. */
const WITHIN_WORDS = /[՛՜՞]/g;

/** A word in lower case, of usual width, with digits 0 to 9. */
export function lower(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return word.normalize('NFKC').replaceAll('İ', 'i').replace(WITHIN_WORDS, '').toLowerCase().replace(DIGIT, asciiDigit);
}

const HAN = /\p{Script=Han}/gu;
const convert = Converter({ from: 't', to: 'cn' });
/** Characters of Chinese with what they are in simplified Chinese: to ask for one takes some microseconds. */
const simplified = new Map<string, string>();

function simplifyOne(character: string): string {
  const known = simplified.get(character) ?? convert(character);
  simplified.set(character, known);
  return known;
}

/** The same characters for all who write Chinese, in traditional or simplified form. */
const simplify = (word: string): string => word.replace(HAN, simplifyOne);

/** A word as everybody may type it: {@link lower}, without marks on letters, and Chinese in simplified characters. */
export function fold(word: string): string {
  const lowered = lower(word);
  if (ASCII.test(lowered)) return lowered;
  return simplify(lowered)
    .replace(SPECIAL, (letter) => LETTERS[letter] as string)
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC');
}
