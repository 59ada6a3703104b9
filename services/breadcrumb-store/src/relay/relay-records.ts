import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { CrumbEvent, EventKind, Participant, SubscribeRequest } from '@crumbtrail/contracts';
import { Repository } from 'typeorm';
import type { EventRecord } from '../ledger/stored-rows';
import { DATABASE, type Database, type Sql } from '../database/database';
import {
  DatabaseFailedOver,
  EXTEND_LOST_RANGE,
  hasFailedOver,
  READ_LOST_RANGES,
  recordFailover,
  type LostRange,
  type ServedHead,
} from '../database/failover';
import { CommittedEvents } from './committed-events';
import type { LogMark } from './decide-repair';
import { DurableEntity } from '../entities/relay.entity';
import {
  AGES,
  EVENT_AT,
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

/** A relay, by its fence, and what it knows of its log. */
export interface RelayWriter extends Pick<LogState, 'epoch' | 'relayed'> {
  readonly fence: number;
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
    /** It receives no new crumbs of imported history. */
    readonly skipsImported?: true;
  };
}

/** Another relay has taken over, or began another epoch; this one may no longer move the cursor. */
export class RelaySuperseded extends Error {
  override readonly name = 'Superseded';
  constructor() {
    super('Another breadcrumb-store relays this log now; this process must end.');
  }
}

interface StateRow extends ServedHead {
  readonly log_id: string;
  readonly epoch: number;
  readonly relayed: number;
  /** Of the relay that took the cursor over last. */
  readonly fence: number;
}

/** The relay's rows in the database: its cursor, the events to publish, and the durables. */
@Injectable()
export class RelayRecords {
  private readonly committed = new CommittedEvents();

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
    return toState(await readState(this.database));
  }

  /**
   * The state of the log that the relay knows. Throws {@link DatabaseFailedOver}, once that is recorded, where the database has
   * become another one, and {@link RelaySuperseded} where another relay has taken over, or the log is in an epoch that another process began.
   */
  async requireKnown(known: RelayWriter): Promise<LogState> {
    const row = await readState(this.database);
    if (hasFailedOver(row, known.relayed)) throw await this.recordFailover(known);
    if (row.epoch !== known.epoch || row.fence !== known.fence) throw new RelaySuperseded();
    return toState(row);
  }

  /** Adds events that this process has committed, so that they need not be read. */
  addCommitted(events: readonly EventRecord[]): void {
    this.committed.add(events);
  }

  /** The events in (after, through], in order, at most `limit`. */
  async events(after: number, through: number, limit: number): Promise<CrumbEvent[]> {
    const held = this.committed.read(after, through, limit);
    return (held ?? (await this.database.query<EventRecord>(READ_EVENTS, [after, through, limit]))).map(toEvent);
  }

  /** Moves the cursor to where the writer is. Throws as {@link requireKnown}, or where another relay has a newer fence. */
  async moveCursor(writer: RelayWriter): Promise<void> {
    if (await updateCursor(this.database, writer)) return;
    await this.requireKnown(writer);
    throw new RelaySuperseded();
  }

  /**
   * Moves the cursor back to `relayed` and starts another epoch, in one transaction. `published` is the last event of an earlier
   * epoch that the stream has: if a failover lost it, the lost range extends to there.
   */
  async beginEpoch(
    writer: RelayWriter,
    next: { readonly epoch: number; readonly relayed: number; readonly published: LogMark | null },
  ): Promise<void> {
    const { epoch, relayed, published } = next;
    await this.database.transaction(async (sql) => {
      await sql.query('select 1 from log_head for update');
      if (!(await updateCursor(sql, { ...writer, relayed }))) throw new RelaySuperseded();
      await sql.query('update log_head set epoch = $1', [epoch]);
      if (published) await sql.query(EXTEND_LOST_RANGE, [published.position, published.epoch]);
    });
  }

  /** The crumb whose event is at a position, as `id@version`; null where the log has none there. */
  async eventAt(position: number): Promise<string | null> {
    const [row] = await this.database.query<{ id: string; version: number }>(EVENT_AT, [position]);
    return row ? `${row.id}@${row.version}` : null;
  }

  /** The ranges of positions that failovers lost in the last seven days, newest first. */
  lostRanges(): Promise<LostRange[]> {
    return this.database.query<LostRange>(READ_LOST_RANGES);
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

  async removeDurable(name: string): Promise<void> {
    await this.rows.delete({ name });
  }

  /** Milliseconds since the event was written that each durable has to process next, by name. */
  async agesOf(
    durables: readonly { readonly name: string; readonly next: number | null }[],
  ): Promise<ReadonlyMap<string, number>> {
    const behind = durables.filter(({ next }) => next !== null);
    if (behind.length === 0) return new Map();
    const rows = await this.database.query<{ position: number; ms: number }>(AGES, [behind.map(({ next }) => next)]);
    const ages = new Map(rows.map(({ position, ms }) => [position, Math.round(ms)]));
    return new Map(
      behind.flatMap(({ name, next }) => {
        const age = ages.get(next as number);
        return age === undefined ? [] : [[name, age]];
      }),
    );
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
      column((one) => one.filter.skipsImported),
    ]);
    return new Map(rows.map(({ name, next }) => [name, next]));
  }

  /** Raises floors; a lower value is ignored. */
  async raiseFloors(
    floors: readonly { readonly name: string; readonly floor: number }[],
    { epoch }: Pick<RelayWriter, 'epoch'>,
  ): Promise<void> {
    await this.database.query(RAISE_FLOORS, [floors.map(({ name }) => name), floors.map(({ floor }) => floor), epoch]);
  }

  /** Milliseconds that the oldest event after `relayed` has waited; 0 if there is none. */
  async oldestUnrelayedMs(relayed: number): Promise<number> {
    const [row] = await this.database.query<{ ms: number }>(OLDEST_UNRELAYED, [relayed]);
    return Math.round(row?.ms ?? 0);
  }

  /** Another process, the writer of this one included, may have recorded it already. */
  private recordFailover({ epoch, relayed }: RelayWriter): Promise<DatabaseFailedOver> {
    return this.database.transaction(async (sql) => {
      await sql.query('select 1 from log_head for update');
      const row = await readState(sql);
      if (row.epoch === epoch) await recordFailover(sql, row, relayed);
      return new DatabaseFailedOver(row, relayed);
    });
  }
}

/** False where the relay is superseded, or the database another one. */
async function updateCursor(sql: Sql, { fence, epoch, relayed }: RelayWriter): Promise<boolean> {
  return (await sql.query(MOVE_CURSOR, [relayed, fence, epoch])).length > 0;
}

async function readState(sql: Sql): Promise<StateRow> {
  const [row] = await sql.query<StateRow>(READ_STATE);
  return row as StateRow;
}

const toState = ({ log_id, epoch, position, relayed }: StateRow): LogState => ({
  logId: log_id,
  epoch,
  head: position,
  relayed,
});

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
    ...(row.leaves === null || row.leaves === undefined ? {} : { leaves: row.leaves }),
    at: new Date(row.created_at).toISOString(),
  };
}
