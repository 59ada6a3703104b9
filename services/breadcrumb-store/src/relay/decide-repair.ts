/** The position of a message in a log. */
export interface LogMark {
  readonly logId: string;
  readonly epoch: number;
  readonly position: number;
}

/** The stream as inspected. A missing and an empty stream look the same: both ends are null. */
export interface ObservedStream {
  readonly first: LogMark | null;
  readonly last: LogMark | null;
  /** Its sequence went backwards: an older copy of it was restored. */
  readonly rolledBack: boolean;
  /** At the position of its last event the log has another one: the log was set back and has grown again since. */
  readonly hasOtherEvent: boolean;
}

/** A durable consumer as the database and the stream know it. */
export interface ObservedDurable {
  readonly name: string;
  /** Everything up to this position that it receives is acknowledged. */
  readonly floor: number;
  /** Position of the first event after the floor that it receives; null if the log has none. */
  readonly next: number | null;
  readonly hasConsumer: boolean;
  /** Does a subscriber pull from it, or request it now? */
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

/** A consumer to create: it receives the events after the position `after`. */
export interface ConsumerStart {
  readonly name: string;
  readonly after: number;
}

export type Repair =
  | { readonly kind: 'none' }
  /** The stream is intact; these consumers are missing. */
  | { readonly kind: 'consumers'; readonly starts: readonly ConsumerStart[] }
  /** A new epoch: the stream is purged, all consumers are created again, and the log is published again from `rewindFrom`. */
  | {
      readonly kind: 'rewind';
      readonly why: string;
      readonly rewindFrom: number;
      readonly epoch: number;
      readonly starts: readonly ConsumerStart[];
    };

/**
 * Decides how to repair the stream so that every durable still receives every event that it has not acknowledged. A stream that
 * lost events, or holds those of another log, is rewound to the first event that any durable misses. Each consumer then starts at
 * its own position, so that none receives an acknowledged event again. A durable without subscribers does not cause a rewind: it
 * is refilled when it is requested, or together with the others.
 */
export function decideRepair(found: RepairInput): Repair {
  const why = whyRewind(found);
  if (why !== null) return rewind(found, why);
  const missing = found.durables.filter((durable) => !durable.hasConsumer);
  if (missing.length === 0) return { kind: 'none' };
  return { kind: 'consumers', starts: missing.map((durable) => toStart(durable, found.head)) };
}

/** The first position that the stream can still deliver; events after `relayed` are published later. */
export function firstAvailablePosition({ stream, relayed }: Pick<RepairInput, 'stream' | 'relayed'>): number {
  return stream.first?.position ?? relayed + 1;
}

/** Is an event that the durable receives and has not acknowledged no longer in the stream? */
export function hasMissed(
  durable: Pick<ObservedDurable, 'next'>,
  found: Pick<RepairInput, 'stream' | 'relayed'>,
): boolean {
  return durable.next !== null && durable.next <= found.relayed && durable.next < firstAvailablePosition(found);
}

function whyRewind(found: RepairInput): string | null {
  if (found.stream.rolledBack) return 'the stream was restored to an older state';
  const misplaced = found.stream.last && whyMisplaced(found.stream.last, found);
  if (misplaced) return misplaced;
  const missing = found.durables.find((durable) => durable.wanted && hasMissed(durable, found));
  return missing ? `${missing.name} misses ${missing.next}, which the stream no longer holds` : null;
}

function whyMisplaced(last: LogMark, { stream, logId, epoch, relayed, head }: RepairInput): string | null {
  if (last.logId !== logId) return `the stream belongs to the log ${last.logId}`;
  if (last.epoch !== epoch) return `the stream is of epoch ${last.epoch}`;
  if (stream.hasOtherEvent) return `the stream and the log have different events at ${last.position}`;
  if (last.position < relayed) return `the stream ends at ${last.position} and ${relayed} was published`;
  return last.position > head ? `the stream ends at ${last.position} and the log at ${head}` : null;
}

function rewind({ stream, durables, head, relayed, epoch }: RepairInput, why: string): Repair {
  const starts = durables.map((durable) => toStart(durable, head));
  const lowest = starts.reduce((least, { after }) => Math.min(least, after), Math.min(relayed, head));
  return { kind: 'rewind', why, rewindFrom: lowest + 1, epoch: Math.max(epoch, stream.last?.epoch ?? 0) + 1, starts };
}

/** A durable receives nothing between its floor and its next event, so it starts directly before that. */
const toStart = ({ name, next }: ObservedDurable, head: number): ConsumerStart => ({
  name,
  after: next === null ? head : next - 1,
});
