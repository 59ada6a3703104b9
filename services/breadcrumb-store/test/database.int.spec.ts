import { eventually } from '@crumbtrail/testing';
import { Client } from 'pg';
import type { Statement } from '../src/database/database';
import { WorkspaceEntity } from '../src/entities/workspace.entity';
import { databases, type TestDatabase } from './databases';
import { message, StoreUnderTest, user } from './store-under-test';

interface Backend {
  readonly pid: number;
}

/** The backends that wait for a lock of the connection that asks. */
const WAITING_FOR_ME = `select distinct pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;

describe.each(databases)('the database port on %s', (_name, open) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
  }, 60_000);

  afterAll(async () => {
    await db.drop();
  });

  it('returns bigint as number and timestamptz as Date', async () => {
    const [row] = await db.database.query('select position, now() as now from log_head');
    expect(row).toEqual({ position: 0, now: expect.any(Date) });
  });

  it('rolls back a transaction that throws, and continues', async () => {
    const work = db.database.transaction(async (sql) => {
      await sql.query('insert into workspace (name) values ($1)', ['gone']);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await db.database.query('select 1 from workspace where name = $1', ['gone'])).toEqual([]);
  });

  it('rejects a query beside an open transaction instead of deadlocking', async () => {
    const work = db.database.transaction(() => db.database.query('select 1'));
    await expect(work).rejects.toThrow(/use the Sql that the transaction hands out/);
  });

  it('rejects a call of a repository beside an open transaction instead of deadlocking', async () => {
    const workspaces = db.source.getRepository(WorkspaceEntity);
    const work = db.database.transaction(() => workspaces.find());
    await expect(work).rejects.toThrow(/use the Sql that the transaction hands out/);
    expect(await workspaces.find()).toEqual(expect.any(Array));
  });

  it('runs concurrent transactions one after the other', async () => {
    const add = () =>
      db.database.transaction(async (sql) => {
        const [head] = await sql.query<{ epoch: number }>('select epoch from log_head for update');
        await sql.query('update log_head set epoch = $1', [(head?.epoch ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    const [head] = await db.database.query('select epoch from log_head');
    expect(head).toEqual({ epoch: 21 });
  });

  it('uses one generic plan on Postgres for statements that request it, and only for those', async () => {
    const name = 'how_it_plans';
    const text = `select current_setting('plan_cache_mode') as mode, $1::int as n`;
    const modeOf = async (statement: Statement) => (await db.database.query(statement, [1]))[0]?.['mode'];
    const isPostgres = db.database.kind === 'postgres';
    expect(await modeOf({ name, text, genericPlan: true })).toBe(isPostgres ? 'force_generic_plan' : 'auto');
    expect(await modeOf({ name, text })).toBe('auto');
  });

  it('is open only when all migrations have run', async () => {
    expect(await db.source.showMigrations()).toBe(false);
  });
});

/** PGlite has no connection that could break. */
const servers = databases.filter(([name]) => name === 'postgres');

for (const [name, open] of servers) {
  describe(`a connection to ${name} that the server terminates`, () => {
    let store: StoreUnderTest;
    /** Another connection to the same database, as an administrator has it. */
    let admin: Client;

    beforeEach(async () => {
      store = await StoreUnderTest.over(await open());
      const [{ database }] = (await store.db.database.query('select current_database() as database')) as [
        { database: string },
      ];
      const url = Object.assign(new URL(process.env['DATABASE_URL'] as string), { pathname: `/${database}` });
      admin = new Client({ connectionString: url.href });
      await admin.connect();
    }, 60_000);

    afterEach(async () => {
      await admin.end();
      await store.close();
    });

    const isGone = async ({ pid }: Backend): Promise<boolean> =>
      (await admin.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount === 0;

    it('fails the transaction that was open on it, and neither the process nor the next transaction', async () => {
      const { database } = store.db;
      const work = database.transaction(async (sql) => {
        await sql.query('insert into workspace (name) values ($1)', ['cut']);
        const [mine] = (await sql.query<Backend>('select pg_backend_pid() as pid')) as [Backend];
        await admin.query('select pg_terminate_backend($1)', [mine.pid]);
        await eventually(() => isGone(mine));
        await sql.query('insert into workspace (name) values ($1)', ['after the cut']);
      });
      await expect(work).rejects.toThrow(/connection|terminat/i);
      const rows = await database.transaction((sql) =>
        sql.query('select 1 from workspace where name like $1', ['%cut']),
      );
      expect(rows).toEqual([]);
    });

    it('refuses the commit that was on its way as unavailable, and stores the next one', async () => {
      const workspace = await store.workspace();
      await admin.query('begin');
      await admin.query('select 1 from log_head for update');
      const lost = store.create(user(workspace), message('lost'));
      const refused = expect(lost).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/idempotency key/),
      });
      const waiting = async (): Promise<Backend[]> => (await admin.query<Backend>(WAITING_FOR_ME)).rows;
      await eventually(async () => (await waiting()).length === 1);
      for (const { pid } of await waiting()) await admin.query('select pg_terminate_backend($1)', [pid]);
      await refused;
      await admin.query('commit');
      await store.create(user(workspace), message('stored'));
      const stored = await store.db.database.query('select 1 from crumb where workspace = $1', [workspace]);
      expect(stored).toHaveLength(1);
    });
  });
}
