import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import { groupMessages, type Messages } from './messages';
import type { RankableText } from './question';
import { findRepeats } from './repeated-texts';

/** A pause within a session that starts a new segment, in milliseconds. */
const LONGEST_PAUSE = RANKING_WEIGHTS.parameters.pause_hours * 3_600_000;
const NONE = -1;

/** Messages with their neighbours, by index; -1 if there is none. */
export interface Neighbours {
  readonly messages: Messages;
  readonly previous: Int32Array;
  readonly next: Int32Array;
  /** The segment of each message: those of one session without a long pause. A message without a session is a separate segment. */
  readonly segment: Int32Array;
  /** How many segments there are. */
  readonly segments: number;
}

function findSegments(
  texts: readonly RankableText[],
  { first, count }: Messages,
): Pick<Neighbours, 'segment' | 'segments'> {
  const segment = new Int32Array(count);
  const last = new Map<string, { readonly segment: number; readonly at: number }>();
  let segments = 0;
  for (let nth = 0; nth < count; nth += 1) {
    const { session, occurredAt } = texts[first[nth] as number] as RankableText;
    const before = session === null ? undefined : last.get(session);
    const follows = before !== undefined && occurredAt - before.at <= LONGEST_PAUSE;
    const own = follows ? before.segment : segments++;
    segment[nth] = own;
    if (session !== null) last.set(session, { segment: own, at: occurredAt });
  }
  return { segment, segments };
}

/** 1 for a message all of whose texts repeat earlier ones, else 0. */
function findRepeatedMessages(texts: readonly RankableText[], { of, count }: Messages): Uint8Array {
  const repeats = findRepeats(texts);
  const repeated = new Uint8Array(count).fill(1);
  of.forEach((nth, at) => {
    if (repeats[at] === 0) repeated[nth] = 0;
  });
  return repeated;
}

/** The nearest message on one side in the same segment, skipping repeats. */
function findAdjacent(side: 'before' | 'after', segment: Int32Array, repeated: Uint8Array): Int32Array {
  const count = segment.length;
  const found = new Int32Array(count).fill(NONE);
  const last = new Int32Array(count).fill(NONE);
  for (let nth = 0; nth < count; nth += 1) {
    const at = side === 'before' ? nth : count - 1 - nth;
    if (repeated[at] !== 0) continue;
    const own = segment[at] as number;
    found[at] = last[own] as number;
    last[own] = at;
  }
  return found;
}

/**
 * Finds the neighbours of messages that are in time order; the sessions may be interleaved. A repeated message has no neighbours and
 * is not a neighbour itself: only its first occurrence counts.
 */
export function findNeighbours(texts: readonly RankableText[]): Neighbours {
  const messages = groupMessages(texts);
  const { segment, segments } = findSegments(texts, messages);
  const repeated = findRepeatedMessages(texts, messages);
  const previous = findAdjacent('before', segment, repeated);
  const next = findAdjacent('after', segment, repeated);
  return { messages, segment, segments, previous, next };
}
