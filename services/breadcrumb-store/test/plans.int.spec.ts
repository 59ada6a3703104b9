import { escapeLiteral } from 'pg';
import { listCrumbs } from '../src/reading/list-crumbs';
import { buildRefreshStatement } from '../src/search/session-cache/refresh-statement';
import type { Sql } from '../src/database/database';
import { databases, type TestDatabase } from './databases';
import { user } from './store-under-test';

const WORKSPACE = 'plans';
const ROWS = 20_000;

/** 20,000 messages without tags, ten with one, and ten definitions of tools: what a log looks like after an import. */
const FILL = [
  `insert into workspace (name) values ('${WORKSPACE}')`,
  `create temp table rows on commit drop as select n, md5(n::text)::uuid as id, n > ${ROWS} - 10 as is_rare
    from generate_series(1, ${ROWS}) n`,
  `insert into crumb (workspace, id, schema_name, session, author_kind, author_id, audience, trail_id, hop, imported, created_at,
      occurred_at, created_position, version, position)
    select '${WORKSPACE}', id, case when is_rare then 'tool.def.v1' else 'user.message.v1' end, 'history', 'user', 'ann', '{*}', id, 0, true,
      now(), now() + n * interval '1 ms', n, 1, n from rows`,
  `insert into crumb_version (workspace, id, version, position, tags, context, content_hash, updated_at)
    select '${WORKSPACE}', id, 1, n, case when is_rare then array['rare'] else '{}'::text[] end, '{}', 'h', now() from rows`,
  `insert into chunk (workspace, crumb_id, version, ordinal, chunks, position, session, schema_name, author_kind, author_id, audience,
      tags, imported, occurred_at, text, text_hash, tokens_o200k, tokens_cl100k, simhash, length, tsv, counted)
    select '${WORKSPACE}', id, 1, 0, 1, n, 'history', case when is_rare then 'tool.def.v1' else 'user.message.v1' end, 'user', 'ann', '{*}',
      '{}', true, now() + n * interval '1 ms', repeat('text ', 40), 'h', 40, 40, '0', 40, ''::tsvector, true from rows`,
];

/** The plan that Postgres makes once for all values, as a prepared statement of the store has it. */
async function explainGeneric(db: TestDatabase, text: string, params: readonly unknown[]): Promise<string> {
  const values = params.map((one) =>
    typeof one === 'number' ? String(one) : escapeLiteral(Array.isArray(one) ? `{${one.join()}}` : String(one)),
  );
  return db.database.within(WORKSPACE).transaction(async (sql) => {
    await sql.query('set local plan_cache_mode = force_generic_plan');
    await sql.query(`prepare asked as ${text}`);
    const rows = await sql.query<Record<string, string>>(`explain (costs off) execute asked (${values.join(', ')})`);
    await sql.query('deallocate asked');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

describe.each(databases)('plans in a log of 20,000 crumbs on %s', (_, open) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
    await db.database.transaction(async (sql) => {
      for (const statement of FILL) await sql.query(statement);
    });
    for (const table of ['crumb', 'crumb_version', 'chunk']) await db.database.query(`analyze ${table}`);
  }, 120_000);

  afterAll(() => db.drop());

  it('a list by tag uses the index of tags, which leaves out crumbs without tags', async () => {
    const plans: string[] = [];
    const within = db.database.within(WORKSPACE);
    const explaining: Pick<Sql, 'query'> = {
      query: async <Row extends object>(statement: Parameters<Sql['query']>[0], params: readonly unknown[] = []) => {
        if (typeof statement !== 'string') return within.query<Row>(statement, params);
        const rows = await within.query<Record<string, string>>(`explain (costs off) ${statement}`, params);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [];
      },
    };
    const sql: Sql = { ...explaining, read: (statement, params) => within.read(statement, params) };
    await listCrumbs(sql, { tag: 'rare' }, user(WORKSPACE));
    expect(plans).toEqual([expect.stringContaining('crumb_version_by_tag')]);
  });

  it.each([
    ['schema_name', 'tool.def.v1', 'chunk_of_schema'],
    ['session', 'a small one', 'chunk_in_session'],
  ] as const)(
    'texts of one %s are loaded and counted by its index, although nearly all texts have the same one',
    async (column, value, index) => {
      const scope = { workspace: WORKSPACE, column, value };
      for (const refresh of [
        { kind: 'whole', scope } as const,
        { kind: 'size', scope, since: 0, from: 20_000 } as const,
      ]) {
        const question = {
          workspace: WORKSPACE,
          query: 'weather',
          scopes: [refresh],
          countsSince: null,
          embedder: null,
          most: 20_000,
        };
        const { statement, params } = buildRefreshStatement(question);
        const plan = await explainGeneric(db, statement.text, params);
        expect(plan).toContain(index);
        expect(plan).not.toContain('Seq Scan on chunk');
        expect(plan).toMatch(/Index Cond: .*"position" > .*"position" <= h/);
      }
    },
  );
});
