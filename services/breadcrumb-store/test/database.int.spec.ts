import type { Statement } from '../src/database/database';
import { WorkspaceEntity } from '../src/entities/workspace.entity';
import { databases, type TestDatabase } from './databases';

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
