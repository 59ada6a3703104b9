import type { StreamCopies } from '@crumbtrail/bus';
import type { CrumbEvent } from '@crumbtrail/contracts';
import type { LogMark } from './decide-repair';

/** The first and last message of the stream; an empty stream has neither, but still a sequence. */
export interface StreamEnds {
  readonly first: LogMark | null;
  readonly last: LogMark | null;
  /** The crumb that the last message is about, as `id@version`; null where it cannot be read. */
  readonly lastEvent: string | null;
  /** The last assigned sequence number; 0 in a new stream. */
  readonly lastSequence: number;
  /** Approximate number of events that it holds before it drops the oldest. */
  readonly capacity: number;
  readonly copies: StreamCopies;
}

/** A durable consumer as the stream has it. */
export interface DurableConsumer {
  readonly name: string;
  /** Everything up to here that the consumer receives is acknowledged or has aged out; null where unknown. */
  readonly floor: LogMark | null;
  /** Delivered and not yet acknowledged. */
  readonly outstanding: number;
  /** Not yet delivered. */
  readonly pending: number;
  /** Waiting pull requests; more than 0: a subscriber is connected. */
  readonly waiting: number;
}

/** A consumer to make. */
export interface ConsumerPlan {
  readonly name: string;
  readonly filter: string;
  /** The sequence at which it starts; `next`: with the next message. */
  readonly start: number | 'next';
  readonly ackWaitMs: number;
}

/** The stream's acknowledgement of one event. `duplicate`: the stream had it already. */
export interface StreamAck {
  readonly position: number;
  readonly sequence: number;
  readonly duplicate: boolean;
}

/** Which log, in which of its epochs. */
export type LogEpoch = Pick<LogMark, 'logId' | 'epoch'>;

/** What the relay needs of the stream. All methods reject while NATS is unavailable. */
export abstract class StreamPort {
  /** Creates the stream if it does not exist, and returns its ends. */
  abstract ends(): Promise<StreamEnds>;
  /** Resolves with the events that the stream has stored, from the first on without a gap: fewer than all after a failure. */
  abstract publish(events: readonly CrumbEvent[], log: LogEpoch): Promise<readonly StreamAck[]>;
  abstract consumers(): Promise<readonly DurableConsumer[]>;
  /** The first message at or after a position of an epoch; null when there is none yet. */
  abstract sequenceFrom(place: Pick<LogMark, 'position' | 'epoch'>): Promise<number | null>;
  abstract createConsumer(plan: ConsumerPlan): Promise<void>;
  /** Does nothing where the consumer does not exist. */
  abstract deleteConsumer(name: string): Promise<void>;
  abstract purge(): Promise<void>;
}
