import type { StreamCopies } from '@crumbtrail/bus';
import { hasMissed, type ObservedDurable, type RepairInput } from './decide-repair';
import type { RelayProgress } from './relay-progress';
import type { DurableRow, DurableCursor, RelayRecords } from './relay-records';
import type { DurableConsumer, StreamEnds, StreamPort } from './stream-port';

/** Parses a filter; libs/bus knows its syntax. */
export type ReadFilter = (filter: string) => DurableCursor['filter'];

/** A durable as the database and the stream know it. */
export interface InspectedDurable extends ObservedDurable {
  readonly filter: string;
  readonly ackWaitMs: number;
  readonly consumer: DurableConsumer | null;
}

export interface StreamInspection extends RepairInput {
  readonly durables: readonly InspectedDurable[];
  /** Approximate number of events that the stream can hold. */
  readonly capacity: number;
  readonly copies: StreamCopies;
}

/** What an inspection reads and saves of the relay's rows. */
type InspectedRecords = Pick<RelayRecords, 'requireKnown' | 'durables' | 'nextFor' | 'raiseFloors' | 'eventAt'>;

type ConsumersByName = ReadonlyMap<string, DurableConsumer>;

/** Inspects the stream and its consumers, and saves what was acknowledged since the last inspection. */
export class StreamInspector {
  constructor(
    private readonly road: StreamPort,
    private readonly records: InspectedRecords,
    private readonly course: RelayProgress,
    private readonly readFilter: ReadFilter,
  ) {}

  /** Those `asking` count as active although they may not pull yet. */
  async inspect(asking: readonly string[] = []): Promise<StreamInspection> {
    const { road, records, course } = this;
    // Consumers first: an event that ages out afterwards counts as missed, never as acknowledged.
    const consumers = new Map((await road.consumers()).map((one) => [one.name, one]));
    const ends = await road.ends();
    course.observe(ends);
    const { head } = await records.requireKnown(course);
    const { logId, epoch, relayed, rolledBack } = course;
    const hasOtherEvent = await this.hasOtherEvent(ends);
    const about = { stream: { ...ends, rolledBack, hasOtherEvent }, head, relayed, logId, epoch, durables: [] };
    const rows = await records.durables();
    const durables = await this.settle(rows, consumers, about);
    const wanted = durables.map((one) => ({ ...one, wanted: one.wanted || asking.includes(one.name) }));
    return { ...about, capacity: ends.capacity, copies: ends.copies, durables: wanted };
  }

  /** Positions alone do not tell a log that was set back and has grown again since: the last event of the stream must be in it. */
  private async hasOtherEvent({ last, lastEvent }: StreamEnds): Promise<boolean> {
    if (!this.course.owns(last) || lastEvent === null) return false;
    const logged = await this.records.eventAt(last.position);
    return logged !== null && logged !== lastEvent;
  }

  /** Raises floors past events that were acknowledged or that a durable does not receive, never past events that it missed. */
  private async settle(
    rows: readonly DurableRow[],
    consumers: ConsumersByName,
    found: RepairInput,
  ): Promise<InspectedDurable[]> {
    const before = await this.place(rows, consumers);
    const moved = before.map((one) => ({ ...one, floor: Math.max(one.floor, this.acknowledged(one, found)) }));
    const isSame = moved.every(({ floor }, n) => floor === before[n]?.floor);
    const after = isSame ? before : await this.place(moved, consumers);
    const settled = after.map((one) => ({ ...one, floor: Math.max(one.floor, (one.next ?? found.head + 1) - 1) }));
    const risen = settled.filter(({ floor }, n) => floor > (rows[n]?.floor ?? 0));
    if (risen.length > 0) await this.records.raiseFloors(risen, this.course);
    return settled;
  }

  /** The broker's floor passes over messages that aged out, so it counts only where nothing was missed. */
  private acknowledged(durable: InspectedDurable, found: RepairInput): number {
    const { last, rolledBack, hasOtherEvent } = found.stream;
    const floor = durable.consumer?.floor ?? null;
    const isOurs = !rolledBack && !hasOtherEvent && this.course.owns(last) && last.position <= found.head;
    return isOurs && this.course.owns(floor) && !hasMissed(durable, found) ? floor.position : 0;
  }

  private async place(rows: readonly DurableRow[], consumers: ConsumersByName): Promise<InspectedDurable[]> {
    if (rows.length === 0) return [];
    const next = await this.records.nextFor(
      rows.map(({ name, floor, filter }) => ({ name, floor, filter: this.readFilter(filter) })),
    );
    return rows.map(({ name, filter, floor, ackWaitMs }) => {
      const consumer = consumers.get(name) ?? null;
      const wanted = consumer !== null && consumer.waiting + consumer.outstanding > 0;
      return {
        name,
        filter,
        floor,
        ackWaitMs,
        next: next.get(name) ?? null,
        consumer,
        hasConsumer: consumer !== null,
        wanted,
      };
    });
  }
}
