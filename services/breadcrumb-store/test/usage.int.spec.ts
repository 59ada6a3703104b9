import { AgentResponse, type AgentResponseV1 } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { readUsage } from '../src/reading/read-usage';
import { Conversation } from './conversation';
import { databases } from './databases';
import { creates, operator, service, StoreUnderTest, user } from './store-under-test';

describe.each(databases)('usage on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  const ALWAYS = { from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z', by: 'agent', time_zone: 'UTC' } as const;
  const read = (
    request: Partial<Parameters<typeof readUsage>[1]> = {},
    who: AuthenticatedCaller = operator(talk.workspace),
  ) => readUsage(store.db.database, { ...ALWAYS, ...request }, who);

  async function answer(
    reply: Partial<AgentResponseV1>,
    { agent = 'helper', ...more }: { agent?: string; audience?: string[] } = {},
  ) {
    const turn = await talk.wake(await talk.say('and now?', more), { agent });
    const context = { turn: { id: turn.id }, action: 'speak', content: 'so', ...reply };
    const { results } = await store.commit(service(talk.workspace, 'agent-executor'), {
      writes: creates({ schema_name: AgentResponse.name, context }),
    });
    return results[0]?.id as string;
  }
  const closeAt = (response: string, closed: string, ms: number) =>
    store.db.database.query(
      `update turn set closed_at = $3, requested_at = $3::timestamptz - make_interval(secs => $4) where workspace = $1 and response_id = $2`,
      [talk.workspace, response, closed, ms / 1_000],
    );
  const usage = (prompt_tokens: number, cost_usd?: number) => ({
    usage: { prompt_tokens, completion_tokens: 10, ...(cost_usd !== undefined && { cost_usd }) },
  });

  it('sums up turns, errors, tokens and cost by agent and model, with the most turns first', async () => {
    await answer({ model: 'small', ...usage(90, 0.5) });
    await answer({ model: 'small', ...usage(190, 0.25) });
    await talk.define({ agent: 'auditor' });
    await answer(
      { action: 'error', error: { code: 'deadline', message: 'late' }, usage: { counted_prompt_tokens: 5 } },
      { agent: 'auditor' },
    );
    const { total, rows, truncated } = await read();
    expect(total).toMatchObject({ turns: 3, errors: 1, tokens: 305, cost_usd: 0.75 });
    expect(rows).toMatchObject([
      { key: 'helper', turns: 2, errors: 0, tokens: 300, cost_usd: 0.75 },
      { key: 'auditor', turns: 1, errors: 1, tokens: 5, cost_usd: 0 },
    ]);
    expect(truncated).toBe(false);
    expect((await read({ by: 'model' })).rows.map(({ key, turns }) => [key, turns])).toEqual([
      ['small', 2],
      [null, 1],
    ]);
  });

  it('counts the turns that were billed for tokens without a known price, and no turn without tokens', async () => {
    await answer({ model: 'small', ...usage(90, 0.5) });
    await answer({ model: 'local', ...usage(90) });
    await answer({ model: 'offline', usage: { counted_prompt_tokens: 90 } });
    const { total, rows } = await read({ by: 'model' });
    expect(total).toMatchObject({ turns: 3, cost_usd: 0.5, unpriced: 1 });
    expect(rows.map(({ key, unpriced }) => [key, unpriced])).toEqual([
      ['local', 1],
      ['offline', 0],
      ['small', 0],
    ]);
  });

  it('counts a turn on the day of its end in the time zone, within the period only, with its median and 95th percentile', async () => {
    await closeAt(await answer({}), '2026-07-01T22:30:00Z', 1_000);
    await closeAt(await answer({}), '2026-07-01T12:00:00Z', 3_000);
    await closeAt(await answer({}), '2026-08-01T00:00:00Z', 9_000);
    const period = { from: '2026-07-01T00:00:00Z', to: '2026-08-01T00:00:00Z', by: 'day' } as const;
    const days = async (time_zone: string) =>
      (await read({ ...period, time_zone })).rows.map(({ key, turns }) => [key, turns]);
    expect(await days('UTC')).toEqual([['2026-07-01', 2]]);
    expect(await days('Europe/Berlin')).toEqual([
      ['2026-07-01', 1],
      ['2026-07-02', 1],
    ]);
    expect((await read(period)).total).toMatchObject({ turns: 2, p50_ms: 2_000, p95_ms: 2_900 });
  });

  it('counts only turns that have ended and whose answers the caller may read', async () => {
    await answer({ ...usage(90, 0.5) });
    const secret = await answer({ ...usage(900, 5) }, { audience: ['user:somebody', 'agent:helper'] });
    await talk.wake(await talk.say('still open'));
    expect((await read()).total).toMatchObject({ turns: 2, tokens: 1_010 });
    const [seen] = await store.db.database.query<{ audience: string[] }>(
      'select audience from crumb where workspace = $1 and id = $2',
      [talk.workspace, secret],
    );
    expect(seen?.audience).not.toContain('*');
    expect((await read({}, user(talk.workspace, 'stranger'))).total).toMatchObject({
      turns: 1,
      tokens: 100,
      cost_usd: 0.5,
    });
  });

  it('is empty, and not an error, where no turn ended', async () => {
    expect(await read()).toEqual({
      total: { turns: 0, errors: 0, p50_ms: null, p95_ms: null, tokens: 0, cost_usd: 0, unpriced: 0 },
      rows: [],
      truncated: false,
    });
  });
});
