import type { TermCounts } from './term-counts';

/** Stems of a text that count, in the order of the index: a longer text says at least as much. */
const MOST_STEMS = 16;

/** The stems that a text's information is counted by. */
export const telling = (terms: ReadonlyMap<string, number>): string[] => [...terms.keys()].slice(0, MOST_STEMS);

/** Bits that a text says: the sum, over its distinct stems, of log2 of how rare each is among so many texts. */
export function informationOf(terms: ReadonlyMap<string, number>, counts: TermCounts, texts: number): number {
  const bits = telling(terms).map((stem) => Math.log2((texts + 1) / ((counts.get(stem) ?? 0) + 0.5)));
  return Math.round(100 * bits.reduce((sum, one) => sum + Math.max(0, one), 0)) / 100;
}
