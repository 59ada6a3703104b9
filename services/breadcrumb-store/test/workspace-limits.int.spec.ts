import { randomUUID } from 'node:crypto';
import { listCrumbs } from '../src/reading/list-crumbs';
import { readCrumbs } from '../src/reading/read-crumbs';
import { readEvents } from '../src/reading/read-events';
import { readTrail } from '../src/reading/read-trail';
import type { Database, Statement, TransactionalSql } from '../src/database/database';
import { EMBEDDED_WORKSPACE_ROLE } from '../src/database/workspace-role';
import { databases } from './databases';
import { fillTables, listLimitedTables, type LimitedTable } from './filled-tables';
import { message, operator, StoreUnderTest, user } from './store-under-test';

/** Tables whose rows belong to no workspace. */
const SHARED = [
  'archive_file',
  'durable',
  'embedding_choice',
  'failover',
  'index_cursor',
  'log_head',
  'migrations',
  'relay_cursor',
  'sign_in',
];

const VIEWS = ['chunk_in_workspaces', 'crumb_version_in_workspaces'];

/** Removes what a statement says about its workspace, as somebody who forgets it would. */
const forgetWorkspace = (text: string): string =>
  text.replace(/\b(?:\w+\.)?workspace = (\$\d+)(?:::text)?/g, `$1::text is not null`);

/** Runs statements without their filter by workspace; `seen` counts those that had one. */
function withoutFilters(sql: TransactionalSql, seen: { count: number }): TransactionalSql {
  const query: TransactionalSql['query'] = (statement, params) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const broken = forgetWorkspace(text);
    if (broken !== text) seen.count += 1;
    return sql.query(broken, params);
  };
  return {
    query,
    read: (statement: Statement, params) => query(statement, params),
    transaction: (work) => sql.transaction(work),
  };
}

describe.each(databases)('what is done within a workspace on %s', (kind, open) => {
  let store: StoreUnderTest;
  let database: Database;
  let tables: readonly LimitedTable[];
  let [mine, theirs] = ['', ''];

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    database = store.db.database;
    [mine, theirs] = [`mine-${randomUUID()}`, `theirs-${randomUUID()}`];
    await fillTables(database, [mine, theirs]);
    tables = await listLimitedTables(database);
  }, 60_000);

  afterAll(() => store.close());

  /** The workspaces whose rows of a table a connection sees. */
  const seenWithin = async (
    sql: Pick<TransactionalSql, 'query'>,
    { name, column }: LimitedTable,
  ): Promise<unknown[]> => {
    const rows = await sql.query<{ of: string }>(`select distinct ${column} as of from ${name} order by 1`);
    return rows.map(({ of }) => of);
  };
  const refused = (text: string): Promise<unknown> =>
    database
      .within(mine)
      .query(text)
      .then(
        () => `accepted: ${text}`,
        (error: Error) => error.message,
      );

  it('every table either has a policy for its workspace, or is known to have none', async () => {
    const all = await database.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
    );
    const named = await database.query<{ name: string }>(
      `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace' and a.attnum > 0
       where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
    );
    const limited = tables.map(({ name }) => name);
    expect(all.map(({ name }) => name).filter((name) => !limited.includes(name))).toEqual(SHARED);
    expect(limited).toEqual([...named.map(({ name }) => name), 'workspace'].sort());
  });

  it('sees the rows of that workspace in every table, and no others, also without a condition', async () => {
    for (const table of tables) {
      expect([table.name, await seenWithin(database.within(mine), table)]).toEqual([table.name, [mine]]);
      expect([table.name, await seenWithin(database.within(theirs), table)]).toEqual([table.name, [theirs]]);
      const both = await seenWithin(database.within([mine, theirs]), table);
      expect([table.name, both]).toEqual([table.name, [mine, theirs]]);
    }
    for (const name of VIEWS)
      expect(await seenWithin(database.within(mine), { name, column: 'workspace' })).toEqual([mine]);
  });

  it('sees nothing of another workspace that a statement names', async () => {
    for (const { name, column } of tables) {
      const rows = await database.within(mine).query(`select 1 from ${name} where ${column} = $1`, [theirs]);
      expect([name, rows]).toEqual([name, []]);
    }
  });

  it('sees nothing at all on a connection to which nobody has said a workspace', async () => {
    const role = kind === 'pglite' ? EMBEDDED_WORKSPACE_ROLE.name : 'crumbtrail_test';
    for (const table of tables) {
      const seen = await database.transaction(async (sql) => {
        await sql.query(`set local role ${role}`);
        await sql.query('set local crumbtrail.workspaces to default');
        return seenWithin(sql, table);
      });
      expect([table.name, seen]).toEqual([table.name, []]);
      expect([table.name, await seenWithin(database.within([]), table)]).toEqual([table.name, []]);
    }
  });

  it('writes, moves and deletes no row of another workspace', async () => {
    const before = await Promise.all(tables.map(({ name }) => database.query(`select count(*) from ${name}`)));
    for (const { name, column } of tables.filter((one) => !['workspace', 'api_key'].includes(one.name))) {
      expect(await refused(`update ${name} set ${column} = '${theirs}'`)).toMatch(/row-level security policy/);
      await database.within(mine).query(`update ${name} set ${column} = ${column} where ${column} = '${theirs}'`);
      await database.within(mine).query(`delete from ${name} where ${column} = '${theirs}'`);
    }
    const insert = `insert into claim (workspace, key, fence, holder, until) values ('${theirs}', 'k', 1, 'me', now())`;
    expect(await refused(insert)).toMatch(/row-level security policy/);
    expect(await Promise.all(tables.map(({ name }) => database.query(`select count(*) from ${name}`)))).toEqual(before);
  });

  it.each([
    ['the hashes of the secrets of API keys', 'select secret_hash from api_key'],
    ['who is signed in', 'select * from sign_in'],
    ['a new workspace', `insert into workspace (name) values ('new')`],
    ['a new API key', `update api_key set role = 'operator'`],
    ['another schema', 'create table mine (id int)'],
    ['a table without policies', 'alter table crumb disable row level security'],
  ])('may not have %s', async (_what, text) => {
    expect(await refused(text)).toMatch(/permission denied|must be owner/);
  });

  it('does not leak through a read that has forgotten its workspace', async () => {
    const [home, other] = [await store.workspace(), await store.workspace()];
    const said = await store.create(user(home), message('ours', { tags: ['found'] }));
    const secret = await store.create(user(other), message('not ours', { tags: ['found'] }));
    const seen = { count: 0 };
    const broken = withoutFilters(database.within(home), seen);
    const caller = operator(home);
    const [listed, tagged] = [await listCrumbs(broken, {}, caller), await listCrumbs(broken, { tag: 'found' }, caller)];
    const ids = (reply: { readonly crumbs: readonly { readonly id: string }[] }) => reply.crumbs.map(({ id }) => id);
    expect([ids(listed), ids(tagged)]).toEqual([[said.id], [said.id]]);
    const { events } = await readEvents(broken, { cursor: 'start' }, caller);
    expect(events.map(({ id }) => id)).toEqual([said.id]);
    await expect(readTrail(broken, { id: secret.id }, caller)).rejects.toMatchObject({ code: 'not_found' });
    const read = await readCrumbs(broken, { refs: [{ id: secret.id }, { id: said.id }] }, caller);
    expect(read.crumbs.map((crumb) => crumb?.id ?? null)).toEqual([null, said.id]);
    expect(seen.count).toBeGreaterThanOrEqual(5);
    // The same statements see both workspaces where nothing limits the connection.
    const unlimited = withoutFilters(database, { count: 0 });
    expect(ids(await listCrumbs(unlimited, {}, caller))).toEqual(expect.arrayContaining([said.id, secret.id]));
  });

  it('is limited to its own workspace on a connection that others use in between, also after failures and rollbacks', async () => {
    const claims: LimitedTable = { name: 'claim', column: 'workspace' };
    const use = async (nth: number): Promise<void> => {
      const own = nth % 2 === 0 ? mine : theirs;
      const sql = database.within(own);
      if (nth % 7 === 1) await expect(sql.query('select 1 / 0')).rejects.toThrow('division by zero');
      if (nth % 7 === 2) {
        const fails = sql.transaction(async (inside) => {
          expect(await seenWithin(inside, claims)).toEqual([own]);
          throw new Error('rolled back');
        });
        await expect(fails).rejects.toThrow('rolled back');
      }
      if (nth % 3 === 0) expect(await seenWithin(database, claims)).toEqual(expect.arrayContaining([mine, theirs]));
      expect(await sql.transaction((inside) => seenWithin(inside, claims))).toEqual([own]);
      expect(await seenWithin(sql, claims)).toEqual([own]);
      const generic = { text: 'select distinct workspace as of from claim', genericPlan: true };
      expect(await sql.query(generic)).toEqual([{ of: own }]);
    };
    await Promise.all(Array.from({ length: 80 }, (_, nth) => use(nth)));
  });

  it('commits what callers of several workspaces sent together', async () => {
    const workspaces = await Promise.all(Array.from({ length: 5 }, () => store.workspace()));
    const said = await Promise.all(workspaces.map((one) => store.create(user(one), message(`in ${one}`))));
    for (const [nth, workspace] of workspaces.entries()) {
      const rows = await database.within(workspace).query('select id from crumb');
      expect(rows).toEqual([{ id: said[nth]?.id }]);
    }
  });

  it('refuses a name that would be two in the setting', () => {
    expect(() => database.within('a,b')).toThrow('"a,b" is not the name of a workspace.');
  });

  it('finds texts and tags by their indexes', async () => {
    const explain = async (text: string): Promise<string> =>
      database.within(mine).transaction(async (sql) => {
        await sql.query('set local enable_seqscan = off');
        const rows = await sql.query<Record<string, string>>(`explain (costs off) ${text}`);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await explain(`select 1 from chunk_in_workspaces where tsv @@ 'word'::tsquery`)).toContain('chunk_text');
    const tagged = `select 1 from crumb_version_in_workspaces where tags @> array['a'] and tags <> '{}'`;
    expect(await explain(tagged)).toContain('crumb_version_by_tag');
  });
});
