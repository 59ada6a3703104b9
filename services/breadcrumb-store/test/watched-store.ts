import { Schedule, Timer, type CommitReply, type Draft, type CommitResult } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import type { DuePoller } from '../src/writer/due-poller';
import { StoreUnderTest, user } from './store-under-test';
import type { TestDatabase } from './databases';

/** A time that no spec lives to see. */
export const FAR_FUTURE = '2099-01-01T00:00:00.000Z';

export const timer = (context: object = {}, more: Partial<Draft> = {}): Draft => ({
  schema_name: Timer.name,
  session: 'demo',
  context: { fires_at: FAR_FUTURE, note: 'tea', agent: 'helper', ...context },
  ...more,
});

export const daily = (context: object = {}): Draft => ({
  schema_name: Schedule.name,
  session: 'demo',
  context: { name: 'morning', cron: '0 9 * * *', note: 'up', ...context },
});

type FiredRow = { id: string; context: Record<string, unknown> } & Record<string, unknown>;

/** A store that checks its clock only when a spec requests it; each spec has a separate workspace. */
export class WatchedStore {
  workspace = '';
  readonly due: DuePoller;

  private constructor(readonly store: StoreUnderTest) {
    this.due = this.anotherWatch();
  }

  static async over(db: TestDatabase): Promise<WatchedStore> {
    return new WatchedStore(await StoreUnderTest.over(db));
  }

  async begin(): Promise<void> {
    this.workspace = await this.store.workspace();
  }

  anotherWatch(writer = this.store.writer): DuePoller {
    return this.store.duePoller(writer);
  }

  get ann(): AuthenticatedCaller {
    return user(this.workspace);
  }

  create(draft: Draft, who = this.ann): Promise<CommitResult> {
    return this.store.create(who, draft);
  }

  patch(id: string, if_match: number, context: Record<string, unknown>): Promise<CommitReply> {
    return this.store.commit(this.ann, { writes: [{ op: 'update', id, if_match, patch: { context } }] });
  }

  erase(id: string, if_match: number): Promise<CommitReply> {
    return this.store.commit(this.ann, { writes: [{ op: 'erase', id, if_match }] });
  }

  /** What was announced, in order. */
  fired(schema: string): Promise<FiredRow[]> {
    return this.store.db.database.query<FiredRow>(
      `select c.*, v.context from crumb c join crumb_version v using (workspace, id)
       where workspace = $1 and schema_name = $2 order by c.created_position`,
      [this.workspace, schema],
    );
  }

  /** The time of a timer or schedule is now, or was some time ago. */
  async makeDue(id: string, ago = '1 second'): Promise<void> {
    const sql = `update due set due_at = date_trunc('seconds', now()) - $2::interval where key = $1`;
    await this.store.db.database.query(sql, [id, ago]);
  }

  async planned(id: string): Promise<string[]> {
    const rows = await this.store.db.database.query<{ due_at: Date }>('select due_at from due where key = $1', [id]);
    return rows.map(({ due_at }) => due_at.toISOString());
  }
}
