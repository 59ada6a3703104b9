import { analyseText, fold, type TextToken } from '@crumbtrail/text';
import { LRUCache } from 'lru-cache';

/** What two texts may have in common: a number, a name or identifier, or the key of another word. */
export type TermKind = 'number' | 'name' | 'word';

/** How much a term weighs by what it is, before its rarity. */
export const TERM_WEIGHTS: Readonly<Record<TermKind, number>> = { number: 1.5, name: 1.25, word: 1 };

const NUMBER = /^\p{N}+(?:[.,:]\p{N}+)*$/u;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const ZERO_DECIMALS = /\.0+$/;
const CAPITAL = /^\p{Lu}/u;
const IDENTIFIER = /[\p{Ll}\p{N}]\p{Lu}|\p{N}|_/u;
const ACRONYM = /^\p{Lu}{2,}$/u;

/** `1,000` and `1000` are one number, and so are `41.00` and `41`. */
const readNumber = (surface: string): string => {
  const digits = fold(surface);
  return (GROUPED.test(digits) ? digits.replaceAll(',', '') : digits).replace(ZERO_DECIMALS, '');
};

function kindOf(surface: string, isFirst: boolean): TermKind {
  if (NUMBER.test(surface)) return 'number';
  if (IDENTIFIER.test(surface) || ACRONYM.test(surface)) return 'name';
  return CAPITAL.test(surface) && !isFirst ? 'name' : 'word';
}

/** The keys of a word. Of an identifier, a number in it says nothing alone. */
function keysOf({ surface, keys, isPart }: TextToken, kind: TermKind): readonly string[] {
  if (kind === 'number') return isPart ? [] : [readNumber(surface)];
  return isPart ? keys.filter((key) => !NUMBER.test(key)) : keys;
}

function findTerms(text: string): ReadonlyMap<string, TermKind> {
  const terms = new Map<string, TermKind>();
  const tokens = analyseText(text, 'likely');
  for (const token of tokens) {
    const kind = kindOf(token.surface, token.from === tokens[0]?.from);
    for (const key of keysOf(token, kind)) if (terms.get(key) !== 'name') terms.set(key, kind);
  }
  return terms;
}

/** Texts in characters whose terms are remembered: all facts of a memory are compared with each new one. */
const MOST_REMEMBERED = 500_000;
const remembered = new LRUCache<string, ReadonlyMap<string, TermKind>>({
  maxSize: MOST_REMEMBERED,
  sizeCalculation: (_, text) => Math.max(1, text.length),
});

/** The terms of a text, each once, with their kinds: the keys of its words. Words that say little are left out. */
export function readTerms(text: string): ReadonlyMap<string, TermKind> {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const terms = findTerms(text);
  remembered.set(text, terms);
  return terms;
}
