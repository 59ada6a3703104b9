import type { CrumbEvent } from '@crumbtrail/contracts';
import type { LogMark } from '../../src/relay/decide-repair';
import type { ConsumerPlan, DurableConsumer, LogEpoch, StreamAck, StreamEnds } from '../../src/relay/stream-port';
import { isReceived } from './simulated-database';

interface StoredMessage extends LogMark {
  readonly sequence: number;
  readonly id: number;
}

interface Consumer {
  readonly filter: string;
  readonly start: number;
  readonly acknowledged: Set<number>;
}

/** A stream of JetStream and its consumers. A copy of it is an older state that somebody may restore. */
export class SimulatedStream {
  messages: StoredMessage[] = [];
  consumers = new Map<string, Consumer>();
  lastSequence = 0;

  copy(): SimulatedStream {
    const copied = new SimulatedStream();
    copied.messages = [...this.messages];
    copied.lastSequence = this.lastSequence;
    for (const [name, { acknowledged, ...one }] of this.consumers)
      copied.consumers.set(name, { ...one, acknowledged: new Set(acknowledged) });
    return copied;
  }

  ends(): StreamEnds {
    const last = this.messages.at(-1) ?? null;
    return {
      first: this.messages[0] ?? null,
      last,
      lastEvent: last && `${last.id}@1`,
      lastSequence: this.lastSequence,
      capacity: 10_000,
      copies: { wanted: 1, current: 1 },
    };
  }

  /** Stores at most `most` of the events, as when the connection breaks in between; each is stored once in an epoch. */
  publish(events: readonly CrumbEvent[], log: LogEpoch, most: number): StreamAck[] {
    return events.slice(0, most).map(({ position, id }) => {
      const mark = { logId: log.logId, epoch: log.epoch, position };
      const stored = this.messages.find((one) => one.position === position && one.epoch === log.epoch);
      if (stored) return { position, sequence: stored.sequence, duplicate: true };
      this.lastSequence += 1;
      this.messages.push({ ...mark, sequence: this.lastSequence, id: Number(id) });
      return { position, sequence: this.lastSequence, duplicate: false };
    });
  }

  list(): DurableConsumer[] {
    return [...this.consumers].map(([name, consumer]) => {
      const pending = this.unacknowledged(name).length;
      return { name, floor: this.floorOf(consumer), outstanding: 0, pending, waiting: 1 };
    });
  }

  sequenceFrom({ position, epoch }: Pick<LogMark, 'position' | 'epoch'>): number | null {
    const found = this.messages.find((one) => one.epoch > epoch || (one.epoch === epoch && one.position >= position));
    return found?.sequence ?? null;
  }

  create({ name, filter, start }: Pick<ConsumerPlan, 'name' | 'filter' | 'start'>): void {
    const first = start === 'next' ? this.lastSequence + 1 : start;
    if (!this.consumers.has(name)) this.consumers.set(name, { filter, start: first, acknowledged: new Set() });
  }

  unacknowledged(name: string): StoredMessage[] {
    const consumer = this.consumers.get(name);
    if (!consumer) return [];
    return this.messages.filter((one) => isDue(one, consumer) && !consumer.acknowledged.has(one.sequence));
  }

  /** The broker's floor passes over messages that aged out. */
  private floorOf(consumer: Consumer): LogMark | null {
    const open = this.messages.find((one) => isDue(one, consumer) && !consumer.acknowledged.has(one.sequence));
    const before = this.messages.filter((one) => isDue(one, consumer) && (!open || one.sequence < open.sequence));
    return before.at(-1) ?? null;
  }
}

const isDue = ({ sequence, id }: StoredMessage, { start, filter }: Consumer): boolean =>
  sequence >= start && isReceived(id, filter);
