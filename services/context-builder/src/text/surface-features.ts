import { changesMeaning } from '@crumbtrail/text';

/** Details in which two texts must agree to count as one, beside their words. */
export interface SurfaceFeatures {
  /** Tokens with digits, `_`, `/`, `@` or inner capitals: anything that is not an ordinary word. */
  readonly identifiers: readonly string[];
  readonly quotes: readonly string[];
  readonly symbols: readonly string[];
  /** Words that change the meaning of a sentence (negations, numbers, opposites), in order. */
  readonly changingWords: readonly string[];
  /** Capitalised words inside a sentence, in lower case. */
  readonly names: readonly string[];
  /** Number of question marks. */
  readonly questions: number;
}

/** An ordinary word: letters, with at most the first one a capital. */
const ORDINARY = /^\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]+$|^[AI]$/u;
const PUNCTUATION = new Set('"\'“”‘’„«»([{<)]}>.,;:!?…*`¿¡。，、！？：；「」『』（）؟،');

/** A token without the punctuation around it. A loop, because the regular expression takes quadratic time on a row of dots. */
function trimPunctuation(token: string): string {
  let from = 0;
  let to = token.length;
  while (from < to && PUNCTUATION.has(token.charAt(from))) from += 1;
  while (to > from && PUNCTUATION.has(token.charAt(to - 1))) to -= 1;
  return token.slice(from, to);
}

/** True if a token is an ordinary word or only punctuation. */
export function isOrdinaryWord(token: string): boolean {
  const bare = trimPunctuation(token);
  return bare === '' || ORDINARY.test(bare);
}

const NAME = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}]+/gu;
const QUOTE = /[`"“„«][^`"”“„«»\n]{1,80}[`"”»]/gu;
const SYMBOL = /[+*/\\^%$€£¥#@&|~<>=]|\p{Extended_Pictographic}/gu;
const QUESTION = /[?？؟;՞]/gu;

/** Reads the surface features of a text; `words` are its words as fingerprints have them. */
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

/** The same string for two texts that may say the same. Names are left out: the first word of a sentence is capitalised anyway. */
export function surfaceKey({ identifiers, quotes, symbols, changingWords, questions }: SurfaceFeatures): string {
  return JSON.stringify([identifiers, quotes, symbols, changingWords, questions]);
}
