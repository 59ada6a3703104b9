import { AgentResponse, type CommitResult, type ListRecentTurnsRequest, type TurnEntry } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import type { Sql } from '../src/database/database';
import { listTurns } from '../src/reading/list-turns';
import { Conversation } from './conversation';
import { databases } from './databases';
import { creates, operator, service, StoreUnderTest, user } from './store-under-test';

/** Turns of one busy agent, each on a message of its own, all later than now. */
const FILL = [
  `create temp table rows on commit drop as select n, md5('m' || n)::uuid as cause, md5('t' || n)::uuid as id from generate_series(1, 20000) n`,
  `insert into crumb (workspace, id, schema_name, session, author_kind, author_id, audience, trail_id, hop, imported, created_at,
      occurred_at, created_position, version, position)
    select $1, cause, 'user.message.v1', 'flood', 'user', 'ann', '{*}', cause, 0, false, now(), now(), n, 1, n from rows`,
  `insert into turn (workspace, id, agent, lane, session, state, cause_id, cause_version, cause_position, cause_author, audience, trail_id, hop,
      definition_id, definition_version, generation, runner, turn_seconds, turns_per_minute, requested_at)
    select $1, id, 'busy', 'flood-' || n, 'flood', 'queued', cause, 1, n, 'user:ann', '{*}', cause, 0, cause, 1, 0, 'pool', 60, 60,
      now() + n * interval '1 s' from rows`,
];

describe.each(databases)('the list of turns on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  const as = (id: string): AuthenticatedCaller => user(talk.workspace, id);
  const root = (): AuthenticatedCaller => operator(talk.workspace);
  const list = (caller: AuthenticatedCaller, request: ListRecentTurnsRequest = {}) =>
    listTurns(store.db.database, request, caller);
  const ids = async (caller: AuthenticatedCaller, request?: ListRecentTurnsRequest): Promise<string[]> =>
    (await list(caller, request)).turns.map(({ id }) => id);
  const end = (turn: string, more: object): Promise<unknown> =>
    store.commit(service(talk.workspace, 'agent-executor'), {
      writes: creates({ schema_name: AgentResponse.name, context: { turn: { id: turn }, ...more } }),
    });

  it('says of each turn how it ended, how long it took and what it used, the latest first', async () => {
    const usage = { prompt_tokens: 90, completion_tokens: 10, cost_usd: 0.5 };
    const paid = await talk.wake(await talk.say('one', { session: 'a' }));
    await end(paid.id, { action: 'speak', content: 'so', usage });
    const opened = await talk.wake(await talk.say('two', { session: 'b' }));
    const [last, first] = (await list(root())).turns as [TurnEntry, TurnEntry];
    expect(last).toMatchObject({ id: opened.id, state: 'open', session: 'b', agent: 'helper' });
    expect(last).not.toHaveProperty('action');
    expect(first).toMatchObject({
      id: paid.id,
      state: 'closed',
      action: 'speak',
      tokens: 100,
      cost_usd: 0.5,
      session: 'a',
    });
    expect(first.duration_ms).toBe(Date.parse(first.closed_at as string) - Date.parse(first.requested_at));
  });

  it('finds one turn by its id, turns by how they ended and by when they changed, and counts all that match', async () => {
    const first = await talk.wake(await talk.say('one', { session: 'a' }));
    await end(first.id, { action: 'speak', content: 'so' });
    const second = await talk.wake(await talk.say('two', { session: 'b' }));
    const third = await talk.wake(await talk.say('three', { session: 'c' }));
    await end(third.id, { action: 'wait' });
    expect(await ids(root(), { id: first.id })).toEqual([first.id]);
    expect(await ids(root(), { id: first.id, agent: 'nobody' })).toEqual([]);
    expect(await ids(root(), { state: 'closed', actions: ['wait', 'error'] })).toEqual([third.id]);
    expect(await list(root(), { limit: 1, total: true })).toMatchObject({ total: 3, turns: [{ id: third.id }] });
    expect(await list(root(), { actions: ['speak'], total: true })).toMatchObject({ total: 1 });
    expect(await list(root())).not.toHaveProperty('total');
    const { closed_at } = (await list(root(), { id: third.id })).turns[0] as TurnEntry;
    expect(await ids(root(), { changed_since: closed_at as string, actions: ['speak', 'wait'] })).toEqual([third.id]);
    expect(await ids(root(), { changed_since: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await ids(root())).toContain(second.id);
  });

  it('finds turns by agent, session, state and time, and neither repeats nor misses one between pages', async () => {
    const turns = [];
    for (const session of ['a', 'b', 'c', 'd']) turns.push(await talk.wake(await talk.say('hello', { session })));
    const [a, b, c, d] = turns.map(({ id }) => id) as [string, string, string, string];
    await talk.define({ agent: 'other' });
    const other = await talk.wake(await talk.say('hello', { session: 'e' }), { agent: 'other' });
    await end(b, { action: 'wait' });
    expect(await ids(root(), { agent: 'helper' })).toEqual([d, c, b, a]);
    expect(await ids(root(), { agent: 'other' })).toEqual([other.id]);
    expect(await ids(root(), { session: 'c' })).toEqual([c]);
    expect(await ids(root(), { state: 'closed' })).toEqual([b]);
    expect(await ids(root(), { state: 'open', agent: 'helper' })).toEqual([d, c, a]);
    const page = await list(root(), { limit: 2, agent: 'helper' });
    await talk.wake(await talk.say('later', { session: 'f' }), { agent: 'other' });
    const rest = await list(root(), { limit: 2, agent: 'helper', cursor: page.next_cursor as string });
    expect([...page.turns, ...rest.turns].map(({ id }) => id)).toEqual([d, c, b, a]);
    expect(rest.next_cursor).toBeUndefined();
    const since = page.turns[1]?.requested_at as string;
    expect(await ids(root(), { agent: 'helper', until: since })).toEqual([b, a]);
    await expect(list(as('ann'), { cursor: 'bm9uZQ' })).rejects.toMatchObject({ code: 'cursor_gone' });
  });

  it('holds only turns on what the reader may read, and a closed one only if its answer is readable too', async () => {
    const secret = await talk.wake(await talk.say('for me', { session: 'a', audience: ['user:ann', 'agent:helper'] }));
    const shared = await talk.wake(await talk.say('for all', { session: 'b' }));
    expect(await ids(as('ann'))).toEqual([shared.id, secret.id]);
    expect(await ids(as('bob'))).toEqual([shared.id]);
    await end(shared.id, { action: 'speak', content: 'so' });
    expect(await ids(as('bob'))).toEqual([shared.id]);
    const [answer] = await store.db.database.query<CommitResult>(
      `update crumb set audience = '{user:ann}' where id = (select response_id from turn where id = $1) returning id`,
      [shared.id],
    );
    expect(answer).toBeDefined();
    expect(await ids(as('bob'))).toEqual([]);
    expect(await ids(as('ann'))).toEqual([shared.id, secret.id]);
    expect(await ids(operator(await store.workspace()))).toEqual([]);
  });

  it.each([{ agent: 'rare' }, { session: 'quiet' }])(
    'finds %j by an index, however many turns came since',
    async (filter) => {
      await talk.define({ agent: 'rare' });
      const rare = await talk.wake(await talk.say('once', { session: 'quiet' }), { agent: 'rare' });
      await store.db.database.transaction(async (sql) => {
        for (const statement of FILL) await sql.query(statement, statement.includes('$1') ? [talk.workspace] : []);
      });
      for (const table of ['crumb', 'turn']) await store.db.database.query(`analyze ${table}`);
      const plans: string[] = [];
      const sql: Pick<Sql, 'query' | 'read'> = {
        read: (statement, params) => store.db.database.read(statement, params),
        query: async (statement, params = []) => {
          if (typeof statement === 'string') {
            const rows = await store.db.database.query<Record<string, string>>(
              `explain (costs off) ${statement}`,
              params,
            );
            plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
          }
          return store.db.database.query(statement, params);
        },
      };
      expect((await listTurns(sql as Sql, filter, root())).turns.map(({ id }) => id)).toEqual([rare.id]);
      expect(plans.at(-1)).toMatch(/Index Scan .*using turn_(of_agent|in_session)/);
      await store.db.database.query(`delete from turn where agent = 'busy'`);
      await store.db.database.query(`delete from crumb where session = 'flood'`);
    },
    60_000,
  );
});
