import {
  AgentDef,
  AgentResponse,
  Claim,
  CreateKey,
  ModelPrices,
  RequestTurns,
  Schedule,
  ScopeAdvance,
  singletonId,
  Spent,
  StopTurn,
  Timer,
  ToolConfig,
  ToolDef,
  ToolRequest,
  UserMessage,
  type Draft,
  type TurnView,
} from '@crumbtrail/contracts';
import type { WorkspaceStore } from '@crumbtrail/bus';
import { message } from './store-under-test';
import { ServiceUnderTest } from './service-under-test';
import { fencedRequest, requestIdOf, requestOf, resultOf, stepOf, type TurnOf } from './tool-drafts';

const defines = (agent: string, more: object = {}): Draft => ({
  schema_name: AgentDef.name,
  context: { agent, prompt: 'p', runner: 'service', subscriptions: [{ schema: UserMessage.name }], ...more },
});
const lends = (name: string, runner?: string): Draft => ({
  schema_name: ToolDef.name,
  context: { name, description: 'd', input: { type: 'object' }, ...(runner === undefined ? {} : { runner }) },
});

describe('an agent with its own NATS user', () => {
  let service: ServiceUnderTest;
  let operator: WorkspaceStore;
  let weather: WorkspaceStore;

  beforeAll(async () => {
    service = await ServiceUnderTest.start({ services: ['weather', 'other'] });
    operator = await service.as('gateway', { key: service.key });
    weather = await service.as('weather');
  }, 60_000);
  afterAll(() => service.stop());

  const leave = async (store: WorkspaceStore, draft: Draft) =>
    (await store.commit({ writes: [{ op: 'create', draft }] })).results[0];
  const keyFor = async (kind: 'user' | 'agent', id: string): Promise<WorkspaceStore> => {
    const { secret } = await operator.request(CreateKey, { participant: { kind, id }, role: 'writer' });
    return service.as('gateway', { key: secret });
  };
  /** Opens a turn of the default assistant, which the agent-executor runs. */
  const begin = async (): Promise<TurnOf & { readonly view: TurnView }> => {
    const cause = { id: (await leave(operator, message('hello', { session: 'here' })))?.id ?? '', version: 1 };
    const definition = { id: singletonId('default', 'agent', 'assistant'), version: 1 };
    const asked = { cause, turns: [{ agent: 'assistant', definition, generation: 0 }] };
    const view = (await (await service.as('conductor')).request(RequestTurns, asked)).turns[0] as TurnView;
    return { workspace: 'default', turn: view.id, agent: 'assistant', definition, reply_to: 'pool', view };
  };
  const claim = async (store: WorkspaceStore, key: string): Promise<number> => {
    const reply = await store.request(Claim, { key, ttl_ms: 30_000 });
    return reply.granted ? reply.fence : 0;
  };

  it('creates and updates its own definition and the tools that it runs', async () => {
    expect(await leave(weather, defines('weather'))).toMatchObject({ existed: false, version: 1 });
    expect(await leave(weather, defines('weather'))).toMatchObject({ existed: true });
    const id = singletonId('default', 'agent', 'weather');
    const patch = { context: { ...defines('weather').context, prompt: 'Better.' } };
    const { results } = await weather.commit({ writes: [{ op: 'update', id, if_match: 1, patch }] });
    expect(results[0]).toMatchObject({ id, version: 2 });
    expect(await leave(weather, lends('forecast', 'weather'))).toMatchObject({ existed: false });
  });

  it('cannot define other agents or tools that others run, and cannot change definitions of an operator', async () => {
    const refused = [defines('other'), lends('theirs', 'other'), lends('anybody'), lends('services', 'tool-runner')];
    for (const draft of refused) await expect(leave(weather, draft)).rejects.toMatchObject({ code: 'wrong_writer' });
    await leave(operator, defines('other'));
    const theirs = {
      op: 'update',
      id: singletonId('default', 'agent', 'other'),
      if_match: 1,
      patch: { title: 'x' },
    } as const;
    for (const store of [weather, await service.as('other')])
      await expect(store.commit({ writes: [theirs] })).rejects.toMatchObject({ code: 'forbidden' });
    const tool = { op: 'update', id: singletonId('default', 'tool', 'forecast'), if_match: 1 } as const;
    const away = { ...tool, patch: { context: lends('forecast', 'other').context } };
    await expect(weather.commit({ writes: [away] })).rejects.toMatchObject({ code: 'wrong_writer' });
  });

  it('an API key of the agent cannot create or change definitions and cannot claim tool requests', async () => {
    const key = await keyFor('agent', 'weather');
    await expect(leave(key, lends('second', 'weather'))).rejects.toMatchObject({ code: 'wrong_writer' });
    const id = singletonId('default', 'agent', 'weather');
    const erase = key.commit({ writes: [{ op: 'erase', id, if_match: 2 }] });
    await expect(erase).rejects.toMatchObject({ code: 'wrong_writer' });
    const ask = key.request(Claim, { key: `tool:${singletonId('default', 'tool', 'forecast')}`, ttl_ms: 1_000 });
    await expect(ask).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('reads and answers requests for its own tool, which no other service can', async () => {
    const of = await begin();
    const pool = await service.as('agent-executor');
    const asked = requestOf(of, { tool: 'forecast', runner: 'weather' });
    await pool.commit(fencedRequest(`turn:${of.turn}`, await claim(pool, `turn:${of.turn}`), stepOf(of), asked));
    const [id, key] = [requestIdOf(of), `tool:${requestIdOf(of)}`];
    const other = await service.as('other');
    expect(await other.readOne(ToolRequest, id)).toBeNull();
    await expect(other.request(Claim, { key, ttl_ms: 1_000 })).rejects.toMatchObject({ code: 'not_found' });
    expect((await weather.readOne(ToolRequest, id))?.context).toMatchObject({ tool: 'forecast', agent: 'assistant' });
    const fence = await claim(weather, key);
    const result = resultOf(of, { tool: 'forecast' });
    await expect(other.commit(fencedRequest(key, fence, result))).rejects.toMatchObject({ code: 'wrong_writer' });
    expect((await weather.commit(fencedRequest(key, fence, result))).results[0]).toMatchObject({ existed: false });
    const asks = weather.request(Spent, { trail: of.view.cause.id, agent: 'assistant' });
    await expect(asks).rejects.toMatchObject({ code: 'forbidden' });
    expect(await pool.request(Spent, { trail: of.view.cause.id, agent: 'assistant' })).toMatchObject({
      prompt_tokens: 0,
    });
    await operator.request(StopTurn, { turn: of.turn });
  });

  it('a turn is stopped with its partial reply by a user with write access, and not by a reader or a service', async () => {
    const of = await begin();
    const reader = (await operator.request(CreateKey, { participant: { kind: 'user', id: 'rita' }, role: 'reader' }))
      .secret;
    const stop = { turn: of.turn.toUpperCase(), content: 'The sky' };
    await expect((await service.as('gateway', { key: reader })).request(StopTurn, stop)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(weather.request(StopTurn, stop, 1_000)).rejects.toBeDefined();
    await expect(operator.request(StopTurn, { turn: 'none' })).rejects.toMatchObject({ code: 'not_found' });
    const { turn } = await (await keyFor('user', 'rob')).request(StopTurn, stop);
    expect(turn).toMatchObject({ id: of.turn, state: 'closed' });
    const response = await operator.readOne(AgentResponse, turn.response_id ?? '');
    expect(response).toMatchObject({ author: { kind: 'agent', id: 'assistant' } });
    expect(response?.context).toMatchObject({
      action: 'stopped',
      content: 'The sky',
      partial: true,
      stopped_by: { id: 'rob' },
    });
  });

  it.each<[string, Draft]>([
    ['a tool', lends('lent')],
    ['a tool configuration', { schema_name: ToolConfig.name, context: { tool: 'lent', enabled: false } }],
    [
      'model prices',
      { schema_name: ModelPrices.name, context: { name: 'prices', models: [{ model: 'm', input: 1, output: 2 }] } },
    ],
    ['a scope advance', { schema_name: ScopeAdvance.name, session: 'here', context: { scope: 'day', name: 'Day 2' } }],
    ['a timer', { schema_name: Timer.name, session: 'here', context: { fires_at: '2099-01-01T00:00:00Z' } }],
    ['a schedule', { schema_name: Schedule.name, session: 'here', context: { name: 'weekly', cron: '0 9 * * 1' } }],
  ])('an operator can create %s through the gateway', async (_what, draft) => {
    expect(await leave(operator, draft)).toMatchObject({ existed: false, version: 1 });
  });
});
