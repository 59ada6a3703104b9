import { Inject, Injectable } from '@nestjs/common';
import type { VacuumReply } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';

/** How often erased texts are removed from an embedded database by itself, at most. */
const EVERY_MS = 24 * 3_600_000;

/**
 * Forgets the content of the requests that wrote crumbs which were erased: with the hash of a request, everybody with access to the database could
 * confirm a guess of its text. A repetition of such a request is refused.
 */
const FORGET_REQUESTS = `
  update idempotency i set request_hash = '' where i.request_hash <> '' and exists (
    select 1 from jsonb_array_elements(i.reply -> 'results') r
    join crumb c on c.workspace = i.workspace and c.id = (r.value ->> 'id')::uuid where c.erased_at is not null)`;

const SELECT_TABLES = `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
  where schemaname = current_schema() order by tablename`;

const SELECT_ERASED = `select max(erased_at) as at from crumb where erased_at is not null`;

/**
 * Postgres moves on from a deleted row, and leaves its bytes in the files of the table and in the write-ahead log until something
 * overwrites them. This removes them from an embedded database, which has no autovacuum. On Postgres it frees the rows; files, write-ahead
 * log and backups there are its operator's.
 */
@Injectable()
export class Vacuum {
  private last = -Infinity;
  private running: Promise<VacuumReply> | null = null;

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Removes what was erased from the disk. One run at a time; a second caller waits for the first, then runs again. */
  async run(): Promise<VacuumReply> {
    await this.running?.catch(() => undefined);
    this.running = this.removeErased().finally(() => (this.running = null));
    return this.running;
  }

  /** Runs if something was erased since the last run, at most once a day, and only on an embedded database. */
  async runIfNeeded(): Promise<void> {
    if (this.database.kind !== 'pglite' || Date.now() - this.last < EVERY_MS) return;
    const [row] = await this.database.query<{ at: Date | null }>(SELECT_ERASED);
    const since = Math.max(this.last, Date.now() - 2 * EVERY_MS);
    if (row?.at && row.at.getTime() >= since) await this.run();
  }

  private async removeErased(): Promise<VacuumReply> {
    const from = Date.now();
    const { database } = this;
    await database.query(FORGET_REQUESTS);
    const tables = await database.query<{ name: string }>(SELECT_TABLES);
    const isEmbedded = database.kind === 'pglite';
    for (const { name } of tables) await database.query(`vacuum (${isEmbedded ? 'full, ' : ''}analyze) ${name}`);
    if (isEmbedded) await this.removeFromLog();
    this.last = from;
    return { database: database.kind, removed_from_disk: isEmbedded, milliseconds: Date.now() - from };
  }

  /** The statistics of the planner hold samples of texts, and the write-ahead log every change. */
  private async removeFromLog(): Promise<void> {
    await this.database.query('vacuum full pg_catalog.pg_statistic');
    // A segment of the log that is recycled keeps its bytes, one that is not recycled is removed by the next checkpoint.
    await this.database.query('set wal_recycle = off');
    await this.database.query('select pg_switch_wal()');
    await this.database.query('checkpoint');
  }
}
