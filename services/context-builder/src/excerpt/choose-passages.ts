import type { ContextItem } from '../gather/item';
import type { TextRange } from '../text/blocks';
import type { TermFinder } from '../text/find-terms';
import { splitUnits, type TextUnit } from '../text/sentences';

/** The units of a text, each with the words of the question in it. */
export interface ReadText {
  readonly text: string;
  readonly units: readonly TextUnit[];
  /** For each unit the indexes of the words of the question that it has. */
  readonly terms: readonly ReadonlySet<number>[];
}

/** Reads the units of a text, which are in their order, in linear time. What is between them counts for none. */
export function readUnits(text: string, units: readonly TextUnit[], finder: TermFinder): ReadText {
  const terms = units.map(() => new Set<number>());
  const hits = finder.find(text).sort((a, b) => a.at - b.at);
  let unit = 0;
  for (const { term, at } of hits) {
    while (unit < units.length - 1 && (units[unit] as TextUnit).to <= at) unit += 1;
    const { from, to } = units[unit] ?? { from: 0, to: 0 };
    if (at >= from && at < to) terms[unit]?.add(term);
  }
  return { text, units, terms };
}

/**
 * Reads a text, or a later piece of one, sentence by sentence.
 * @param mostOfBlock characters of a code block or table that is read whole: a longer one is read line by line
 */
export const readText = (
  { text, chunk }: Pick<ContextItem, 'text' | 'chunk'>,
  finder: TermFinder,
  mostOfBlock = Infinity,
): ReadText => readUnits(text, splitUnits(text, chunk > 0, mostOfBlock), finder);

/** What each word of the question is worth: more if few units of the long texts have it. */
export function weighTermsByRarity(texts: readonly ReadText[], { terms }: TermFinder): Float64Array {
  const counts = new Float64Array(terms.length);
  let units = 0;
  for (const text of texts) {
    units += text.units.length;
    for (const found of text.terms) for (const term of found) counts[term] = (counts[term] ?? 0) + 1;
  }
  return counts.map((count, term) => (terms[term]?.weight ?? 0) * Math.log(1 + units / (1 + count)));
}

/** Words that another passage already has count this much. */
const REPEATED = 0.25;
/** A longer unit must have more to be as good. */
const USUAL_LENGTH = 200;
/** A further passage is at least this good, compared to the best. */
const GOOD_ENOUGH = 0.35;

/** What is covered before any unit is chosen. */
export const NOTHING: ReadonlySet<number> = new Set();

/** What a unit adds to the words that are covered, for its length. */
export function gainOf(
  { units, terms }: ReadText,
  at: number,
  worth: Float64Array,
  covered: ReadonlySet<number>,
): number {
  const { from, to } = units[at] as TextUnit;
  let sum = 0;
  for (const term of terms[at] ?? []) sum += (worth[term] ?? 0) * (covered.has(term) ? REPEATED : 1);
  return sum / Math.sqrt(Math.max(1, (to - from) / USUAL_LENGTH));
}

/** The indexes of the units that have most of the question, best first; each further one for what it adds. */
export function findBestUnits(text: ReadText, worth: Float64Array, most: number): number[] {
  const found: number[] = [];
  const covered = new Set<number>();
  let first = 0;
  while (found.length < most) {
    let [best, gain] = [-1, 0];
    text.units.forEach((_, at) => {
      if (found.includes(at)) return;
      const own = gainOf(text, at, worth, covered);
      if (own > gain) [best, gain] = [at, own];
    });
    if (best < 0 || gain < GOOD_ENOUGH * first) break;
    first = Math.max(first, gain);
    found.push(best);
    for (const term of text.terms[best] ?? []) covered.add(term);
  }
  return found;
}

/** A neighbour that is longer than this is not shown with a passage. */
const LONGEST_NEIGHBOUR = 320;

/** The units with a sentence on either side of each; a code block or table is none. */
export function withNeighbours({ units }: ReadText, chosen: readonly number[]): Set<number> {
  const shown = new Set(chosen);
  for (const at of chosen)
    for (const next of [at - 1, at + 1]) {
      const unit = units[next];
      if (unit && !unit.block && unit.to - unit.from <= LONGEST_NEIGHBOUR) shown.add(next);
    }
  return shown;
}

/** The characters of the units, neighbouring ones as one range. */
export function toRanges({ units }: ReadText, shown: ReadonlySet<number>): TextRange[] {
  const ranges: TextRange[] = [];
  let before = -2;
  units.forEach(({ from, to }, at) => {
    if (!shown.has(at)) return;
    const last = ranges.at(-1);
    if (last && before === at - 1) ranges[ranges.length - 1] = { from: last.from, to };
    else ranges.push({ from, to });
    before = at;
  });
  return ranges;
}

/** The share of a text that ranges have. */
export function shareOf({ text }: ReadText, ranges: readonly TextRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0) / Math.max(1, text.length);
}
