import type { TextStems } from '../embedders/text-stems';

/** How many texts have a stem, and how much information that costs a text that has it. */
export class StemCounter {
  /** In bits. */
  cost: number;

  constructor(public count: number) {
    this.cost = Math.log2(count + 0.5);
  }

  /** Counts one more text. */
  add(): void {
    this.count += 1;
    this.cost = Math.log2(this.count + 0.5);
  }
}

/** A text as its stems. */
export interface StemmedText {
  readonly terms: TextStems;
  /** How many words it has. */
  readonly length: number;
  /** The counters of its stems, kept while they belong to the current counts `by`. */
  counted?: { readonly by: object; readonly counters: readonly StemCounter[] } | undefined;
}

/** The counter of each stem of a text; null where one is missing. */
export function findCounters(
  { terms }: Pick<StemmedText, 'terms'>,
  counts: ReadonlyMap<string, StemCounter>,
): readonly StemCounter[] | null {
  if (terms.findValues) return terms.findValues(counts);
  const counters: StemCounter[] = [];
  for (const stem of terms.keys()) {
    const counter = counts.get(stem);
    if (counter === undefined) return null;
    counters.push(counter);
  }
  return counters;
}

/**
 * The information of a text in bits: the sum, over its distinct stems, of log2 of how rare each is among `texts` texts. Of a text with more stems than words, as
 * a short one that may be of several languages has, as much as so many stems have on average.
 */
export function computeInformation(
  counters: readonly StemCounter[],
  { texts, words }: { readonly texts: number; readonly words: number },
): number {
  const most = Math.log2(texts + 1);
  let bits = 0;
  for (const { cost } of counters) bits += Math.max(0, most - cost);
  return Math.round(100 * bits * Math.min(1, words / Math.max(1, counters.length))) / 100;
}
