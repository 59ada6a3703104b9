import { fold } from '../fold';
import { LANGUAGES } from '../languages/all-languages';
import type { Language } from '../languages/language';
import type { NumberWords } from '../languages/number-words';
import { UNSPACED } from '../scripts';
import { type NumberPart } from './number-reading';

/** The words of one language that say numbers. */
export interface NumberLexicon {
  readonly code: string;
  readonly grammar: NumberWords;
  /** What each word says, folded. */
  readonly parts: ReadonlyMap<string, NumberPart>;
  /** The length of its longest word. */
  readonly longest: number;
  /** Finds words in a run without spaces; undefined for a language that puts spaces between words. */
  readonly pattern?: RegExp;
}

/** What a word says of a number in one language. */
export interface SaidParts {
  readonly lexicon: NumberLexicon;
  readonly parts: readonly NumberPart[];
}

/** Signs within words: Ukrainian has one. */
const APOSTROPHES = /['’ʼ]/g;

const NO_GRAMMAR: NumberWords = { words: '' };

/** The words of a list, each with its number. */
function readEntries(list: string): [word: string, part: NumberPart][] {
  return list.split('|').flatMap((entry) => {
    const [number = '', ...words] = entry.trim().split(' ');
    const multiplies = number.startsWith('*');
    const value = Number(multiplies ? number.slice(1) : number);
    return words.map((word): [string, NumberPart] => [word, { value, multiplies }]);
  });
}

/** The numerals of a language, as such a list. */
const listNumerals = ({ wordKinds }: Language): string =>
  wordKinds.numerals
    .split(' ')
    .map((forms, number) => `${number} ${forms.replaceAll('|', ' ')}`)
    .join('|');

function createLexicon(language: Language): NumberLexicon {
  const { code, script, numberWords: grammar = NO_GRAMMAR } = language;
  const joining = (grammar.and ?? '').split(' ').filter((word) => word !== '');
  const entries: (readonly [string, NumberPart])[] = [
    ...joining.map((word) => [word, { value: null, multiplies: false }] as const),
    ...readEntries(listNumerals(language)),
    ...(grammar.words === '' ? [] : readEntries(grammar.words)),
  ];
  const parts = new Map(entries.map(([word, part]) => [fold(word.replace(APOSTROPHES, '')), part]));
  const longest = Math.max(...[...parts.keys()].map(({ length }) => length));
  const isUnspaced = UNSPACED.source.includes(`Script=${script}}`);
  const longestFirst = [...parts.keys()].toSorted((a, b) => b.length - a.length);
  return {
    code,
    grammar,
    parts,
    longest,
    ...(isUnspaced && { pattern: new RegExp(longestFirst.join('|'), 'gu') }),
  };
}

/** The words for numbers of each language. */
export const LEXICONS: readonly NumberLexicon[] = LANGUAGES.map(createLexicon);

const BY_WORD = new Map<string, SaidParts[]>();
for (const lexicon of LEXICONS)
  for (const [word, part] of lexicon.parts) {
    const known = BY_WORD.get(word);
    const said = { lexicon, parts: [part] };
    if (known === undefined) BY_WORD.set(word, [said]);
    else known.push(said);
  }

/** A language that writes numbers as one word, with how these end. */
interface JoiningLexicon {
  readonly lexicon: NumberLexicon;
  readonly ends: ReadonlySet<string>;
}

/** So many letters at the beginning and at the end of a word tell whether it may be written together of words for numbers. */
const TELLING = 2;

const endsOf = ({ parts, grammar }: NumberLexicon): ReadonlySet<string> =>
  new Set([...parts.keys(), ...(grammar.endings?.split(' ') ?? [])].map((word) => word.slice(-TELLING)));

/** Languages that write numbers as one word, by how these begin. */
const JOINING = new Map<string, JoiningLexicon[]>();
for (const lexicon of LEXICONS) {
  if (lexicon.grammar.joins !== true) continue;
  const joining = { lexicon, ends: endsOf(lexicon) };
  for (const beginning of new Set([...lexicon.parts.keys()].map((word) => word.slice(0, TELLING))))
    JOINING.set(beginning, [...(JOINING.get(beginning) ?? []), joining]);
}

/** The parts that a word is written together of, from a place on; null where it is no number. */
function divide(word: string, lexicon: NumberLexicon, from = 0): NumberPart[] | null {
  if (from === word.length) return [];
  for (let length = Math.min(lexicon.longest, word.length - from); length > 0; length -= 1) {
    const part = lexicon.parts.get(word.slice(from, from + length));
    const rest = part && divide(word, lexicon, from + length);
    if (part && rest) return [part, ...rest];
  }
  return lexicon.grammar.endings?.split(' ').includes(word.slice(from)) === true ? [] : null;
}

const NOTHING: readonly SaidParts[] = [];

/** How words that are written together end. */
const ENDS = new Set([...JOINING.values()].flat().flatMap(({ ends }) => [...ends]));

/** What a folded word that is written together of several says. */
function readCompound(word: string): SaidParts[] {
  const [last, lastLetter] = [word.slice(-TELLING), word.slice(-1)];
  if (!ENDS.has(last) && !ENDS.has(lastLetter)) return [];
  const beginnings = [word.slice(0, TELLING), word.slice(0, 1)];
  const lexicons = beginnings.flatMap((beginning) => JOINING.get(beginning) ?? []);
  const possible = lexicons.filter(({ ends }) => ends.has(last) || ends.has(lastLetter));
  return [...new Set(possible)].flatMap(({ lexicon }) => {
    const parts = lexicon.parts.has(word) ? null : divide(word, lexicon);
    return parts === null ? [] : [{ lexicon, parts }];
  });
}

/** What a folded word, with spaces around it, says of a number, in each language in which it is one. */
export function saidBy(word: string): readonly SaidParts[] {
  const plain = word.replace(APOSTROPHES, '');
  const said = BY_WORD.get(plain) ?? NOTHING;
  const compound = readCompound(plain);
  return compound.length === 0 ? said : [...said, ...compound];
}
