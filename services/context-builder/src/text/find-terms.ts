import { analyseText, type TextToken } from '@crumbtrail/text';
import { LRUCache } from 'lru-cache';

/** A key of the question and what it counts: 1 for the question's own words, less for those of messages that it refers to. */
export type WeightedTerm = readonly [key: string, weight: number];

/** Where a text has a word of the question. */
export interface TermHit {
  /** Index of the word. */
  readonly term: number;
  readonly at: number;
}

/** The rarest words of a question come first; more of them would only cost time. */
const MOST_TERMS = 48;

/** Texts in characters whose words are remembered: the long texts of a session are asked about again and again. */
const MOST_REMEMBERED = 4_000_000;
const remembered = new LRUCache<string, readonly TextToken[]>({
  maxSize: MOST_REMEMBERED,
  sizeCalculation: (_, text) => Math.max(1, text.length),
});

/** The words of a text with their keys, each text analysed once while it is remembered. */
export function wordsOf(text: string): readonly TextToken[] {
  const known = remembered.get(text);
  if (known) return known;
  const tokens = analyseText(text);
  remembered.set(text, tokens);
  return tokens;
}

/** Finds the words of one question in texts, by the keys that the index has for them. */
export class TermFinder {
  readonly terms: readonly { readonly weight: number }[];
  private readonly byKey: ReadonlyMap<string, number>;

  constructor(terms: readonly WeightedTerm[]) {
    const searched = terms.slice(0, MOST_TERMS);
    this.terms = searched.map(([, weight]) => ({ weight }));
    this.byKey = new Map(searched.map(([key], at) => [key, at]));
  }

  /** All places of all words, in the order of the text. */
  find(text: string): TermHit[] {
    if (this.byKey.size === 0) return [];
    return wordsOf(text).flatMap(({ keys, from }) =>
      keys.flatMap((key) => {
        const term = this.byKey.get(key);
        return term === undefined ? [] : [{ term, at: from }];
      }),
    );
  }
}
