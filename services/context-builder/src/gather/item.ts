import type { Decision, Participant, Ref, SourcePlan } from '@crumbtrail/contracts';
import type { SectionName } from '../plan/plan';
import type { Fingerprint } from '../text/similarity';

/** One piece of text with what is known of it. */
export interface ContextItem extends Ref {
  /** What it is known by within a build. */
  readonly key: string;
  readonly chunk: number;
  readonly position: number;
  readonly occurred_at: string;
  readonly schema_name: string;
  readonly author: Participant;
  /** The name that it is shown under; null where a list speaks for itself. */
  readonly speaker: string | null;
  /** Empty where its hints failed, and of what is below the floor of every source that found it. */
  readonly text: string;
  /** The text as it is compared with others. */
  readonly fingerprint: Fingerprint;
  /** Tokens of its text as indexed. */
  readonly indexed: number;
  readonly simhash: string;
  /** Bits that its words say, by the workspace's statistics. */
  readonly information: number;
  /** Of the embedder that serves; only on the best of a searching source. */
  readonly vector?: readonly number[] | undefined;
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
}

/** An item once, with what all sources said of it. `rank` counts from 1 over all candidates. */
export interface ScoredItem {
  readonly item: ContextItem;
  /** The source that ranked it best. */
  readonly source: string;
  readonly section: SectionName;
  /** Its place in the recent window, 1 the newest; absent outside it. */
  readonly recency?: number | undefined;
  /** Names of the sources that found it above their floor, best first; of all that found it where nobody says. */
  readonly foundBy?: readonly string[] | undefined;
  readonly rank: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** An item that does not enter, and why. */
export interface DroppedItem {
  readonly scored: ScoredItem;
  readonly decision: Exclude<Decision, 'kept'>;
  readonly reason?: string;
}

/** Enough of a text's hash to see that it reads differently: 7 hex digits; none of what is no sha256. */
export function shortDigest(hash: string): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{7})/.exec(hash)?.[1];
}

/** One chunk of one version of one crumb. */
export function chunkKey({ id, version, chunk }: Pick<ContextItem, 'id' | 'version' | 'chunk'>): string {
  return `${id}@${version}#${chunk}`;
}

/** Worked out once for each item: a build asks for it hundreds of times. */
export const itemKey = ({ key }: Pick<ContextItem, 'key'>): string => key;

/** Order shown: when it happened, then its place in the log, then its place in its crumb. */
export function compareByTime(a: ContextItem, b: ContextItem): number {
  if (a.occurred_at === b.occurred_at) return compareByPosition(a, b);
  return compareTimes(a.occurred_at, b.occurred_at) || compareByPosition(a, b);
}

const isUtcMilliseconds = (time: string): boolean => time.length === 24 && time.endsWith('Z');

/** Two times of the usual form, `2026-05-08T09:00:00.000Z`, compare as they are written. */
function compareTimes(a: string, b: string): number {
  if (isUtcMilliseconds(a) && isUtcMilliseconds(b)) return a < b ? -1 : 1;
  return Date.parse(a) - Date.parse(b);
}

function compareByPosition(a: ContextItem, b: ContextItem): number {
  return a.position - b.position || a.chunk - b.chunk;
}
