import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { CrumbEvent, EventKind, Participant, SubscribeRequest } from '@crumbtrail/contracts';
import { Repository } from 'typeorm';
import type { EventRecord } from '../ledger/stored-rows';
import { DATABASE, type Database, type Sql } from '../database/database';
import { DurableEntity } from '../entities/relay.entity';
import {
  FIND_NEXT,
  MOVE_CURSOR,
  OLDEST_UNRELAYED,
  RAISE_FLOORS,
  READ_EVENTS,
  READ_STATE,
  TAKE_OVER,
} from './relay-statements';

/** The log's identity, its last position and how far it is published. */
export interface LogState {
  readonly logId: string;
  readonly epoch: number;
  readonly head: number;
  readonly relayed: number;
}

/** A durable consumer as it is saved, and how far it has acknowledged. */
export type DurableRow = Pick<DurableEntity, 'name' | 'filter' | 'floor' | 'ackWaitMs'>;

/** A durable's floor and what it receives; absent fields do not filter. */
export interface DurableCursor {
  readonly name: string;
  readonly floor: number;
  readonly filter: {
    readonly workspace?: string;
    readonly kind?: string;
    readonly schema_name?: string;
    readonly recipient?: string;
  };
}

/** Another relay has taken over; this one may no longer move the cursor. */
export class RelaySuperseded extends Error {
  override readonly name = 'Superseded';
  constructor() {
    super('Another breadcrumb-store relays this log now; this process must end.');
  }
}

/** The relay's rows in the database: its cursor, the events to publish, and the durables. */
@Injectable()
export class RelayRecords {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @InjectRepository(DurableEntity) private readonly rows: Repository<DurableEntity>,
  ) {}

  /** Takes over the cursor from any other relay, and returns the new fence. */
  async takeOver(): Promise<number> {
    const [row] = await this.database.query<{ fence: number }>(TAKE_OVER);
    return (row as { fence: number }).fence;
  }

  async state(): Promise<LogState> {
    const [row] = await this.database.query<{ log_id: string; epoch: number; position: number; relayed: number }>(
      READ_STATE,
    );
    const { log_id, epoch, position, relayed } = row as NonNullable<typeof row>;
    return { logId: log_id, epoch, head: position, relayed };
  }

  /** The events in (after, through], in order, at most `limit`. */
  async events(after: number, through: number, limit: number): Promise<CrumbEvent[]> {
    return (await this.database.query<EventRecord>(READ_EVENTS, [after, through, limit])).map(toEvent);
  }

  /** Throws {@link RelaySuperseded} where another relay has a newer fence. */
  async moveCursor(fence: number, relayed: number): Promise<void> {
    await updateCursor(this.database, fence, relayed);
  }

  /** Moves the cursor back to `relayed` and starts another epoch, in one transaction. */
  async beginEpoch(fence: number, epoch: number, relayed: number): Promise<void> {
    await this.database.transaction(async (sql) => {
      await updateCursor(sql, fence, relayed);
      await sql.query('update log_head set epoch = $1', [epoch]);
    });
  }

  durables(): Promise<DurableRow[]> {
    return this.rows.find({ order: { name: 'ASC' } });
  }

  /** Saves a subscription and returns its former row. The floor of a new durable is 0 or the head. One call at a time. */
  async saveSubscription({ durable: name, ...request }: SubscribeRequest): Promise<DurableRow | null> {
    const { filter, start, ack_wait_ms: ackWaitMs } = request;
    const known = await this.rows.findOneBy({ name });
    if (known) {
      await this.rows.update({ name }, { filter, ackWaitMs, updatedAt: () => 'now()' });
    } else {
      const floor = start === 'first' ? 0 : () => '(select position from log_head)';
      await this.rows.insert({ name, filter, start, ackWaitMs, floor });
    }
    return known;
  }

  /** For each durable the position of the first event after its floor that it receives; null if the log has none. */
  async nextFor(listeners: readonly DurableCursor[]): Promise<Map<string, number | null>> {
    const column = (pick: (one: DurableCursor) => unknown) => listeners.map((one) => pick(one) ?? null);
    const rows = await this.database.query<{ name: string; next: number | null }>(FIND_NEXT, [
      column((one) => one.name),
      column((one) => one.floor),
      column((one) => one.filter.workspace),
      column((one) => one.filter.kind),
      column((one) => one.filter.schema_name),
      column((one) => one.filter.recipient),
    ]);
    return new Map(rows.map(({ name, next }) => [name, next]));
  }

  /** Raises floors; a lower value is ignored. */
  async raiseFloors(floors: readonly { readonly name: string; readonly floor: number }[]): Promise<void> {
    await this.database.query(RAISE_FLOORS, [floors.map(({ name }) => name), floors.map(({ floor }) => floor)]);
  }

  /** Milliseconds that the oldest event after `relayed` has waited; 0 if there is none. */
  async oldestUnrelayedMs(relayed: number): Promise<number> {
    const [row] = await this.database.query<{ ms: number }>(OLDEST_UNRELAYED, [relayed]);
    return Math.round(row?.ms ?? 0);
  }
}

async function updateCursor(sql: Sql, fence: number, relayed: number): Promise<void> {
  const moved = await sql.query(MOVE_CURSOR, [relayed, fence]);
  if (moved.length === 0) throw new RelaySuperseded();
}

/** Converts a row of the log to an event. */
function toEvent(row: EventRecord): CrumbEvent {
  const cause =
    row.cause_id === null || row.cause_version === null
      ? {}
      : { cause: { id: row.cause_id, version: row.cause_version } };
  return {
    position: row.position,
    kind: row.kind as EventKind,
    workspace: row.workspace,
    id: row.id,
    version: row.version,
    schema_name: row.schema_name,
    ...(row.session === null ? {} : { session: row.session }),
    trail_id: row.trail_id,
    ...cause,
    hop: row.hop,
    author: { kind: row.author_kind as Participant['kind'], id: row.author_id },
    ...(row.recipient === null ? {} : { recipient: row.recipient }),
    imported: row.imported,
    content_hash: row.content_hash,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
    at: new Date(row.created_at).toISOString(),
  };
}
