import { fold } from './fold';

/** Words of a name in camel case, and letters and digits that stand together. */
const PIECES = /\p{Lu}+(?!\p{Ll}|\p{M})|\p{Lu}?[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}+|\p{N}+/gu;
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u;
const APOSTROPHE = /^(\p{L}[\p{L}\p{M}]*)['’](\p{L}{1,2})$/u;
/** What English writes after an apostrophe. */
const CONTRACTED = new Set(['s', 't', 're', 've', 'll', 'd', 'm']);
const GROUPED = /^\p{N}{1,3}(?:[.,'’\u00a0\u202f ]\p{N}{3})+$/u;
const DECIMAL = /^\p{N}+[.,]\p{N}+$/u;
const VERSION = /^v?\p{N}+(?:\.\p{N}+)+$/iu;

/** Parts of a run that may be asked for: what has more is data, as in base64. */
const MOST_PARTS = 200;
/** A version has no more numbers. */
const MOST_NUMBERS = 6;

/** The parts of a run that signs join, each of which may be asked for alone, in order. */
export interface RunParts {
  /** Words to be read as words. */
  readonly words: readonly string[];
  /** Other spellings of the whole, to be compared as they are. */
  readonly wholes: readonly string[];
}

const THOUSANDS = /^(\p{N}+(?:[.,]\p{N}+)?)k$/iu;

/** The number of a word such as `3k` or `1.5k`, in digits; none for another word. */
export function thousandsOf(word: string): string[] {
  const [, count] = THOUSANDS.exec(word) ?? [];
  return count === undefined ? [] : [String(Math.round(1_000 * Number(fold(count).replace(',', '.'))))];
}

const ZEROS = /^\p{Nd}+$/u;

/** A number without the zeros that it begins with; none where it begins with none. */
export function withoutZeros(word: string): string[] {
  if (!ZEROS.test(word)) return [];
  const digits = fold(word);
  const rest = digits.replace(/^0+(?=\d)/, '');
  return rest === digits ? [] : [rest];
}

const digitsOf = (text: string): string => text.replaceAll(/\P{N}/gu, '');

/** Is it a plain word with the `'s` of English, or a contraction? */
export function withoutContraction(surface: string): string | null {
  const [, word, end = ''] = APOSTROPHE.exec(surface) ?? [];
  return word !== undefined && CONTRACTED.has(end.toLowerCase()) ? word : null;
}

/** The beginnings of a version that name it less exactly: 2.31 for v2.31.0. */
function versionPrefixes(surface: string): string[] {
  if (!VERSION.test(surface)) return [];
  const numbers = surface.replace(/^v/i, '').split('.');
  if (numbers.length > MOST_NUMBERS) return [];
  return numbers.slice(1).map((_, at) => numbers.slice(0, at + 2).join('.'));
}

function splitCase(part: string): string[] {
  const pieces = part.match(PIECES) ?? [];
  return pieces.length > 1 ? [part, ...pieces] : [part];
}

/** The parts of a joined run. */
export function partsOf(surface: string): RunParts {
  const segments = surface.split(SEPARATORS).filter((part) => part !== '');
  const words = segments.slice(0, MOST_PARTS).flatMap(splitCase).slice(0, MOST_PARTS);
  const file = surface.split(/[/\\]/).at(-1) as string;
  const wholes = [
    surface,
    ...(file !== surface && SEPARATORS.test(file) ? [file] : []),
    ...(segments.length <= 3 ? [segments.join('')] : []),
    ...(GROUPED.test(surface) ? [digitsOf(surface)] : []),
    ...(DECIMAL.test(surface) ? [surface.replace(',', '.')] : []),
    ...versionPrefixes(surface),
    ...thousandsOf(surface),
  ];
  return { words, wholes };
}

/** The pieces of a single word of camel case, or of letters and digits; none where it is one piece. */
export function piecesOf(word: string): readonly string[] {
  return splitCase(word).slice(1);
}

const PHONE = /(?<![\p{L}\p{N}])\+?\p{N}[\p{N} ()/.\u00a0-]{5,22}\p{N}(?![\p{L}\p{N}])/gu;
const LEAST_DIGITS = 7;
const MOST_DIGITS = 15;
/** Digits of a telephone number that stay the same in and outside its country. */
const NATIONAL = 8;
const DATE = /^\p{N}{4}-\p{N}{2}-\p{N}{2}/u;

/** A run of digits that may be a telephone number, by its last digits, which are written in and outside of its country. */
export interface PhoneNumber {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** The telephone numbers of a text, however they are grouped. */
export function findPhones(text: string): PhoneNumber[] {
  return [...text.matchAll(PHONE)].flatMap(({ 0: surface, index }) => {
    const digits = digitsOf(surface.normalize('NFKC'));
    if (digits.length < LEAST_DIGITS || digits.length > MOST_DIGITS || DATE.test(surface)) return [];
    return [{ key: `…${digits.slice(-NATIONAL)}`, from: index, to: index + surface.length }];
  });
}
