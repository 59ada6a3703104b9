import {
  findChangingWords,
  hasPart,
  isSpelledLike,
  joinsWords,
  readPeriods,
  readQuestionKeys,
  transliterate,
} from '@crumbtrail/text';
import { wordsOf } from '../../text/find-terms';
import { fingerprintOf } from '../../text/fingerprint';

/** A text is a match by words if it has at least this share of the words asked about, without those that say little. */
const LEAST_SHARE = 0.8;
/** The same for a question, and for a few words that are looked for: a text that answers has others. */
const LEAST_SHARE_OF_SEARCH = 0.5;
/** What is left of the share of a text that says something else. */
const OTHER = 0.45;

/** A breadcrumb that a question names; a version or a piece only where it names one. */
export interface AskedRef {
  readonly id: string;
  readonly version?: number;
  readonly chunk?: number;
}

const REF = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@([1-9]\d{0,8}))?(?:#(\d{1,6}))?$/i;

/** Reads `<id>`, `<id>@<version>` and `<id>@<version>#<piece>`, as accounts are printed; null where the question is words. */
export function parseAskedRef(text: string): AskedRef | null {
  const [, id, version, chunk] = REF.exec(text.trim()) ?? [];
  if (id === undefined) return null;
  return {
    id: id.toLowerCase(),
    ...(version === undefined ? {} : { version: Number(version) }),
    ...(chunk === undefined ? {} : { chunk: Number(chunk) }),
  };
}

/** A text in the form in which words are looked up in it: letter case, white space and Unicode forms make no difference. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The words of a question without the quotation marks around them and the ellipsis that ends an excerpt. */
export function foldQuestion(text: string): string {
  const folded = foldText(text);
  return folded.replace(/^["'“”„«»‘’]+|["'“”„«»‘’]+$/gu, '').replace(/\s*(?:…|\.\.\.)$/u, '') || folded;
}

const HAS_DIGIT = /\p{N}/u;

/** The keys of one word of a question, and of the parts that it has: a text has the word whole, or all of its parts. */
interface AskedWord {
  readonly whole: string[];
  readonly parts: Map<number, string[]>;
}

function askedWords(question: string): readonly AskedWord[] {
  const words = new Map<number, AskedWord>();
  for (const { key, word, from, isPart, isPair } of readQuestionKeys(question)) {
    if (isPair) continue;
    const { whole, parts } = words.get(from) ?? { whole: [], parts: new Map<number, string[]>() };
    if (isPart) parts.set(word, [...(parts.get(word) ?? []), key]);
    else whole.push(key);
    words.set(from, { whole, parts });
  }
  return [...words.values()];
}

const hasWord = (keys: ReadonlySet<string>, { whole, parts }: AskedWord): boolean => {
  const has = (some: readonly string[]): boolean => some.some((key) => keys.has(key));
  return has(whole) || (parts.size > 0 && [...parts.values()].every(has));
};

/** Does a text have a word that the search takes for this one: misspelt, in another script, or written together with others? */
function hasResembling(keys: ReadonlySet<string>, { whole }: AskedWord, isJoined: boolean): boolean {
  const asked = [...whole, ...transliterate(whole[0] ?? '')];
  const isLike = (key: string): boolean =>
    asked.some((one) => isSpelledLike(one, key) || (isJoined && (hasPart(key, one) || hasPart(one, key))));
  return [...keys].some(isLike);
}

/** Does a text lack a word without which it says something else: a negation, an opposite, a yes or no? */
function lacksMeaning(question: string, text: string, keys: ReadonlySet<string>): boolean {
  const changing = findChangingWords(fingerprintOf(question).words);
  if (changing.length === 0) return false;
  const words = new Set(fingerprintOf(text).words);
  return changing.some((word) => !words.has(word) && !askedWords(word).some((one) => hasWord(keys, one)));
}

const QUESTION = /[?？؟;՞]["'”’)\]]*$/u;
/** So few words are looked for, and not quoted. */
const MOST_KEYWORDS = 4;

/** Is it a question, or a few words that are looked for, and not a quotation? */
export const isSearch = (text: string): boolean =>
  QUESTION.test(text.trim()) || askedWords(text).length <= MOST_KEYWORDS;

/**
 * The share of the words of a question that a text has, in any of their forms, 0 to 1. It stays below that of a match where a number or an identifier is
 * missing, and where a negation or an opposite of a quotation is.
 */
export function shareOfWords(question: string, text: string): number {
  const asked = askedWords(question);
  if (asked.length === 0) return 0;
  const keys = new Set(wordsOf(text).flatMap((word) => word.keys));
  const isJoined = joinsWords(question);
  const missing = asked.filter((word) => !hasWord(keys, word) && !hasResembling(keys, word, isJoined));
  const share = 1 - missing.length / asked.length;
  const isOther =
    missing.some(({ whole }) => HAS_DIGIT.test(whole[0] ?? '')) ||
    (!isSearch(question) && lacksMeaning(question, text, keys));
  return isOther ? share * OTHER : share;
}

/** Which words name a day does not depend on the day. */
const ANY_DAY = { today: 0, first: 0 };

/** The words of a question other than those that name a day. */
function otherWords(question: string): readonly AskedWord[] {
  const days = readPeriods(question, ANY_DAY).flatMap(({ words }) => readQuestionKeys(words));
  const keys = new Set(days.map(({ key }) => key));
  return askedWords(question).filter(({ whole }) => !whole.some((key) => keys.has(key)));
}

/** Has a text any of the words that are looked for other than those that name a day? Also where there are none, and for a question, whose verb no text need have. */
export function hasOtherWords(asked: string, text: string): boolean {
  const others = QUESTION.test(asked.trim()) ? [] : otherWords(asked);
  const keys = new Set(wordsOf(text).flatMap((word) => word.keys));
  return others.length === 0 || others.some((word) => hasWord(keys, word) || hasResembling(keys, word, false));
}

/** Whether a text that has this share of the words of a question, or of a quotation, is what it is about. */
export const isMatch = (share: number, asked: string): boolean =>
  share >= (isSearch(asked) ? LEAST_SHARE_OF_SEARCH : LEAST_SHARE);
