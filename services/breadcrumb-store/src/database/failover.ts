import type { Sql, Statement } from './database';

/** The log's head as the database has it now, with the server's own timeline. */
export interface ServedHead {
  readonly position: number;
  /** The timeline on which the writer took its lease; null in a database that had no writer yet. */
  readonly timeline: number | null;
  /** Postgres begins another timeline with each promotion of a replica. Null where the server does not tell. */
  readonly server_timeline: number | null;
}

/** A range of positions that were committed, and that the server which was promoted does not have. */
export interface LostRange {
  readonly from: number;
  readonly through: number;
  /** The epoch that began with the promotion. */
  readonly epoch: number;
  /** When the store noticed, ISO 8601. */
  readonly at: string;
}

/** The columns of a {@link ServedHead}, of `log_head`. */
export const SERVED_HEAD = 'position, timeline, log_timeline() as server_timeline';

/** True on the server that the writer took its lease on. A condition of every statement that moves a cursor or a floor; $n is the epoch. */
export const isServedAsKnown = (epoch: `$${number}`): string =>
  `exists (select 1 from log_head h where h.epoch = ${epoch} and coalesce(h.timeline = log_timeline(), true))`;

/** The database is another one than a moment ago: a replica was promoted, or an older copy was restored. */
export class DatabaseFailedOver extends Error {
  override readonly name = 'DatabaseFailedOver';
  constructor({ position }: Pick<ServedHead, 'position'>, lastKnown: number) {
    const lost =
      lastKnown > position
        ? `its log ends at ${position}, so positions ${position + 1} to ${lastKnown} are lost`
        : `its log is complete up to ${lastKnown}`;
    super(
      `The database failed over to another server: ${lost}. This process ends, and the next one begins a new epoch.`,
    );
  }
}

/** Is this another server than that of the lease, or does it lack positions that were known to be committed? */
export const hasFailedOver = (
  { position, timeline, server_timeline: server }: ServedHead,
  lastKnown: number,
): boolean => position < lastKnown || (timeline !== null && server !== null && timeline !== server);

/** The failover that began this epoch is the one at hand, if nothing was appended since: the relay and the writer both notice it. */
const EXTEND_RECORDED: Statement = {
  name: 'failover-recorded',
  text: `update failover set last_known = greatest(last_known, $2)
    where head = $1 and epoch = (select epoch from log_head) and timeline is not distinct from log_timeline() returning epoch`,
};
const BEGIN_EPOCH: Statement = {
  name: 'failover-epoch',
  text: 'update log_head set epoch = epoch + 1, timeline = log_timeline() returning epoch, timeline',
};
const LOWER_CURSOR: Statement = {
  name: 'failover-cursor',
  text: 'update relay_cursor set relayed = $1 where relayed > $1',
};
const LOWER_FLOORS: Statement = {
  name: 'failover-floors',
  text: 'update durable set floor = $1, updated_at = now() where floor > $1',
};
const RECORD: Statement = {
  name: 'failover-record',
  text: 'insert into failover (epoch, timeline, head, last_known) values ($1, $2, $3, $4)',
};

/**
 * Begins a new epoch after a failover, with everything that was published or acknowledged after the head forgotten. The caller
 * holds the lock of the log head, so that nothing is appended before. A failover that is recorded already begins no further epoch. The stream still has the old epoch: the relay notices and
 * publishes the log again for every durable that misses something.
 */
export async function recordFailover(sql: Sql, { position }: ServedHead, lastKnown: number): Promise<void> {
  const recorded = await sql.query(EXTEND_RECORDED, [position, lastKnown]);
  if (recorded.length > 0) return;
  const [began] = await sql.query<{ epoch: number; timeline: number | null }>(BEGIN_EPOCH);
  await sql.query(LOWER_CURSOR, [position]);
  await sql.query(LOWER_FLOORS, [position]);
  await sql.query(RECORD, [began?.epoch, began?.timeline, position, Math.max(position, lastKnown)]);
}

/** The stream holds `published` of an epoch before the last failover: everything through there was committed once. */
export const EXTEND_LOST_RANGE = `update failover set last_known = $1
  where epoch = (select max(epoch) from failover) and epoch > $2 and last_known < $1`;

/** The ranges that were lost in the last seven days, newest first. */
export const READ_LOST_RANGES = `select head + 1 as from, last_known as through, epoch,
    to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from failover where last_known > head and at > now() - interval '7 days' order by epoch desc`;
