/** How many texts have a stem, and what that costs a text that says it, in bits. */
export class StemCounter {
  cost: number;

  constructor(public count: number) {
    this.cost = Math.log2(count + 0.5);
  }

  /** One text more has it. */
  add(): void {
    this.count += 1;
    this.cost = Math.log2(this.count + 0.5);
  }
}

/** A text, by its stems. */
export interface StemmedText {
  readonly terms: ReadonlyMap<string, number>;
  /** The counters of its stems, and where they are from. */
  counted?: { readonly by: object; readonly counters: readonly StemCounter[] } | undefined;
}

/** The counter of each stem of a text; null where one is missing. */
export function findCounters(
  { terms }: StemmedText,
  counts: ReadonlyMap<string, StemCounter>,
): readonly StemCounter[] | null {
  const counters: StemCounter[] = [];
  for (const stem of terms.keys()) {
    const counter = counts.get(stem);
    if (counter === undefined) return null;
    counters.push(counter);
  }
  return counters;
}

/** Bits that a text says: the sum, over its distinct stems, of log2 of how rare each is among so many texts. */
export function computeInformation(counters: readonly StemCounter[], texts: number): number {
  const all = Math.log2(texts + 1);
  let bits = 0;
  for (const { cost } of counters) bits += Math.max(0, all - cost);
  return Math.round(100 * bits) / 100;
}
