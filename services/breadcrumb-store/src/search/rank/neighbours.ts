import type { RankableText } from './question';
import { findRepeats } from './repeated-texts';

/** A pause within a session that starts a new segment, in milliseconds. */
const LONGEST_PAUSE = 3 * 3_600_000;
const NONE = -1;

/** The neighbours of each text, by index; -1 if there is none. */
export interface Neighbours {
  readonly previous: Int32Array;
  readonly next: Int32Array;
  /** The segment of each text: turns of one session without a long pause. A text without a session is a separate segment. */
  readonly segment: Int32Array;
  /** How many segments there are. */
  readonly segments: number;
}

function findSegments(texts: readonly RankableText[]): Pick<Neighbours, 'segment' | 'segments'> {
  const segment = new Int32Array(texts.length);
  const last = new Map<string, number>();
  let segments = 0;
  texts.forEach(({ session, occurredAt }, at) => {
    const before = session === null ? undefined : last.get(session);
    const follows = before !== undefined && occurredAt - (texts[before]?.occurredAt ?? 0) <= LONGEST_PAUSE;
    segment[at] = follows ? (segment[before] as number) : segments++;
    if (session !== null) last.set(session, at);
  });
  return { segment, segments };
}

/** The nearest text on one side in the same segment, skipping repeats. */
function findAdjacent(side: 'before' | 'after', segment: Int32Array, repeats: Uint8Array): Int32Array {
  const count = segment.length;
  const found = new Int32Array(count).fill(NONE);
  const last = new Int32Array(count).fill(NONE);
  for (let nth = 0; nth < count; nth += 1) {
    const at = side === 'before' ? nth : count - 1 - nth;
    if (repeats[at] !== 0) continue;
    const own = segment[at] as number;
    found[at] = last[own] as number;
    last[own] = at;
  }
  return found;
}

/**
 * Finds the neighbours of texts that are in time order; the sessions may be interleaved. A repeated text has no neighbours and is
 * not a neighbour itself: only its first occurrence counts.
 */
export function findNeighbours(texts: readonly RankableText[]): Neighbours {
  const { segment, segments } = findSegments(texts);
  const repeats = findRepeats(texts);
  const previous = findAdjacent('before', segment, repeats);
  const next = findAdjacent('after', segment, repeats);
  return { segment, segments, previous, next };
}
