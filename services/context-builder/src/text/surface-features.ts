import { changesMeaning } from './negations';

/** What a text must never be confused by, beside its words. */
export interface SurfaceFeatures {
  /** Digits, and whatever is no ordinary word: `_`, `/`, `@`, inner capitals. */
  readonly identifiers: readonly string[];
  readonly quotes: readonly string[];
  readonly symbols: readonly string[];
  /** Words that turn it, in order. */
  readonly changingWords: readonly string[];
  /** Words with a capital inside a sentence, lower-case. */
  readonly names: readonly string[];
  readonly questions: number;
}

/** Letters, with at most a capital first: an ordinary word. */
const ORDINARY = /^\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]+$|^[AI]$/u;
const EDGES = new Set('"\'“”‘’„«»([{<)]}>.,;:!?…*`¿¡。，、！？：；「」『』（）؟،');

/** A token without the signs around it. By hand: the expression that does it takes quadratic time on a row of dots. */
function trimPunctuation(token: string): string {
  let from = 0;
  let to = token.length;
  while (from < to && EDGES.has(token.charAt(from))) from += 1;
  while (to > from && EDGES.has(token.charAt(to - 1))) to -= 1;
  return token.slice(from, to);
}

/** Is a token nothing but a word, or nothing at all? */
export function isOrdinaryWord(token: string): boolean {
  const bare = trimPunctuation(token);
  return bare === '' || ORDINARY.test(bare);
}

const NAME = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}]+/gu;
const QUOTE = /[`"“„«][^`"”“„«»\n]{1,80}[`"”»]/gu;
const SYMBOL = /[+*/\\^%$€£¥#@&|~<>=]|\p{Extended_Pictographic}/gu;
const QUESTION = /[?？؟;՞]/gu;

/** Reads the marks of a text; `words` are its words as they are compared. */
export function readSurfaceFeatures(text: string, words: readonly string[]): SurfaceFeatures {
  return {
    identifiers: text
      .split(/[\s，。、！？：；]+/u)
      .map(trimPunctuation)
      .filter((token) => !isOrdinaryWord(token)),
    quotes: text.match(QUOTE) ?? [],
    symbols: text.match(SYMBOL) ?? [],
    changingWords: words.filter(changesMeaning),
    names: (text.match(NAME) ?? []).map((name) => name.toLowerCase()),
    questions: text.match(QUESTION)?.length ?? 0,
  };
}

/** The same for two texts that may say the same. Names are left out: who stands first in a sentence has a capital for that alone. */
export function surfaceKey({
  identifiers,
  quotes,
  symbols,
  changingWords: turning,
  questions,
}: SurfaceFeatures): string {
  return JSON.stringify([identifiers, quotes, symbols, turning, questions]);
}
