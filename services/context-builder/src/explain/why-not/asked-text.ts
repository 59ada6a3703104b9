import { fingerprintOf } from '../../text/fingerprint';
import { changesMeaning } from '../../text/negations';

/** A text is a match by words if it has at least this share of the words asked about. */
const LEAST_SHARE = 2 / 3;

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

/** A text without one of these words of a question says something else. */
const tellsApart = (word: string): boolean => HAS_DIGIT.test(word) || changesMeaning(word);

/**
 * The share of the words of a question that a text has, 0 to 1. It stays below that of a match where a number, an identifier, a negation or an
 * opposite is missing.
 */
export function shareOfWords(question: string, text: string): number {
  const asked = new Set(fingerprintOf(question).words);
  if (asked.size === 0) return 0;
  const words = new Set(fingerprintOf(text).words);
  const missing = [...asked].filter((word) => !words.has(word));
  const share = 1 - missing.length / asked.size;
  return missing.some(tellsApart) ? share * LEAST_SHARE : share;
}

/** Whether a text with this share of the words is what the question is about. */
export const isMatch = (share: number): boolean => share >= LEAST_SHARE;
