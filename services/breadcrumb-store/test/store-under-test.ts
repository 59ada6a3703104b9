import { randomUUID } from 'node:crypto';
import { UserMessage, type CommitReply, type CommitRequest, type Draft, type Write } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { attachFiles } from '../src/files/attach-files';
import { prepareCommit } from '../src/commands/prepare-commit';
import { readChangedVersions } from '../src/reading/read-changed-versions';
import { randomIds } from '../src/commands/random-ids';
import { createLogger } from '@crumbtrail/platform';
import { ClaimEntity } from '../src/entities/claim.entity';
import { IdempotencyEntity } from '../src/entities/idempotency.entity';
import { DuePoller } from '../src/writer/due-poller';
import { ExpiredRows } from '../src/writer/expired-rows';
import { Vacuum } from '../src/writer/vacuum';
import { Lease } from '../src/writer/lease';
import { Writer } from '../src/writer/writer';
import type { TestDatabase } from './databases';

/** The writing half of a store over a database, without a bus. */
export class StoreUnderTest {
  constructor(
    readonly db: TestDatabase,
    readonly lease: Lease,
    readonly writer: Writer,
  ) {}

  static async over(db: TestDatabase): Promise<StoreUnderTest> {
    const lease = new Lease(db.database, (error) => {
      throw error;
    });
    await lease.acquire(() => undefined);
    return new StoreUnderTest(db, lease, new Writer(db.database, lease));
  }

  /** A separate workspace, so that specs do not affect each other. */
  async workspace(): Promise<string> {
    const name = `w-${randomUUID()}`;
    await this.db.database.query('insert into workspace (name) values ($1)', [name]);
    return name;
  }

  async commit(caller: AuthenticatedCaller, request: CommitRequest): Promise<CommitReply> {
    const attached = await attachFiles(this.db.database, request, caller);
    const currentVersions = await readChangedVersions(this.db.database, attached, caller);
    return this.writer.submit(prepareCommit(attached, caller, { ...randomIds, currentVersions }));
  }

  async create(caller: AuthenticatedCaller, draft: Draft): Promise<CommitReply['results'][number]> {
    const { results } = await this.commit(caller, { writes: [{ op: 'create', draft }] });
    return results[0] as CommitReply['results'][number];
  }

  /** Polls for what is due when a spec says so. */
  duePoller(writer = this.writer): DuePoller {
    const { database, source } = this.db;
    const expired = new ExpiredRows(
      source.getRepository(IdempotencyEntity),
      source.getRepository(ClaimEntity),
      new Vacuum(database),
      database,
    );
    return new DuePoller(database, writer, expired, createLogger('breadcrumb-store', 'silent'));
  }

  async close(): Promise<void> {
    await this.writer.close();
    await this.lease.release();
    await this.db.drop();
  }
}

export const user = (workspace: string, id = 'ann'): AuthenticatedCaller => ({
  workspace,
  principal: 'gateway',
  participant: { kind: 'user', id },
  role: 'writer',
});

export const operator = (workspace: string): AuthenticatedCaller => ({
  workspace,
  principal: 'gateway',
  participant: { kind: 'operator', id: 'operator' },
  role: 'operator',
});

export const service = (workspace: string, id: string): AuthenticatedCaller => ({
  workspace,
  principal: id,
  participant: { kind: 'service', id },
  role: 'service',
});

export const message = (content: string, more: Partial<Draft> = {}): Draft => ({
  schema_name: UserMessage.name,
  session: 'demo',
  context: { content },
  ...more,
});

export const creates = (...drafts: Draft[]): Write[] => drafts.map((draft) => ({ op: 'create', draft }));
