import type { Decision, EnclosingBlocks, Participant, Ref, SourcePlan } from '@crumbtrail/contracts';
import type { CountedText } from '@crumbtrail/hints';
import type { SectionName } from '../plan/plan';
import type { TextRange } from '../text/blocks';
import type { LeadText } from '../text/lead';
import type { Fingerprint } from '../text/fingerprint';

/** What a text shows of the blocks that its passages are inside of. */
export interface ItemLead extends LeadText {
  /** How many characters longer the text is with it. */
  readonly added: number;
}

/** One chunk of a crumb's text that may enter a context. */
export interface ContextItem extends Ref {
  /** Identifies the item within a build; see {@link itemChunkKey}. */
  readonly key: string;
  readonly chunk: number;
  /** Number of chunks that its crumb has. */
  readonly chunks: number;
  readonly position: number;
  /** The session in which it was said. */
  readonly session?: string | undefined;
  readonly occurred_at: string;
  readonly schema_name: string;
  readonly author: Participant;
  /** The name that it is shown under; null for lists and results, which have no speaker. */
  readonly speaker: string | null;
  /** Empty where its hints failed, and where it is below the floor of every source that found it. */
  readonly text: string;
  /** The characters of the whole text that `text` shows, where it is an excerpt. */
  readonly ranges?: readonly TextRange[] | undefined;
  /** What the shown passages are inside of, as part of `text`; absent where they are inside of nothing. */
  readonly lead?: ItemLead | undefined;
  /** The blocks that the whole text begins inside of, where it is a later chunk. */
  readonly enclosing?: EnclosingBlocks | undefined;
  /** The whole text in the form in which texts are compared. */
  readonly fingerprint: Fingerprint;
  /** Tokens of its text as indexed. */
  readonly indexed: number;
  /** That text with these tokens, where it can be shown as it is. */
  readonly counted?: CountedText | undefined;
  /** Bits of information in its words, by the workspace's word statistics. */
  readonly information: number;
  /** The first 7 hex digits of the sha256 of its text as indexed. */
  readonly digest?: string | undefined;
  readonly hint_error?: string | undefined;
  readonly expires_at?: string | undefined;
}

/** An item as one source found it. */
export interface FoundItem {
  readonly item: ContextItem;
  readonly source: SourcePlan;
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
  /** Why it is outside of the scope that its source is limited to; absent within it. */
  readonly ended?: string | undefined;
}

/** An item once, with the findings of all sources merged. `rank` counts from 1 over all candidates. */
export interface ScoredItem {
  readonly item: ContextItem;
  /** Name of the source that ranked it best. */
  readonly source: string;
  readonly section: SectionName;
  /** Its place in the recent window, 1 for the newest; undefined outside the window. */
  readonly recency?: number | undefined;
  /** Names of the sources that found it above their floor, best first. Undefined means all that have a rank in `scores`. */
  readonly foundBy?: readonly string[] | undefined;
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** An item that does not enter the context, and why. */
export interface DroppedItem {
  readonly scored: ScoredItem;
  readonly decision: Exclude<Decision, 'kept'>;
  readonly reason?: string;
}

/** The first 7 hex digits of a sha256, enough to notice a changed text; undefined for anything but a sha256. */
export function shortDigest(hash: string): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{7})/.exec(hash)?.[1];
}

/** The key of one chunk of one version of a crumb. */
export function itemChunkKey({ id, version, chunk }: Pick<ContextItem, 'id' | 'version' | 'chunk'>): string {
  return `${id}@${version}#${chunk}`;
}

/** The key of an item. It is cached because a build reads it hundreds of times. */
export const itemKey = ({ key }: Pick<ContextItem, 'key'>): string => key;

/** A text's place in time. */
type TimedText = Pick<ContextItem, 'occurred_at' | 'position' | 'chunk'>;

/** Orders items by time, then by position in the log, then by chunk. */
export function compareItemsByTime(a: TimedText, b: TimedText): number {
  if (a.occurred_at === b.occurred_at) return compareByPosition(a, b);
  return compareTimes(a.occurred_at, b.occurred_at) || compareByPosition(a, b);
}

/** Orders items by when they were last changed, then by chunk: what stays the same is at the beginning. */
export function compareItemsByChange(a: ContextItem, b: ContextItem): number {
  return compareByPosition(a, b);
}

const isUtcMilliseconds = (time: string): boolean => time.length === 24 && time.endsWith('Z');

/** Times of the usual form, `2026-05-08T09:00:00.000Z`, compare as strings; others are parsed. */
function compareTimes(a: string, b: string): number {
  if (isUtcMilliseconds(a) && isUtcMilliseconds(b)) return a < b ? -1 : 1;
  return Date.parse(a) - Date.parse(b);
}

function compareByPosition(a: TimedText, b: TimedText): number {
  return a.position - b.position || a.chunk - b.chunk;
}
