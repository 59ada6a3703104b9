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

const ADD_WORKSPACE: Statement = { name: 'add-workspace', text: 'insert into workspace (name) values ($1)' };
/** SQLSTATE of a second row with the same key. */
const UNIQUE_VIOLATION = '23505';

const readWorkspaces = async ({ database }: TestDatabase, like: string): Promise<unknown[]> => {
  const rows = await database.query('select name from workspace where name like $1 order by name', [like]);
  return rows.map(({ name }) => name);
};

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

  it('commits the statements that a transaction sent without waiting for them', async () => {
    await db.database.transaction(async (sql) => {
      sql.send(ADD_WORKSPACE, ['sent-1']);
      sql.send(ADD_WORKSPACE, ['sent-2']);
      await Promise.resolve();
    });
    expect(await readWorkspaces(db, 'sent-%')).toEqual(['sent-1', 'sent-2']);
  });

  it('rolls back all of a transaction when a statement that it sent without waiting fails, and rejects with that failure', async () => {
    const work = db.database.transaction(async (sql) => {
      await sql.query(ADD_WORKSPACE, ['whole-0']);
      sql.send(ADD_WORKSPACE, ['whole-1']);
      sql.send(ADD_WORKSPACE, ['whole-1']);
      sql.send(ADD_WORKSPACE, ['whole-2']);
    });
    await expect(work).rejects.toMatchObject({ code: UNIQUE_VIOLATION });
    expect(await readWorkspaces(db, 'whole-%')).toEqual([]);
    await db.database.transaction((sql) => sql.query(ADD_WORKSPACE, ['whole-3']));
    expect(await readWorkspaces(db, 'whole-%')).toEqual(['whole-3']);
  });

  it('rejects with the failure of the statement that was sent, also when another one waits after it', async () => {
    const work = db.database.transaction(async (sql) => {
      sql.send(ADD_WORKSPACE, ['first-1']);
      sql.send(ADD_WORKSPACE, ['first-1']);
      await sql.query('select 1');
    });
    await expect(work).rejects.toMatchObject({ code: UNIQUE_VIOLATION });
    expect(await readWorkspaces(db, 'first-%')).toEqual([]);
  });

  it('never says that a transaction is committed whose failure its work has ignored', async () => {
    const work = db.database.transaction(async (sql) => {
      await sql.query(ADD_WORKSPACE, ['ignored']);
      await sql.query('select 1 / 0').catch(() => undefined);
    });
    await expect(work).rejects.toThrow('The transaction was rolled back, because a statement in it had failed.');
    expect(await readWorkspaces(db, 'ignored')).toEqual([]);
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

  it('uses one generic plan for statements that request it, and only for those, also after one that fails and in a transaction', async () => {
    const name = 'how_it_plans';
    const text = `select current_setting('plan_cache_mode') as mode, $1::int as n`;
    const within = db.database.within('planned');
    const modeOf = async (statement: Statement) => (await within.query(statement, [1]))[0]?.['mode'];
    expect(await modeOf({ name, text, genericPlan: true })).toBe('force_generic_plan');
    expect(await modeOf({ name, text })).toBe('auto');
    const failing = { text: 'select 1 / $1::int', genericPlan: true };
    await expect(within.query(failing, [0])).rejects.toThrow('division by zero');
    const inside = await within.transaction((sql) => sql.query({ name, text, genericPlan: true }, [1]));
    expect(inside).toEqual([{ mode: 'auto', n: 1 }]);
    expect(await modeOf({ name, text, genericPlan: true })).toBe('force_generic_plan');
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
