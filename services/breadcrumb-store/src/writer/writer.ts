import { crashPoint } from '@crumbtrail/platform';
import { append, type Outcome, type Results } from '../append/append';
import type { Job } from '../append/jobs';
import { Ledger } from '../append/ledger';
import { Needs } from '../append/needs';
import type { Database, Sql } from '../database/database';
import { leftNothing, overloaded, refusalOf } from './failures';
import { loadState } from './load-state';
import { writeRows } from './write-rows';
import type { WriterMetrics } from './writer-metrics';

const MOST_WAITING = 4_096;
const MOST_WAITING_WRITES = 50_000;
const MOST_JOBS = 256;
const MOST_WRITES = 2_000;

interface Waiting {
  readonly job: Job;
  readonly weight: number;
  resolve(result: Results[Job['kind']]): void;
  reject(error: unknown): void;
}

interface Decided {
  readonly outcomes: Outcome[];
  readonly head: number;
  /** How far the log came; null when nothing at all was written. */
  readonly positions: number | null;
}

const weightOf = (job: Job): number => (job.kind === 'commit' ? job.writes.length : 1);

/**
 * The one way into the record. Requests that come while a transaction commits form the next group; a group is decided in
 * memory and written at once. A reply means: committed.
 */
export class Writer {
  private readonly waiting: Waiting[] = [];
  private readonly listeners = new Set<(head: number) => void>();
  private weight = 0;
  private head = 0;
  private running: Promise<void> | null = null;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly lease: { readonly fence: number },
    private readonly metrics?: WriterMetrics,
  ) {}

  /** The last position that this writer has committed; 0 before its first commit. */
  get position(): number {
    return this.head;
  }

  /** Hears the head after each commit that moved it. Must not throw. */
  onCommit(listener: (head: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves when the job is committed; rejects with a CrumbError when it is refused and has left nothing. */
  submit<One extends Job>(job: One): Promise<Results[One['kind']]> {
    const weight = weightOf(job);
    const isFull = this.waiting.length >= MOST_WAITING || this.weight + weight > MOST_WAITING_WRITES;
    if (this.closed || isFull) return Promise.reject(overloaded());
    this.weight += weight;
    return new Promise<Results[One['kind']]>((resolve, reject) => {
      this.waiting.push({ job, weight, resolve: resolve as Waiting['resolve'], reject });
      this.running ??= this.run();
    });
  }

  /** Writes what waits and takes nothing more. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    // Requests that arrived together should share the first commit too.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) await this.write(this.nextGroup());
    this.running = null;
  }

  private nextGroup(): Waiting[] {
    let writes = 0;
    let count = 0;
    for (const { weight } of this.waiting) {
      if (count > 0 && (count >= MOST_JOBS || writes + weight > MOST_WRITES)) break;
      writes += weight;
      count += 1;
    }
    this.weight -= writes;
    return this.waiting.splice(0, count);
  }

  /** A group that the database refuses is tried one by one, so that only the culprit fails. */
  private async write(group: readonly Waiting[]): Promise<void> {
    try {
      await this.commit(group);
    } catch (error) {
      if (group.length > 1 && leftNothing(error)) for (const one of group) await this.write([one]);
      else for (const one of group) one.reject(refusalOf(error));
    }
  }

  private async commit(group: readonly Waiting[]): Promise<void> {
    const jobs = group.map(({ job }) => job);
    const { outcomes, head, positions } = await this.database.transaction((sql) => this.decide(sql, jobs));
    crashPoint('store.after-commit');
    if (positions !== null) this.metrics?.committed({ requests: group.length, positions });
    group.forEach((one, at) => settle(one, outcomes[at] as Outcome));
    if (head > this.head) {
      this.head = head;
      for (const listener of this.listeners) listener(head);
    }
  }

  private async decide(sql: Sql, jobs: readonly Job[]): Promise<Decided> {
    const ledger = new Ledger(await loadState(sql, new Needs(jobs), this.lease.fence));
    const before = ledger.position;
    const outcomes = append(jobs, ledger);
    if (!ledger.isClean) await writeRows(sql, ledger);
    crashPoint('store.before-commit');
    return { outcomes, head: ledger.position, positions: ledger.isClean ? null : ledger.position - before };
  }
}

function settle(one: Waiting, outcome: Outcome): void {
  if ('refusal' in outcome) one.reject(outcome.refusal);
  else one.resolve(outcome.result);
}
