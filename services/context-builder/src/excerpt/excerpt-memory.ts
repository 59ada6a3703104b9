import { MemoryLong, MemoryShort } from '@crumbtrail/contracts';
import type { ContextItem } from '../gather/item';
import type { TextRange } from '../text/blocks';
import type { TermFinder } from '../text/find-terms';
import type { TextUnit } from '../text/sentences';
import { gainOf, NOTHING, readUnits, shareOf, toRanges, type ReadText } from './choose-passages';

const MEMORIES: ReadonlySet<string> = new Set([MemoryShort.name, MemoryLong.name]);

/** The most facts that are shown of one piece of a memory, which has some 350 tokens. */
const MOST_FACTS = 4;
/** A further fact has at least this share of what the best one has of the question. */
const GOOD_ENOUGH = 0.35;
/** With more than this share of its text, the piece stays whole. */
const NEARLY_ALL = 0.85;

/** Whether the item is a piece of a memory: facts, one on each line. */
export const isMemory = ({ schema_name }: Pick<ContextItem, 'schema_name'>): boolean => MEMORIES.has(schema_name);

/** The facts of a text. Names of sections, and the line about what has gone on to the long-term memory, are none. */
const factsOf = (text: string): TextUnit[] =>
  [...text.matchAll(/^- [^\n]+/gmu)].map(({ 0: line, index }) => ({
    from: index,
    to: index + line.length,
    block: false,
  }));

/** Reads a piece of a memory fact by fact. */
export const readFacts = ({ text }: Pick<ContextItem, 'text'>, finder: TermFinder): ReadText =>
  readUnits(text, factsOf(text), finder);

/**
 * The facts that have most of the question; undefined where none has a word of it, or nearly all would be shown. Facts with the same words count in
 * full: they are what was said of one thing at different times.
 */
export function chooseFacts(text: ReadText, worth: Float64Array): readonly TextRange[] | undefined {
  const ranked = text.units
    .map((_, at) => ({ at, gain: gainOf(text, at, worth, NOTHING) }))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain);
  const best = ranked.slice(0, MOST_FACTS).filter(({ gain }) => gain >= GOOD_ENOUGH * (ranked[0]?.gain ?? 0));
  if (best.length === 0) return undefined;
  const ranges = toRanges(text, new Set(best.map(({ at }) => at)));
  return shareOf(text, ranges) > NEARLY_ALL ? undefined : ranges;
}
