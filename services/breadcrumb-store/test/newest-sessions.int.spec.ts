import { AgentNote, Session, UserMessage, type SessionEntry } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import type { Sql } from '../src/database/database';
import { listSessions } from '../src/reading/list-sessions';
import { databases, type TestDatabase } from './databases';
import { operator, user } from './store-under-test';

interface Row {
  readonly n: number;
  readonly session: string;
  readonly schema: string;
  readonly audience: readonly string[];
  /** Milliseconds. */
  readonly at: number;
}

const BEGIN = Date.UTC(2026, 0, 1);
const SPOKEN: readonly string[] = [UserMessage.name, AgentNote.name];
const KINDS = [UserMessage.name, UserMessage.name, AgentNote.name, 'memory.short.v1', Session.name];

/** Numbers below `most`, the same in every run. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** Crumbs of `sessions` sessions whose times are nearly in order; a session has a run of `run` crumbs before the next one has its own. */
function makeLog(count: number, { sessions, run }: { readonly sessions: number; readonly run: number }): Row[] {
  const pick = numbers(count + sessions + run);
  return Array.from({ length: count }, (_, n) => ({
    n,
    session: `talk-${run === 1 ? pick(sessions) : Math.floor(n / run) % sessions}`,
    schema: KINDS[pick(KINDS.length)] as string,
    audience: pick(3) === 0 ? ['user:ann'] : ['*'],
    at: BEGIN + n * 1_000 + pick(20_000),
  }));
}

const isAfter = (a: Row, b: Row): boolean => a.at > b.at || (a.at === b.at && a.n > b.n);
const latest = (rows: readonly Row[]): Row | undefined => [...rows].sort((a, b) => (isAfter(a, b) ? -1 : 1))[0];

/** The names of the sessions in their order, by comparing all crumbs. */
function expectedNames(log: readonly Row[], mayRead: (row: Row) => boolean): string[] {
  const groups = new Map<string, Row[]>();
  for (const row of log.filter(mayRead)) groups.set(row.session, [...(groups.get(row.session) ?? []), row]);
  const keys = [...groups].map(([session, rows]) => {
    const said = latest(rows.filter(({ schema }) => SPOKEN.includes(schema)));
    const key = said ?? latest(rows.filter(({ schema }) => schema !== Session.name)) ?? (latest(rows) as Row);
    return { session, key };
  });
  return keys.sort((a, b) => (isAfter(a.key, b.key) ? -1 : 1)).map(({ session }) => session);
}

const LOGS = [
  ['a log whose newest crumbs are of many sessions', makeLog(6_000, { sessions: 700, run: 1 })],
  ['a log with more sessions than its newest 2,000 crumbs have', makeLog(9_000, { sessions: 600, run: 15 })],
  ['a log of few sessions', makeLog(4_000, { sessions: 12, run: 300 })],
] as const;

describe.each(databases)('the first page of sessions on %s', (_, open) => {
  let db: TestDatabase;

  beforeAll(async () => void (db = await open()), 60_000);
  afterAll(() => db.drop());

  async function fill(workspace: string, log: readonly Row[]): Promise<void> {
    const [n, session, schema, at] = [
      log.map((row) => row.n),
      log.map((row) => row.session),
      log.map((row) => row.schema),
      log.map((row) => new Date(row.at).toISOString()),
    ];
    const audience = log.map((row) => `{${row.audience.join()}}`);
    const rows = `unnest($2::int[], $3::text[], $4::text[], $5::timestamptz[], $6::text[]) r (n, session, schema, at, audience)`;
    const id = `md5($1 || n)::uuid`;
    await db.database.transaction(async (sql) => {
      await sql.query('insert into workspace (name) values ($1)', [workspace]);
      await sql.query(
        `insert into crumb (workspace, id, schema_name, session, author_kind, author_id, audience, trail_id, hop, imported, created_at,
           occurred_at, created_position, version, position)
         select $1, ${id}, schema, session, 'user', 'ann', audience::text[], ${id}, 0, false, at, at, n + 1, 1, n + 1 from ${rows}`,
        [workspace, n, session, schema, at, audience],
      );
      await sql.query(
        `insert into crumb_version (workspace, id, version, position, tags, context, content_hash, updated_at)
         select workspace, id, 1, position, '{}', '{"content":"hello"}', 'h', created_at from crumb where workspace = $1`,
        [workspace],
      );
      await sql.query('update log_head set position = greatest(position, $1)', [log.length]);
    });
    await db.database.query('analyze crumb');
  }

  async function names(sql: Sql, caller: AuthenticatedCaller, limit: number): Promise<string[]> {
    const { sessions } = await listSessions(sql, { limit }, caller);
    return sessions.map(({ name }: SessionEntry) => name);
  }

  it.each(LOGS)(
    'is that of all sessions in %s',
    async (_title, log) => {
      const workspace = `newest-${log.length}`;
      await fill(workspace, log);
      const sql = db.database.within(workspace);
      const forAll = expectedNames(log, () => true);
      const forBob = expectedNames(log, ({ audience }) => audience.includes('*'));
      for (const limit of [1, 5, 50, 200]) {
        expect(await names(sql, operator(workspace), limit)).toEqual(forAll.slice(0, limit));
        expect(await names(sql, user(workspace, 'bob'), limit)).toEqual(forBob.slice(0, limit));
      }
    },
    60_000,
  );
});
