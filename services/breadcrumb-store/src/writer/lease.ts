import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Sql } from '../database/database';
import { hasFailedOver, recordFailover, SERVED_HEAD, type ServedHead } from '../database/failover';
import { requireKnownSchema } from '../database/schema-version';
import { isLeaseFree, type LeaseState } from './decide-lease';

/** A store that does not renew its lease for this long has lost it, milliseconds. */
const LEASE_MS = 6_000;
const LOOK_EVERY_MS = 1_000;

/** Leases held in this process, to tell a lease of this process from a predecessor's with the same pid, as in containers. */
const mine = new Set<string>();

interface LeaseHead extends ServedHead, LeaseState {}

const LOCK_LEASE = `select ${SERVED_HEAD}, writer, coalesce(writer_until < clock_timestamp(), true) as has_ended
  from log_head for update`;
const TAKE_LEASE = `update log_head set writer = $1, writer_fence = writer_fence + 1,
    writer_until = clock_timestamp() + $2 * interval '1 ms', timeline = coalesce(log_timeline(), timeline)
  returning writer_fence`;

function isDead(writer: string): boolean {
  const [host, pid, name = ''] = writer.split(' ');
  if (host !== hostname()) return false;
  if (Number(pid) === process.pid) return !mine.has(name);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * The right to be the one writer of a database. Each acquisition gets a higher fence, and every append checks the fence under
 * the log head's lock, so that a writer that was only suspended cannot write any more.
 */
export class Lease {
  private readonly name = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private held = 0;
  private isLost = false;

  constructor(
    private readonly database: Database,
    /** Called once, when another store has taken the lease or the database failed over. */
    private readonly onLost: (error: Error) => void,
    /** Called when the lease could not be renewed this time. Retrying is safe because of the fence. */
    private readonly onTrouble: (error: unknown) => void = () => undefined,
  ) {}

  /** 0 while not held. */
  get fence(): number {
    return this.isLost ? 0 : this.held;
  }

  /** Ends all writing by this process. It must end too: what it remembers is not what the database holds. */
  lose(error: Error): void {
    if (this.isLost) return;
    this.isLost = true;
    clearInterval(this.timer);
    this.onLost(error);
  }

  /** Waits for the lease and takes it. `onWait` is called once if another store holds it. False when aborted meanwhile. */
  async acquire(onWait: (writer: string) => void, signal?: AbortSignal): Promise<boolean> {
    for (let told = false; !signal?.aborted; told = true) {
      const taken = await this.database.transaction((sql) => this.take(sql));
      if (typeof taken === 'number') {
        this.hold(taken);
        return true;
      }
      if (!told) onWait(taken);
      await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  /** Releases the lease, so that another store can take it at once. */
  async release(): Promise<void> {
    clearInterval(this.timer);
    mine.delete(this.name);
    const fence = this.held;
    this.held = 0;
    if (fence === 0) return;
    await this.database.query('update log_head set writer = null, writer_until = null where writer_fence = $1', [
      fence,
    ]);
  }

  /** The new fence, or the name of the writer that is alive. */
  private async take(sql: Sql): Promise<number | string> {
    const [head] = await sql.query<LeaseHead>(LOCK_LEASE);
    if (!head) throw new Error('The log has no head; the database is not migrated.');
    // A newer version may have migrated the database since this process opened it.
    await requireKnownSchema(sql);
    // The lock file of an embedded database keeps others out, so that whoever opened it is the writer.
    const isFree = this.database.kind === 'pglite' || isLeaseFree(head, isDead);
    if (head.writer !== null && !isFree) return head.writer;
    // The database failed over while no store ran. What the last one knew is gone with it; the stream tells the relay how far it was.
    if (hasFailedOver(head, 0)) await recordFailover(sql, head, 0);
    const writer = `${hostname()} ${process.pid} ${this.name}`;
    const [taken] = await sql.query<{ writer_fence: number }>(TAKE_LEASE, [writer, LEASE_MS]);
    return taken?.writer_fence ?? '';
  }

  private hold(fence: number): void {
    this.held = fence;
    mine.add(this.name);
    // The lock file of an embedded database keeps others out, so that nothing need be written while nothing happens.
    if (this.database.kind === 'pglite') return;
    this.timer = setInterval(() => void this.renew(), LEASE_MS / 3);
    this.timer.unref();
  }

  private async renew(): Promise<void> {
    const fence = this.held;
    try {
      const kept = await this.database.query(
        `update log_head set writer_until = clock_timestamp() + $2 * interval '1 ms' where writer_fence = $1 returning 1`,
        [fence, LEASE_MS],
      );
      if (kept.length > 0 || this.held !== fence) return;
      this.lose(new Error('Another store has become the writer of this database; this one ends.'));
    } catch (error) {
      this.onTrouble(error);
    }
  }
}
