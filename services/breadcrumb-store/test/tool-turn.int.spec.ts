import { AgentResponse, sha256, stepId, toolResponseId, ToolResponse, type ClaimReply } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { claimRights } from '../src/append/claims';
import { randomFenceStep } from '../src/commands/random-ids';
import { findCauseOfTurn } from '../src/reading/read-turns';
import { readSpent } from '../src/reading/read-spent';
import { Conversation } from './conversation';
import { message, service, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';
import {
  errorOf,
  fencedRequest,
  guardOf,
  requestIdOf,
  requestOf,
  resultOf,
  agentService,
  startOf,
  stepOf,
  type TurnOf,
} from './tool-drafts';

describe.each(databases)('a turn with tools on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;
  let of: TurnOf;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    talk = await Conversation.begin(store);
    of = await asked();
  });

  afterAll(async () => {
    await store.close();
  });

  const asked = async (more: object = {}): Promise<TurnOf> => {
    const turn = await talk.wake(await talk.say('hello', more));
    const [row] = await store.db.database.query<{ definition_id: string; definition_version: number }>(
      'select definition_id, definition_version from turn where id = $1',
      [turn.id],
    );
    const definition = { id: row?.definition_id ?? '', version: row?.definition_version ?? 0 };
    return { workspace: talk.workspace, turn: turn.id, agent: 'helper', definition, reply_to: 'pool' };
  };
  const claim = async (key: string, who: AuthenticatedCaller): Promise<number> => {
    const reply: ClaimReply = await store.writer.submit({
      kind: 'claim',
      workspace: talk.workspace,
      key,
      ttl_ms: 30_000,
      fence: null,
      fence_step: randomFenceStep(),
      ...claimRights(who),
    });
    if (!reply.granted) throw new Error(`${key} was not granted`);
    return reply.fence;
  };
  const pool = () => service(talk.workspace, 'agent-executor');
  const runner = () => service(talk.workspace, 'tool-runner');
  const turnKey = () => `turn:${of.turn}`;
  const toolKey = () => `tool:${requestIdOf(of)}`;
  const stop = async (who: AuthenticatedCaller, content: string | null = null, turn = of.turn) => {
    const cause = (await findCauseOfTurn(store.db.database, talk.workspace, turn)) ?? '';
    return store.writer.submit({ kind: 'stop-turn', caller: who, turn, cause, content });
  };
  const count = async (sql: string) => (await store.db.database.query(`select 1 from ${sql}`, [talk.workspace])).length;

  it('creates each crumb once, in causal order, even if workers crash and retry', async () => {
    const fence = await claim(turnKey(), pool());
    const asking = fencedRequest(turnKey(), fence, stepOf(of), requestOf(of));
    await store.commit(pool(), asking);
    expect((await store.commit(pool(), asking)).results.map(({ existed }) => existed)).toEqual([true, true]);
    const running = await claim(toolKey(), runner());
    await store.commit(runner(), fencedRequest(toolKey(), running, startOf(requestIdOf(of))));
    await store.commit(runner(), fencedRequest(toolKey(), running, resultOf(of)));
    expect(await count(`claim where workspace = $1 and key like 'tool:%'`)).toBe(0);
    const again = await store.commit(runner(), fencedRequest(toolKey(), running, resultOf(of, { text: 'second' })));
    expect(again.results[0]).toMatchObject({ existed: true, id: toolResponseId(talk.workspace, requestIdOf(of)) });
    const second = { ...stepOf(of, 2), cause: { id: toolResponseId(talk.workspace, requestIdOf(of)) } };
    await store.commit(pool(), fencedRequest(turnKey(), fence, second));
    await talk.answer(of.turn, 'done', { key: turnKey(), fence });
    const trail = await store.db.database.query(
      'select schema_name, hop from crumb where workspace = $1 and trail_id is not null order by created_position offset 2',
      [talk.workspace],
    );
    expect(trail.map(({ schema_name, hop }) => `${String(schema_name)} ${String(hop)}`)).toEqual([
      'agent.turn.v1 1',
      'agent.step.v1 2',
      'tool.request.v1 2',
      'tool.start.v1 2',
      'tool.response.v1 2',
      'agent.step.v1 2',
      'agent.response.v1 2',
    ]);
    const heard = await store.db.database.query(
      'select recipient from crumb_event where workspace = $1 and recipient is not null order by position',
      [talk.workspace],
    );
    // The request is addressed to the runner; the response and the end of the turn are addressed to the pool.
    expect(heard.map(({ recipient }) => recipient)).toEqual(['tool-runner', 'pool', 'pool']);
  });

  it('stores no part of a commit of which one write is refused', async () => {
    const fence = await claim(turnKey(), pool());
    const wrong = requestOf(of, { agent: 'other' });
    await expect(store.commit(pool(), fencedRequest(turnKey(), fence, stepOf(of), wrong))).rejects.toMatchObject({
      code: 'invalid_payload',
    });
    expect(await count(`crumb where workspace = $1 and id = '${stepId(talk.workspace, of.turn, 1)}'`)).toBe(0);
  });

  it('stores a tool response even if the turn was stopped while the tool ran', async () => {
    await store.commit(pool(), fencedRequest(turnKey(), await claim(turnKey(), pool()), stepOf(of), requestOf(of)));
    const running = await claim(toolKey(), runner());
    await stop(user(talk.workspace));
    const start = store.commit(runner(), fencedRequest(toolKey(), running, startOf(requestIdOf(of))));
    await expect(start).rejects.toMatchObject({ code: 'turn_closed' });
    await store.commit(runner(), fencedRequest(toolKey(), running, resultOf(of)));
    expect(await count(`crumb where workspace = $1 and schema_name = '${ToolResponse.name}'`)).toBe(1);
  });

  it('lets the service that is named as runner claim and answer the tool request, and no other', async () => {
    await store.commit(
      pool(),
      fencedRequest(turnKey(), await claim(turnKey(), pool()), stepOf(of), requestOf(of, { runner: 'weather' })),
    );
    await expect(claim(toolKey(), agentService(talk.workspace, 'other'))).rejects.toMatchObject({ code: 'not_found' });
    const fence = await claim(toolKey(), agentService(talk.workspace, 'weather'));
    await store.commit(agentService(talk.workspace, 'weather'), fencedRequest(toolKey(), fence, resultOf(of)));
    expect(await count(`crumb where workspace = $1 and author_id = 'weather'`)).toBe(1);
  });

  it('is stopped at once, with its partial reply, by a user who may read its trigger, and the next turn of its lane opens', async () => {
    const next = await asked();
    await claim(turnKey(), pool());
    expect(await stop(user(talk.workspace), 'The answer is')).toMatchObject({ turn: { id: of.turn, state: 'closed' } });
    const response = await store.db.database.query(
      `select author_id, context from crumb join crumb_version using (workspace, id) where workspace = $1 and schema_name = 'agent.response.v1'`,
      [talk.workspace],
    );
    expect(response).toEqual([
      {
        author_id: 'helper',
        context: {
          turn: { id: of.turn },
          action: 'stopped',
          content: 'The answer is',
          partial: true,
          stopped_by: { kind: 'user', id: 'ann' },
        },
      },
    ]);
    expect(await talk.openTurns()).toEqual([next.turn]);
    expect(await count(`claim where workspace = $1`)).toBe(0);
    const again = await stop(user(talk.workspace, 'bob'), 'other words');
    expect(again).toMatchObject({ turn: { id: of.turn, state: 'closed' } });
    expect(await count(`crumb where workspace = $1 and schema_name = 'agent.response.v1'`)).toBe(1);
    await expect(talk.answer(of.turn, 'too late')).resolves.toMatchObject({ results: [{ existed: true }] });
  });

  it('is stopped while it is queued, but never by a user who may not read its trigger', async () => {
    const queued = await asked({ audience: ['ann', 'helper'] });
    await expect(stop(user(talk.workspace, 'eve'), null, queued.turn)).rejects.toMatchObject({ code: 'not_found' });
    expect(await stop(user(talk.workspace), null, queued.turn)).toMatchObject({ turn: { state: 'closed' } });
    expect(await talk.responses()).toMatchObject([{ action: 'stopped', author: 'breadcrumb-store' }]);
    expect(await talk.openTurns()).toEqual([of.turn]);
  });

  it('counts toward what its trail has spent once it is closed, by the usage of its answer or else of its steps', async () => {
    const trail = (await findCauseOfTurn(store.db.database, talk.workspace, of.turn)) ?? '';
    const ask = (agent: string, who = pool()) => readSpent(store.db.database, { trail, agent }, who);
    const fence = await claim(turnKey(), pool());
    const usage = { counted_prompt_tokens: 90, prompt_tokens: 100, completion_tokens: 10, cost_usd: 0.25 };
    await store.commit(pool(), fencedRequest(turnKey(), fence, stepOf(of, 1, { usage })));
    await store.commit(
      pool(),
      fencedRequest(turnKey(), fence, stepOf(of, 2, { usage: { counted_prompt_tokens: 50 } })),
    );
    expect(await ask('helper')).toEqual({ prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, said: [] });
    await stop(user(talk.workspace));
    expect(await ask('helper')).toEqual({ prompt_tokens: 150, completion_tokens: 10, cost_usd: 0.25, said: [] });
    await expect(ask('helper', agentService(talk.workspace, 'other'))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ask('other', agentService(talk.workspace, 'other'))).rejects.toMatchObject({ code: 'not_found' });
    expect(await ask('helper', agentService(talk.workspace, 'helper'))).toMatchObject({ prompt_tokens: 150 });
  });

  it('counts only the usage of its answer, which covers the whole turn', async () => {
    const trail = (await findCauseOfTurn(store.db.database, talk.workspace, of.turn)) ?? '';
    const fence = await claim(turnKey(), pool());
    const usage = { prompt_tokens: 100, completion_tokens: 10 };
    const context = { turn: { id: of.turn }, action: 'speak', content: 'Grüße 👋', usage };
    await store.commit(pool(), fencedRequest(turnKey(), fence, stepOf(of, 1, { usage })));
    await store.commit(pool(), fencedRequest(turnKey(), fence, { schema_name: AgentResponse.name, context }));
    const told = await readSpent(store.db.database, { trail, agent: 'helper' }, pool());
    expect(told).toEqual({ ...usage, cost_usd: 0, said: [sha256('Grüße 👋')] });
    expect(await readSpent(store.db.database, { trail, agent: 'other' }, pool())).toEqual({ ...told, said: [] });
    const elsewhere = await store.create(user(talk.workspace), message('another trail'));
    expect(await readSpent(store.db.database, { trail: elsewhere.id, agent: 'helper' }, pool())).toMatchObject({
      said: [],
    });
  });

  it('stores the guard crumb that ended it together with its answer', async () => {
    const fence = await claim(turnKey(), pool());
    await store.commit(pool(), fencedRequest(turnKey(), fence, errorOf(of), guardOf(of)));
    expect(await talk.openTurns()).toEqual([]);
    expect(await count(`crumb where workspace = $1 and schema_name = 'guard.fired.v1'`)).toBe(1);
  });
});
