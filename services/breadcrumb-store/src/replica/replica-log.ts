import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { SharedRuns } from '../event-loop/shared-runs';
import { LogHead } from '../database/log-head';

const LOOK_EVERY_MS = 2;

/** A position of the log, in one epoch. */
export interface LogPosition {
  readonly epoch: number;
  readonly position: number;
  /** Position in the write-ahead log of the database, bytes. Default 0. */
  readonly wal_position?: number;
}

interface ReplicaState extends Required<LogPosition> {
  /** Position through which the text index is complete. */
  readonly indexed: number;
  /** How many migrations have run. */
  readonly migrations: number;
}

const READ_STATE = {
  name: 'replica-state',
  text: `select h.epoch, h.position, coalesce(c.position, 0) as indexed, (select count(*) from migrations) as migrations,
      coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint as wal_position
    from log_head h left join index_cursor c on c.kind = 'text'`,
};

/**
 * How far a replica of the database is. What this process has read and cached is of one epoch and one schema: when the replica shows another one,
 * this process must end.
 */
export class ReplicaLog extends LogHead {
  private readonly looks = new SharedRuns(() => this.readState());
  private state: ReplicaState | null = null;
  private failure: Error | null = null;

  constructor(
    private readonly database: Pick<Sql, 'query'>,
    /** Called once, when this process must end. */
    private readonly onEnd: (why: Error) => void,
  ) {
    super();
  }

  /** The last position that the replica is known to have. */
  get position(): number {
    return this.state?.position ?? 0;
  }

  /** Position through which the text index on the replica is known to be complete. */
  get indexed(): number {
    return this.state?.indexed ?? 0;
  }

  async catchUp(): Promise<void> {
    await this.look();
  }

  /** Reads how far the replica is now. */
  async look(): Promise<void> {
    await this.looks.run();
  }

  /** Resolves when the replica has reached a position; rejects with `unavailable` where it has not within the time. */
  async reach({ epoch, position, wal_position = 0 }: LogPosition, withinMs: number): Promise<void> {
    const has = (state: ReplicaState): boolean =>
      state.epoch === epoch && state.position >= position && state.wal_position >= wal_position;
    await this.waitUntil(
      has,
      withinMs,
      wal_position > 0 ? 'all that was committed up to there' : `the position ${position}`,
    );
  }

  /** The same for the text index. */
  async reachText(position: number, withinMs: number): Promise<void> {
    await this.waitUntil(({ indexed }) => indexed >= position, withinMs, `texts up to ${position}`);
  }

  private async waitUntil(has: (state: ReplicaState) => boolean, withinMs: number, what: string): Promise<void> {
    const until = performance.now() + withinMs;
    while (this.failure === null) {
      if (this.state !== null && has(this.state)) return;
      if (performance.now() >= until) break;
      await this.look();
      if (this.state !== null && !has(this.state)) await pause(LOOK_EVERY_MS);
    }
    if (this.failure) throw refuse('unavailable', this.failure.message);
    throw refuse('unavailable', `This reader is at the position ${this.position} and does not have ${what} yet.`);
  }

  private async readState(): Promise<void> {
    const before = this.state;
    const [state] = await this.database.query<ReplicaState>(READ_STATE);
    if (!state) throw new Error('The replica has no log; the database is not migrated.');
    if (before?.epoch !== undefined && before.epoch !== state.epoch)
      return this.end(`The log began the epoch ${state.epoch}; this reader knows the epoch ${before.epoch}.`);
    if (before !== null && before.migrations !== state.migrations)
      return this.end('The schema of the database has changed.');
    this.state = state;
  }

  private end(why: string): void {
    if (this.failure) return;
    this.failure = new Error(`${why} It ends and starts again.`);
    this.onEnd(this.failure);
  }
}
