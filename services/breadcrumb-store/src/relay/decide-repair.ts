/** Where a message of the stream stands in a log. */
export interface LogMark {
  readonly logId: string;
  readonly epoch: number;
  readonly position: number;
}

/** The stream as it is found; a missing one and an empty one look the same: both ends null. */
export interface ObservedStream {
  readonly first: LogMark | null;
  readonly last: LogMark | null;
  /** Its sequence went back under the relay's feet: an old copy of it came back. */
  readonly rolledBack: boolean;
}

/** A durable consumer as the record knows it, and what the stream has of it. */
export interface ObservedDurable {
  readonly name: string;
  /** Everything that it hears up to this position is acknowledged. */
  readonly floor: number;
  /** Position of the first event after the floor that it hears; null where the log holds none. */
  readonly next: number | null;
  readonly hasConsumer: boolean;
  /** Somebody pulls from it, or asks for it now. */
  readonly wanted: boolean;
}

export interface RepairInput {
  readonly stream: ObservedStream;
  readonly durables: readonly ObservedDurable[];
  readonly head: number;
  readonly relayed: number;
  readonly logId: string;
  readonly epoch: number;
}

/** A consumer to make: it hears what comes after the position `after`. */
export interface ConsumerStart {
  readonly name: string;
  readonly after: number;
}

export type Repair =
  | { readonly kind: 'none' }
  /** The stream is good; these consumers are not there. */
  | { readonly kind: 'consumers'; readonly starts: readonly ConsumerStart[] }
  /** A new epoch: the stream is emptied, every consumer made anew, and the log published again from `rewindFrom`. */
  | {
      readonly kind: 'rewind';
      readonly why: string;
      readonly rewindFrom: number;
      readonly epoch: number;
      readonly starts: readonly ConsumerStart[];
    };

/**
 * What must be done so that every durable still gets every event that it hears and has not acknowledged. A stream that
 * lost, misplaced or never had what somebody wants is rewound, from the first event that anybody misses; then each
 * consumer starts at its own place, so that nobody hears again what it had acknowledged. A durable that nobody pulls
 * from is no reason to rewind: it is refilled when it asks, or together with the others.
 */
export function decideRepair(found: RepairInput): Repair {
  const why = whyRewind(found);
  if (why !== null) return rewind(found, why);
  const missing = found.durables.filter((durable) => !durable.hasConsumer);
  if (missing.length === 0) return { kind: 'none' };
  return { kind: 'consumers', starts: missing.map((durable) => toStart(durable, found.head)) };
}

/** The first position that the stream can still give; what comes after `relayed` is published in its time. */
export function firstAvailablePosition({ stream, relayed }: Pick<RepairInput, 'stream' | 'relayed'>): number {
  return stream.first?.position ?? relayed + 1;
}

/** Is an event that the durable hears, and did not acknowledge, no longer in the stream? */
export function hasMissed(
  durable: Pick<ObservedDurable, 'next'>,
  found: Pick<RepairInput, 'stream' | 'relayed'>,
): boolean {
  return durable.next !== null && durable.next <= found.relayed && durable.next < firstAvailablePosition(found);
}

function whyRewind(found: RepairInput): string | null {
  if (found.stream.rolledBack) return 'the stream was put back to an older state';
  const misplaced = found.stream.last && whyMisplaced(found.stream.last, found);
  if (misplaced) return misplaced;
  const missing = found.durables.find((durable) => durable.wanted && hasMissed(durable, found));
  return missing ? `${missing.name} misses ${missing.next}, which the stream no longer holds` : null;
}

function whyMisplaced(last: LogMark, { logId, epoch, relayed, head }: RepairInput): string | null {
  if (last.logId !== logId) return `the stream belongs to the log ${last.logId}`;
  if (last.epoch !== epoch) return `the stream is of epoch ${last.epoch}`;
  if (last.position < relayed) return `the stream ends at ${last.position} and ${relayed} was published`;
  return last.position > head ? `the stream ends at ${last.position} and the log at ${head}` : null;
}

function rewind({ stream, durables, head, relayed, epoch }: RepairInput, why: string): Repair {
  const starts = durables.map((durable) => toStart(durable, head));
  const lowest = starts.reduce((least, { after }) => Math.min(least, after), Math.min(relayed, head));
  return { kind: 'rewind', why, rewindFrom: lowest + 1, epoch: Math.max(epoch, stream.last?.epoch ?? 0) + 1, starts };
}

/** Nothing that a durable hears lies between its floor and its next event, so that it starts right before that. */
const toStart = ({ name, next }: ObservedDurable, head: number): ConsumerStart => ({
  name,
  after: next === null ? head : next - 1,
});
