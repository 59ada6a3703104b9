import { AgentResponse, UserMessage, type AgentResponseV1, type CommitResult, type Draft } from '@crumbtrail/contracts';
import { RECOUNT_TOTALS } from '../src/sessions/session-totals';
import { databases } from './databases';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';

const READ = `select session, author_id, audience, messages::integer, counted::integer, tokens::float8, priced::integer, cost_usd::text
  from session_total where workspace = $1 and messages > 0 order by session, author_id, audience`;

describe.each(databases)('the totals of sessions on %s', (_name, open) => {
  let store: StoreUnderTest;
  let workspace: string;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (workspace = await store.workspace()));
  afterAll(() => store.close());

  const answer = (usage: AgentResponseV1['usage'], more: Partial<Draft> = {}): Draft => ({
    schema_name: AgentResponse.name,
    session: 'demo',
    author: { kind: 'agent', id: 'helper' },
    occurred_at: '2026-01-01T00:00:00Z',
    context: { action: 'speak', content: 'so', usage },
    ...more,
  });
  const importAll = async (...drafts: Draft[]): Promise<readonly CommitResult[]> =>
    (await store.commit(operator(workspace), { imported: true, writes: creates(...drafts) })).results;
  const erase = ({ id, version }: CommitResult): Promise<unknown> =>
    store.commit(operator(workspace), { writes: [{ op: 'erase', id, if_match: version }] });
  const read = (): Promise<object[]> => store.db.database.query(READ, [workspace]);

  /** The totals, which a count of everything that is stored must agree with. */
  async function totals(): Promise<object[]> {
    const kept = await read();
    await store.db.database.transaction(async (sql) => {
      for (const statement of RECOUNT_TOTALS) await sql.query(statement);
    });
    expect(await read()).toEqual(kept);
    return kept;
  }

  it('count each message and what each answer has used, by author and audience, of one group or many', async () => {
    const [cent, free] = [{ prompt_tokens: 90, completion_tokens: 10, cost_usd: 0.1 }, { counted_prompt_tokens: 7 }];
    await importAll(
      answer(cent),
      answer({ ...cent, cost_usd: 0.2 }),
      answer(free),
      message('hello', { occurred_at: '2026-01-01T00:00:00Z' }),
    );
    await importAll(answer(cent, { audience: ['user:ann'] }), answer(undefined, { session: 'other' }));
    await store.create(user(workspace), message('again'));
    const mine = { author_id: 'helper', messages: 1 };
    expect(await totals()).toEqual([
      {
        session: 'demo',
        author_id: 'ann',
        audience: ['*'],
        messages: 1,
        counted: 0,
        tokens: 0,
        priced: 0,
        cost_usd: '0',
      },
      { ...mine, session: 'demo', audience: ['*'], messages: 3, counted: 3, tokens: 207, priced: 2, cost_usd: '0.3' },
      { ...mine, session: 'demo', audience: ['user:ann'], counted: 1, tokens: 100, priced: 1, cost_usd: '0.1' },
      {
        session: 'demo',
        author_id: 'operator',
        audience: ['*'],
        messages: 1,
        counted: 0,
        tokens: 0,
        priced: 0,
        cost_usd: '0',
      },
      { ...mine, session: 'other', audience: ['*'], counted: 0, tokens: 0, priced: 0, cost_usd: '0' },
    ]);
  });

  it('leave out what was erased, has expired, or was erased after it had expired, once', async () => {
    const usage = { prompt_tokens: 90, completion_tokens: 10, cost_usd: 0.1 };
    const soon = new Date(Date.now() + 300).toISOString();
    const [kept, erased, expired, both] = await importAll(
      answer({ ...usage, prompt_tokens: 1 }),
      answer({ ...usage, prompt_tokens: 2 }),
      answer({ ...usage, prompt_tokens: 3 }, { expires_at: soon }),
      answer({ ...usage, prompt_tokens: 4 }, { expires_at: soon }),
    );
    await erase(erased as CommitResult);
    const poller = store.duePoller();
    const hasExpired = `select 1 from crumb where workspace = $1 and id = any($2::uuid[]) and expired_at is not null`;
    while ((await store.db.database.query(hasExpired, [workspace, [expired?.id, both?.id]])).length < 2)
      await poller.poll();
    await erase(both as CommitResult);
    expect(kept).toBeDefined();
    expect(await totals()).toMatchObject([{ messages: 1, counted: 1, tokens: 11, priced: 1, cost_usd: '0.1' }]);
  });

  it('take an audience that is longer than a key of an index may be', async () => {
    const audience = Array.from({ length: 64 }, (_, nth) => `user:${'x'.repeat(55)}${nth}`);
    await store.create(operator(workspace), message('for many', { audience }));
    await store.create(operator(workspace), message('for many again', { audience }));
    expect(await totals()).toMatchObject([{ messages: 2, audience }]);
  });

  it('count nothing of a write that is refused', async () => {
    const wrong = { schema_name: UserMessage.name, session: 'demo', context: { content: 7 } };
    await expect(store.commit(user(workspace), { writes: creates(message('fine'), wrong) })).rejects.toThrow();
    expect(await totals()).toEqual([]);
  });
});
