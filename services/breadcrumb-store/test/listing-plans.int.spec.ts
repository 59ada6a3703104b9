import type { Sql } from '../src/database/database';
import { listSessions } from '../src/reading/list-sessions';
import { listTrails } from '../src/reading/list-trails';
import { RECOUNT_TOTALS } from '../src/sessions/session-totals';
import { databases, type TestDatabase } from './databases';
import { operator, user } from './store-under-test';

const WORKSPACE = 'listings';

/** 100,000 crumbs: 40,000 of one imported session, each its own trail, and 60,000 in 500 sessions, five to a trail. */
const FILL = [
  `insert into workspace (name) values ('${WORKSPACE}')`,
  `create temp table rows on commit drop as select n, n <= 40000 as is_imported, md5(n::text)::uuid as id,
      md5((case when n <= 40000 then n else n - n % 5 end)::text)::uuid as trail,
      case when n <= 40000 then 'history' else 'talk-' || n % 500 / 5 || '-' || n % 5 end as session
    from generate_series(0, 99999) n`,
  `insert into crumb (workspace, id, schema_name, session, author_kind, author_id, audience, trail_id, hop, imported, created_at,
      occurred_at, created_position, version, position)
    select '${WORKSPACE}', id, 'user.message.v1', session, 'user', 'ann', '{*}', trail, 0, is_imported,
      now(), now() + n * interval '1 ms', n + 1, 1, n + 1 from rows`,
  `insert into crumb_version (workspace, id, version, position, tags, context, content_hash, updated_at)
    select '${WORKSPACE}', id, 1, n + 1, '{}', '{"content":"hello"}', 'h', now() from rows`,
  `update log_head set position = 100000`,
  ...RECOUNT_TOTALS,
];

describe.each(databases)('plans of lists in a log of 100,000 crumbs on %s', (_, open) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
    await db.database.transaction(async (sql) => {
      for (const statement of FILL) await sql.query(statement);
    });
    for (const table of ['crumb', 'crumb_version', 'session_total']) await db.database.query(`analyze ${table}`);
  }, 240_000);

  afterAll(() => db.drop());

  /** Answers each statement and keeps its plan. */
  function explaining(): { readonly sql: Sql; readonly plans: string[] } {
    const plans: string[] = [];
    const query: Sql['query'] = async (statement, params = []) => {
      if (typeof statement === 'string') {
        const rows = await db.database
          .within(WORKSPACE)
          .query<Record<string, string>>(`explain (costs off) ${statement}`, params);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return db.database.within(WORKSPACE).query(statement, params);
    };
    return {
      sql: { query, read: (statement, params) => db.database.within(WORKSPACE).read(statement, params) },
      plans,
    };
  }

  it.each([
    ['an operator', operator(WORKSPACE)],
    ['a reader', user(WORKSPACE, 'bob')],
  ] as const)(
    'the latest sessions are found by the index of time, and the next ones by that of sessions, for %s',
    async (_who, caller) => {
      const { sql, plans } = explaining();
      const { sessions, next_cursor } = await listSessions(sql, { limit: 10 }, caller);
      expect(sessions.map(({ messages }) => messages)).toEqual(Array<number>(10).fill(120));
      await listSessions(sql, { limit: 10, cursor: next_cursor as string, usage: true }, caller);
      expect(plans).toHaveLength(4);
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on crumb/);
      expect(plans[0]).toContain('crumb_in_time');
      expect(plans[0]).not.toContain('Recursive Union');
      expect(plans[2]).toMatch(/Recursive Union[^]*crumb_in_session/);
    },
  );

  it.each([
    ['an operator', operator(WORKSPACE)],
    ['a reader', user(WORKSPACE, 'bob')],
  ] as const)(
    'the latest trails are found by the index of roots that were not imported, for %s',
    async (_who, caller) => {
      const { sql, plans } = explaining();
      const { trails, next_cursor } = await listTrails(sql, { limit: 10 }, caller);
      expect(trails.map(({ crumbs }) => crumbs)).toEqual(Array<number>(10).fill(5));
      await listTrails(sql, { limit: 10, cursor: next_cursor as string }, caller);
      expect(plans).toHaveLength(4);
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on crumb/);
      expect(plans[0]).toContain('crumb_root_in_time');
      expect(plans[2]).toContain('crumb_root_in_time');
    },
  );

  it('feedback is read once for a list of trails, not for each of them', async () => {
    const { sql, plans } = explaining();
    await listTrails(sql, { feedback: 'bad', limit: 10 }, operator(WORKSPACE));
    expect(plans[0]).toMatch(/InitPlan 1[^]*crumb_of_schema/);
  });

  it('the trails of one session are found without reading the whole log', async () => {
    const { sql, plans } = explaining();
    const { trails } = await listTrails(sql, { session: 'talk-7-0', limit: 10 }, user(WORKSPACE, 'bob'));
    expect(trails).toHaveLength(10);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on crumb/);
  });
});
