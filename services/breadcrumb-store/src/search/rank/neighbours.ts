import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import { MESSAGES, type Messages } from './messages';
import type { RankableText } from './question';
import { RepeatFinder } from './repeated-texts';
import type { Continuation } from './text-list';

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

/** Gives each message its segment, in time order; the sessions may be interleaved. */
class SegmentFinder {
  segments = 0;
  private readonly last = new Map<string, { readonly segment: number; readonly at: number }>();

  add({ session, occurredAt }: RankableText): number {
    const before = session === null ? undefined : this.last.get(session);
    const follows = before !== undefined && occurredAt - before.at <= LONGEST_PAUSE;
    const segment = follows ? before.segment : this.segments++;
    if (session !== null) this.last.set(session, { segment, at: occurredAt });
    return segment;
  }
}

/** What the neighbours of further messages depend on. */
interface NeighbourState {
  readonly repeats: RepeatFinder;
  readonly segments: SegmentFinder;
  /** The last message of each segment that does not repeat an earlier one. */
  readonly last: Map<number, number>;
}

interface ContinuedNeighbours extends Neighbours {
  readonly state: NeighbourState;
}

/** Do all texts of a message repeat earlier ones? */
function repeatsEarlier(repeats: RepeatFinder, texts: readonly RankableText[], from: number, to: number): boolean {
  let repeated = true;
  for (let at = from; at < to; at += 1) if (!repeats.add(texts[at] as RankableText)) repeated = false;
  return repeated;
}

/** The same numbers, and -1 for each further message. */
function extend(numbers: Int32Array, count: number): Int32Array {
  const all = new Int32Array(count).fill(NONE, numbers.length);
  all.set(numbers);
  return all;
}

/** The neighbours of all messages, from those of the first. */
function addNeighbours(
  before: ContinuedNeighbours,
  messages: Messages,
  texts: readonly RankableText[],
): ContinuedNeighbours {
  const { state } = before;
  const { first, count } = messages;
  const [segment, previous, next] = [before.segment, before.previous, before.next].map((one) => extend(one, count)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (let nth = before.messages.count; nth < count; nth += 1) {
    const [from, to] = [first[nth] as number, first[nth + 1] as number];
    const own = state.segments.add(texts[from] as RankableText);
    segment[nth] = own;
    if (repeatsEarlier(state.repeats, texts, from, to)) continue;
    const last = state.last.get(own) ?? NONE;
    previous[nth] = last;
    if (last !== NONE) next[last] = nth;
    state.last.set(own, nth);
  }
  return { messages, segment, segments: state.segments.segments, previous, next, state };
}

function computeNeighbours(texts: readonly RankableText[]): ContinuedNeighbours {
  const none = new Int32Array(0);
  const state = { repeats: new RepeatFinder(), segments: new SegmentFinder(), last: new Map<number, number>() };
  const empty = { messages: MESSAGES.compute([]), segment: none, previous: none, next: none, segments: 0, state };
  return addNeighbours(empty, MESSAGES.compute(texts), texts);
}

/**
 * Finds the neighbours of messages that are in time order; the sessions may be interleaved. A repeated message has no neighbours and
 * is not a neighbour itself: only its first occurrence counts.
 */
export const NEIGHBOURS: Continuation<RankableText, Neighbours> = {
  compute: computeNeighbours,
  append: (before, texts, from) => {
    const messages = MESSAGES.append(before.messages, texts, from);
    return messages && addNeighbours(before as ContinuedNeighbours, messages, texts);
  },
};
