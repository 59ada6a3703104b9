import type { CrumbEvent } from '@crumbtrail/contracts';
import type { LogMark } from './decide-repair';

/** Both ends of the stream; a stream that holds nothing has neither, and still a sequence. */
export interface StreamEnds {
  readonly first: LogMark | null;
  readonly last: LogMark | null;
  /** The last sequence number given; 0 in a new stream. */
  readonly lastSequence: number;
  /** About how many events it can hold before it drops the oldest. */
  readonly capacity: number;
}

/** A durable consumer as the stream has it. */
export interface DurableConsumer {
  readonly name: string;
  /** Everything that it hears up to here is acknowledged, or aged out; null when the stream cannot say. */
  readonly floor: LogMark | null;
  /** Delivered and not yet acknowledged. */
  readonly outstanding: number;
  /** Not yet delivered. */
  readonly pending: number;
  /** Pulls that wait: somebody is there. */
  readonly waiting: number;
}

/** A consumer to make. */
export interface ConsumerPlan {
  readonly name: string;
  readonly filter: string;
  /** The sequence that it starts at; `next`: at whatever is published from now on. */
  readonly start: number | 'next';
  readonly ackWaitMs: number;
}

/** What the stream said of one published event. `duplicate`: it had it already. */
export interface PublishedEvent {
  readonly position: number;
  readonly sequence: number;
  readonly duplicate: boolean;
}

/** Which log, in which of its epochs. */
export type LogEpoch = Pick<LogMark, 'logId' | 'epoch'>;

/** What the relay needs of the stream. Everything rejects while NATS is away. */
export abstract class StreamPort {
  /** Makes the stream if it is not there, and looks at its ends. */
  abstract ends(): Promise<StreamEnds>;
  /** Resolves with what the stream has now, from the first event on and without a hole: all, or fewer when it failed in between. */
  abstract publish(events: readonly CrumbEvent[], log: LogEpoch): Promise<readonly PublishedEvent[]>;
  abstract consumers(): Promise<readonly DurableConsumer[]>;
  /** The first message at or after a position of an epoch; null when there is none yet. */
  abstract sequenceFrom(place: Pick<LogMark, 'position' | 'epoch'>): Promise<number | null>;
  abstract createConsumer(plan: ConsumerPlan): Promise<void>;
  /** Nothing happens when it is not there. */
  abstract deleteConsumer(name: string): Promise<void>;
  abstract purge(): Promise<void>;
}
