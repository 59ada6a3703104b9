import { MemoryLong, MemoryShort, type RetrieveRequest } from '@crumbtrail/contracts';
import type { SqlReader } from '../src/database/database';
import type { TimedReadScope } from '../src/search/filter/chunk-filter';
import { readRemembered } from '../src/search/sources/find-memories';
import { findRecent } from '../src/search/sources/find-recent';
import { databases, type TestDatabase } from './databases';

const WORKSPACE = 'talks';
const MESSAGES = 20_000;

/** A session of 20,000 messages, with one short-term memory that has 500 versions of 20 chunks. */
const FILL = [
  `insert into workspace (name) values ('${WORKSPACE}')`,
  `insert into crumb (workspace, id, schema_name, session, author_kind, author_id, audience, trail_id, hop, imported, created_at,
      occurred_at, created_position, version, position)
    select '${WORKSPACE}', md5(n::text)::uuid, case when n = 0 then '${MemoryShort.name}' else 'user.message.v1' end, 'talk', 'user', 'ann', '{*}',
      md5(n::text)::uuid, 0, true, now(), now() + n * interval '1 ms', n + 1, case when n = 0 then 500 else 1 end, n + 1
    from generate_series(0, ${MESSAGES}) n`,
  `insert into crumb_version (workspace, id, version, position, tags, context, content_hash, updated_at)
    select '${WORKSPACE}', md5('0')::uuid, n, n, '{}', jsonb_build_object('agent', 'cook', 'readers', 'all', 'until', n), 'h', now()
    from generate_series(1, 500) n`,
  `insert into chunk (workspace, crumb_id, version, ordinal, chunks, position, superseded_position, session, schema_name, author_kind, author_id,
      audience, imported, occurred_at, text, text_hash, tokens_o200k, tokens_cl100k, simhash, tsv, length, counted, tags)
    select '${WORKSPACE}', md5('0')::uuid, n, o, 20, n, case when n = 500 then null else n + 1 end, 'talk', '${MemoryShort.name}', 'user', 'ann',
      '{*}', true, now(), 'a fact', '', 2, 2, '0000000000000000', to_tsvector('a fact'), 1, true, '{}'
    from generate_series(1, 500) n cross join generate_series(0, 19) o`,
  // As in any log, most breadcrumbs have one version of one chunk: the planner expects no more of a memory.
  `insert into chunk (workspace, crumb_id, version, ordinal, chunks, position, session, schema_name, author_kind, author_id,
      audience, imported, occurred_at, text, text_hash, tokens_o200k, tokens_cl100k, simhash, tsv, length, counted, tags)
    select '${WORKSPACE}', md5(n::text)::uuid, 1, 0, 1, n + 1, 'talk', 'user.message.v1', 'user', 'ann',
      '{*}', true, now(), 'hello', '', 1, 1, '0000000000000000', to_tsvector('hello'), 1, true, '{}'
    from generate_series(1, ${MESSAGES}) n`,
];
const SCOPE: TimedReadScope = {
  workspace: WORKSPACE,
  viewers: [],
  readers: null,
  as_of: MESSAGES + 1,
  now: '2100-01-01T00:00:00.000Z',
};

describe.each(databases)('memories of a long session on %s', (_, open) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
    await db.database.transaction(async (sql) => {
      for (const statement of FILL) await sql.query(statement);
    });
    for (const table of ['crumb', 'crumb_version', 'chunk']) await db.database.query(`analyze ${table}`);
  }, 120_000);

  afterAll(() => db.drop());

  /** Answers each statement, and keeps how often its plan reads rows, as the largest number of rows of any step. */
  function counting(): { readonly sql: SqlReader; readonly most: number[] } {
    const most: number[] = [];
    const read: SqlReader['read'] = async (statement, params = []) => {
      const rows = await db.database
        .within(WORKSPACE)
        .query<Record<string, string>>(
          `explain (analyze, costs off, timing off, summary off) ${statement.text}`,
          params,
        );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const counts = [...plan.matchAll(/rows=(\d+)|Rows Removed by (?:Filter|Join Filter): (\d+)/g)];
      most.push(Math.max(...counts.map(([, found, removed]) => Number(found ?? removed))));
      return db.database.within(WORKSPACE).read(statement, params);
    };
    return { sql: { read }, most };
  }

  it('which messages have left the window is read without the messages of the session', async () => {
    const { sql, most } = counting();
    // Only these members are read.
    const request = { session: 'talk', viewer: 'cook' } as RetrieveRequest;
    expect(await readRemembered(sql, SCOPE, request)).toEqual([{ readers: 'all', until: 500 }]);
    expect(Math.max(...most)).toBeLessThan(10);
  });

  it.each([
    ['of the session', 'talk'],
    ['of all sessions', undefined],
  ])('those %s are found without messages and without the chunks of their earlier versions', async (_of, session) => {
    const { sql, most } = counting();
    const filter = { schemas: [MemoryShort.name, MemoryLong.name], session };
    const found = await findRecent(sql, { scope: SCOPE, filter, indexed: MESSAGES + 1, limit: 64, fewCrumbs: true });
    expect(found.map(({ row }) => row.version)).toEqual(Array<number>(20).fill(500));
    expect(Math.max(...most)).toBeLessThan(30);
  });
});
