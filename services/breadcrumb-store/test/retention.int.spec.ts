import {
  EvalCase,
  SessionSummary,
  WorkspaceRetention,
  type CommitResult,
  type Draft,
  type WorkspaceRetentionV1,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { readCrumbs } from '../src/reading/read-crumbs';
import { readEvents } from '../src/reading/read-events';
import { readHistory } from '../src/reading/read-history';
import { readTurns } from '../src/reading/read-turns';
import { RetentionSweeper } from '../src/retention/retention-sweeper';
import { UseCounter } from '../src/uses/use-counter';
import { sweepStep } from '../src/retention/sweep-step';
import { indexNextEvents } from '../src/search/index/text/index-events';
import type { Database, TransactionSql } from '../src/database/database';
import { Conversation } from './conversation';
import { makeOlder, memoryOf } from './old-data';
import { message, operator, service, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';

const CANARY = 'xyzzy-canary-1848';

describe.each(databases)('retention on %s', (_name, open) => {
  let store: StoreUnderTest;
  let sweeper: RetentionSweeper;
  const logger = createLogger('breadcrumb-store', 'silent');
  const uses = () => new UseCounter(store.db.database, logger);
  let talk: Conversation;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    sweeper = new RetentionSweeper(store.db.database, store.lease, store.writer, uses(), logger);
  }, 60_000);
  beforeEach(async () => {
    talk = await Conversation.begin(store);
  });
  afterAll(() => store.close());

  const query = <Row extends object>(text: string, params: readonly unknown[] = []): Promise<Row[]> =>
    store.db.database.query<Row>(text, params);
  const keep = (keep_days: WorkspaceRetentionV1['keep_days'], archived_only = false): Promise<CommitResult> =>
    store.create(operator(talk.workspace), {
      schema_name: WorkspaceRetention.name,
      context: { name: 'retention', keep_days, archived_only },
    });
  const count = async (table: string, where = 'true'): Promise<number> =>
    (await query(`select 1 from ${table} where workspace = $1 and ${where}`, [talk.workspace])).length;
  const firstEvent = async () =>
    (
      await query<{ first: number }>('select min(position) as first from crumb_event where workspace = $1', [
        talk.workspace,
      ])
    )[0]?.first;
  const gone = () => count('crumb', `erased_by_id = 'retention'`);
  const read1 = async (id: string) =>
    (await readCrumbs(store.db.database, { refs: [{ id }] }, operator(talk.workspace))).crumbs[0];

  /** Everything is published, indexed and acknowledged, and then grows old. */
  async function settle({ days = 10, floor }: { readonly days?: number; readonly floor?: number } = {}): Promise<void> {
    while ((await indexNextEvents(store.db.database)).more) continue;
    await query('update relay_cursor set relayed = $1', [store.writer.position]);
    await query('delete from durable');
    if (floor !== undefined)
      await query(
        `insert into durable (name, filter, floor, ack_wait_ms, start) values ('slow', 'f', $1, 1000, 'first')`,
        [floor],
      );
    await makeOlder(store.db.database, talk.workspace, days);
  }

  /** A message, its turn with a context that quotes it, and an answer. */
  async function exchange(text: string) {
    const said = await talk.say(text);
    const turn = await talk.wake(said);
    const quotes = [{ id: said.id, version: 1 }];
    const context = await talk.build(turn, { text: `ann: ${text}`, quotes });
    const answer = (await talk.answer(turn.id, 'well')).results[0] as CommitResult;
    return { said, turn, context, answer };
  }

  /** A message that wakes nobody. */
  async function mention(text: string, more: Partial<Draft> = {}): Promise<CommitResult> {
    const said = await talk.say(text, more);
    const cause = { id: said.id, version: said.version };
    await store.writer.submit({ kind: 'request-turns', workspace: talk.workspace, cause, turns: [] });
    return said;
  }

  const expire = async (text: string): Promise<CommitResult> => {
    const said = await mention(text, { expires_at: new Date(Date.now() + 60_000).toISOString() });
    await query(`update crumb set expires_at = now() - interval '1 s' where id = $1`, [said.id]);
    await query(`update due set due_at = now() - interval '1 s' where key = $1`, [said.id]);
    await store.duePoller().poll();
    return said;
  };

  it('keeps everything in a workspace without a setting, and in one whose setting names no class', async () => {
    await exchange('hello');
    await settle({ days: 4_000 });
    const before = [await count('crumb_event'), await count('turn'), await count('decision')];
    await sweeper.sweep();
    await keep({});
    await settle();
    await sweeper.sweep();
    expect([await count('crumb_event'), await count('turn'), await count('decision')]).toEqual([
      (before[0] ?? 0) + 1,
      ...before.slice(1),
    ]);
    expect(await gone()).toBe(0);
  });

  it('removes the contexts, expired crumbs, turns and decisions that are older than their days, and nothing else', async () => {
    const old = await exchange(`old ${CANARY}`);
    const expired = await expire(`expired ${CANARY}`);
    await settle();
    const fresh = await exchange('fresh');
    await keep({ contexts: 7, expired: 7, turns: 7, decisions: 7 });
    await settle({ days: 1 });
    await sweeper.sweep();
    for (const { id } of [old.context, old.turn, expired])
      expect(await read1(id)).toMatchObject({ erased: true, erased_by: { kind: 'service', id: 'retention' } });
    await expect(readHistory(store.db.database, expired.id, operator(talk.workspace))).rejects.toThrow(
      /It was removed by retention on \d{4}-\d{2}-\d{2}\./,
    );
    expect(await count('crumb_version', `id = '${expired.id}'`)).toBe(0);
    expect(await count('chunk', `crumb_id = '${expired.id}'`)).toBe(0);
    expect(await count('blob')).toBe(1);
    expect(await read1(old.said.id)).toMatchObject({ context: { content: `old ${CANARY}` } });
    for (const { id } of [fresh.context, fresh.said, fresh.answer])
      expect(await read1(id)).not.toHaveProperty('erased');
    expect(await count('turn')).toBe(1);
    expect(await query('select cause_id as id from decision where workspace = $1', [talk.workspace])).toEqual([
      { id: fresh.said.id },
    ]);
    const of = (cause: CommitResult) => readTurns(store.db.database, cause.id, user(talk.workspace));
    expect(await of(old.said)).toEqual({ decided: true, turns: [], removed_before: expect.any(String) as string });
    expect(await of(fresh.said)).toMatchObject({ turns: [{ state: 'closed' }] });
    expect(await of(fresh.said)).not.toHaveProperty('removed_before');
  });

  it('removes events from the beginning of the log, and an older cursor is refused with the first position', async () => {
    await exchange('one');
    const who = user(talk.workspace);
    const all = await readEvents(store.db.database, { cursor: 'start' }, who);
    const [first] = all.events;
    await settle();
    await keep({ events: 7 });
    await settle({ days: 1 });
    await sweeper.sweep();
    expect(await count('crumb_event')).toBe(1);
    const [swept] = await query<{ through: number }>(`select through from retention_sweep where workspace = $1`, [
      talk.workspace,
    ]);
    const through = swept?.through ?? 0;
    expect(through).toBe(all.events.at(-1)?.position);
    for (const cursor of [first?.cursor, '@1', `@${through - 1}`])
      await expect(readEvents(store.db.database, { cursor }, who)).rejects.toMatchObject({
        code: 'cursor_gone',
        problem: { details: { first_position: through + 1 } },
        message: expect.stringContaining(`with the cursor @${through}`) as string,
      });
    for (const cursor of ['start', `@${through}`, all.complete_through]) {
      const { complete_through } = await readEvents(store.db.database, { cursor }, who);
      expect(complete_through).not.toBe(all.complete_through);
    }
  });

  it('removes nothing that a consumer has yet to process, nor anything newer', async () => {
    await mention('before');
    const floor = store.writer.position;
    const unsettled = await exchange('unsettled');
    await keep({ contexts: 7, turns: 7, decisions: 7, events: 7 });
    await settle({ floor });
    await sweeper.sweep();
    expect(await read1(unsettled.context.id)).not.toHaveProperty('erased');
    expect([await count('turn'), await count('decision', `cause_id = '${unsettled.said.id}'`)]).toEqual([1, 1]);
    expect(await firstEvent()).toBe(floor + 1);
    await query('delete from durable');
    await sweeper.sweep();
    expect(await read1(unsettled.context.id)).toHaveProperty('erased');
  });

  it('removes nothing that an open turn needs: its trail, what its context quotes, and the log since its trigger', async () => {
    const quoted = await expire('quoted by the open turn');
    const said = await talk.say('open');
    const turn = await talk.wake(said);
    const context = await talk.build(turn, { text: 'x', quotes: [] });
    await query('insert into blob_quote (workspace, crumb_id, quoted_id, quoted_version) values ($1, $2, $3, 1)', [
      talk.workspace,
      context.id,
      quoted.id,
    ]);
    await keep({ contexts: 7, expired: 7, turns: 7, decisions: 7, events: 7 });
    await settle();
    await sweeper.sweep();
    expect(await gone()).toBe(0);
    expect(await firstEvent()).toBe(said.position);
    await talk.answer(turn.id, 'closed');
    await settle();
    await sweeper.sweep();
    expect(await read1(context.id)).toHaveProperty('erased');
    expect(await read1(quoted.id)).toHaveProperty('erased');
  });

  it('removes nothing that a memory or a summary rests on, or that a pinned case needs', async () => {
    const ofMemory = await expire('remembered');
    const ofSummary = await expire('summarised');
    const named = await expire('named by the case');
    const pinned = await exchange('pinned');
    const other = await exchange('not pinned');
    const keeper = service(talk.workspace, 'memory-keeper');
    const ref = ({ id }: { readonly id: string }) => ({ id, version: 1 });
    await store.create(operator(talk.workspace), {
      schema_name: SessionSummary.name,
      context: { session: 'demo', text: 's', until: 9, scope: { level: 'part' }, sources: [ref(ofSummary)] },
    });
    await store.create(keeper, memoryOf(ofMemory.id));
    await store.create(user(talk.workspace), {
      schema_name: EvalCase.name,
      context: {
        context_id: pinned.context.id,
        trail_id: (await talk.crumb(pinned.context.id))['trail_id'],
        agent: 'helper',
        chosen_by: 'caller',
        must_have: [ref(named)],
      },
    });
    await keep({ contexts: 7, expired: 7, turns: 7 });
    await settle();
    await sweeper.sweep();
    const kept = [ofMemory, ofSummary, named].map(({ id }) => id);
    expect(await count('crumb_version', `id in (${kept.map((id) => `'${id}'`).join(',')})`)).toBe(3);
    expect(await read1(pinned.context.id)).not.toHaveProperty('erased');
    expect(await count('turn')).toBe(1);
    expect(await read1(other.context.id)).toHaveProperty('erased');
  });

  it('with `archived_only` removes only what an archive of this log holds', async () => {
    const old = await exchange('archived');
    const through = store.writer.position;
    const later = await exchange('not archived');
    await keep({ contexts: 7, turns: 7, decisions: 7, events: 7 }, true);
    await settle();
    await sweeper.sweep();
    expect([await gone(), await count('turn'), await count('decision')]).toEqual([0, 2, 2]);
    const archive = `insert into archive_file (log_id, through, name, sha256) select $1, $2, 'a', 'b'`;
    await query(archive, ['01a20e8d-e9ba-70f9-951d-ba81a8886312', store.writer.position]);
    await sweeper.sweep();
    expect(await gone()).toBe(0);
    await query('insert into archive_file (log_id, through, name, sha256) select log_id, $1, $2, $2 from log_head', [
      through,
      'a',
    ]);
    await sweeper.sweep();
    expect(await read1(old.context.id)).toHaveProperty('erased');
    expect(await read1(later.context.id)).not.toHaveProperty('erased');
    expect([await count('turn'), await count('decision')]).toEqual([1, 1]);
    await query('delete from archive_file');
  });

  it('a step that is broken off removes nothing, and a process that is no longer the writer removes nothing', async () => {
    const { context } = await exchange('whole');
    await keep({ contexts: 7 });
    await settle();
    const task = { workspace: talk.workspace, name: 'contexts', days: 7, archivedOnly: false } as const;
    const { lease, writer } = store;
    const database = store.db.database;
    const broken = Object.assign(Object.create(database) as Database, {
      transaction: <T>(work: (sql: TransactionSql) => Promise<T>) =>
        database.transaction(async (sql) => {
          await work(sql);
          throw new Error('killed before the commit');
        }),
    });
    await expect(sweepStep({ database: broken, lease, writer, uses: uses() }, task)).rejects.toThrow('killed');
    await expect(
      sweepStep({ database, lease: { fence: lease.fence - 1 }, writer, uses: uses() }, task),
    ).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await read1(context.id)).not.toHaveProperty('erased');
    expect(await count('blob')).toBe(1);
    expect(await sweepStep({ database, lease, writer, uses: uses() }, task)).toBe(1);
    expect(await sweepStep({ database, lease, writer, uses: uses() }, task)).toBe(0);
  });

  it('takes no more rows at a time than appends may wait for', async () => {
    for (let nth = 0; nth < 130; nth += 1) await store.create(user(talk.workspace), message(`m ${nth}`));
    await settle();
    const task = { workspace: talk.workspace, name: 'events', days: 7, archivedOnly: false } as const;
    const parts = { database: store.db.database, lease: store.lease, writer: store.writer, uses: uses() };
    expect(await sweepStep(parts, task)).toBe(100);
    expect(await sweepStep(parts, task)).toBeLessThan(100);
  });
});
