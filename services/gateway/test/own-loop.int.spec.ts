import {
  Claim,
  Commit,
  ListRecentTurns,
  ListUnfinishedTurns,
  OpenTurn,
  Read,
  refuse,
  type TurnEntry,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { announced, crumb, found, ID } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';
import { built, builtId, definition, definitionId, endId, message, response, turn } from './own-turn';

type Json = Record<string, never>;
const json = async (answer: Response): Promise<Json> => (await answer.json()) as Json;

describe('external agent loops', () => {
  let gateway: GatewayUnderTest;
  let there: Map<string, ReturnType<typeof crumb>>;
  const bot = { authorization: 'Bearer bot-key' };
  const open = (body: object, headers = bot): Promise<Response> => gateway.send('POST', '/v1/contexts', body, headers);

  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    there = new Map([message, definition('service'), built].map((one) => [one.id, one]));
    gateway.fake.say(Read, ({ refs }) => found(refs.map(({ id }) => there.get(id) ?? null)));
    gateway.fake.say(Commit, () => ({ results: [{ id: ID, version: 3, position: 5, existed: false }] }));
    gateway.fake.say(OpenTurn, () => ({ turn }));
    gateway.fake.say(Claim, () => ({ granted: true as const, fence: 7, until: '2026-01-01T00:01:00.000Z' }));
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  test('the turns of an agent that are not closed are listed with the key of the caller', async () => {
    const unfinished = { ...turn, trail_id: ID, requested_at: '2026-01-01T00:00:00.000Z' };
    gateway.fake.say(ListUnfinishedTurns, () => ({ turns: [unfinished] }));
    const answer = await gateway.send('GET', '/v1/turns?agent=bot&state=unfinished&limit=7', undefined, bot);
    expect([answer.status, await json(answer)]).toEqual([200, { turns: [unfinished] }]);
    expect(gateway.fake.of(ListUnfinishedTurns)).toMatchObject([
      { key: 'bot-key', request: { agent: 'bot', limit: 7 } },
    ]);
    expect((await gateway.send('GET', '/v1/turns?state=unfinished', undefined, bot)).status).toBe(422);
  });

  test('recent turns are listed by agent, session, state and time, with the key of the caller', async () => {
    const listed: TurnEntry = {
      ...turn,
      state: 'closed',
      trail_id: ID,
      requested_at: '2026-01-01T00:00:00.000Z',
      action: 'speak',
    };
    gateway.fake.say(ListRecentTurns, () => ({ turns: [listed], next_cursor: 'more', position: 9 }));
    const query = { agent: 'bot', session: 'demo', state: 'closed', since: '2026-01-01T00:00:00.000Z' };
    const answer = await gateway.send(
      'GET',
      `/v1/turns?${new URLSearchParams(query).toString()}&cursor=x`,
      undefined,
      bot,
    );
    expect([answer.status, await json(answer)]).toEqual([200, { turns: [listed], next_cursor: 'more', position: 9 }]);
    expect(gateway.fake.of(ListRecentTurns)).toMatchObject([
      { key: 'bot-key', request: { ...query, limit: 50, cursor: 'x' } },
    ]);
    expect((await gateway.send('GET', '/v1/turns?state=done', undefined, bot)).status).toBe(422);
  });

  test('a turn is opened on a breadcrumb and has its context, its prompt and its claim', async () => {
    const answer = await open({ agent: 'bot', trigger_id: ID, claim_ms: 5_000 });
    expect([answer.status, await json(answer)]).toEqual([
      201,
      {
        turn,
        context: { id: builtId, version: 1 },
        trail_id: ID,
        formatted_context: 'What is shown',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'What is shown' },
        ],
        tokens: { total: 5, by_section: {} },
        budget: { cap: 100 },
        claim: { key: `turn:${turn.id}`, fence: 7, until: '2026-01-01T00:01:00.000Z' },
      },
    ]);
    expect(gateway.fake.of(Commit)).toEqual([]);
    expect(gateway.fake.of(OpenTurn)).toMatchObject([
      { key: 'bot-key', request: { agent: 'bot', cause: { id: ID, version: 3 } } },
    ]);
    expect(gateway.fake.of(Claim)[0]?.request).toEqual({ key: `turn:${turn.id}`, ttl_ms: 5_000 });
  });

  test('new content is written as a message of the caller, once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'once', authorization: 'Bearer operator-key' };
    expect((await open({ agent: 'bot', session: 'demo', content: 'hello' }, headers)).status).toBe(201);
    expect(gateway.fake.of(Commit)[0]?.request).toEqual({
      writes: [
        { op: 'create', draft: { schema_name: 'user.message.v1', session: 'demo', context: { content: 'hello' } } },
      ],
      idempotency_key: 'once',
    });
  });

  test('a context that is not ready in time is 202 with the turn, and nothing is claimed', async () => {
    there.delete(builtId);
    const answer = await open({ agent: 'bot', trigger_id: ID, wait_ms: 60 });
    expect([answer.status, await json(answer)]).toEqual([202, { turn }]);
    expect(gateway.fake.of(Claim)).toEqual([]);
  });

  test('a context is returned as soon as its event arrives', async () => {
    there.delete(builtId);
    const asked = open({ agent: 'bot', trigger_id: ID, wait_ms: 60_000 });
    await eventually(() => gateway.fake.of(Read).length >= 8);
    there.set(builtId, built);
    await gateway.fake.announce(announced(built));
    expect((await asked).status).toBe(201);
  });

  test('a closed turn is 409 with the reason it ended', async () => {
    const error = { code: 'hop_limit', message: 'This trail is 17 hops deep.' };
    there.set(endId, { ...response, context: { action: 'error', error } });
    const answer = await open({ agent: 'bot', trigger_id: ID });
    expect(await json(answer)).toMatchObject({
      status: 409,
      code: 'turn_closed',
      detail: expect.stringContaining('17 hops'),
      details: { turn: turn.id, response_id: endId, error },
    });
  });

  test('a turn that another loop has claimed is 409', async () => {
    gateway.fake.say(Claim, () => ({ granted: false as const, retry_in_ms: 900 }));
    expect(await json(await open({ agent: 'bot', trigger_id: ID }))).toMatchObject({
      status: 409,
      code: 'stale_fence',
      details: { retry_in_ms: 900 },
    });
  });

  test('no message is written for an agent that is not the caller’s, not run as a service, or unknown', async () => {
    const said = { agent: 'bot', content: 'hello' };
    expect((await open(said, { authorization: 'Bearer reader-key' })).status).toBe(403);
    expect((await open({ ...said, agent: 'other' })).status).toBe(403);
    expect(await json(await open(said))).toMatchObject({
      status: 403,
      code: 'wrong_writer',
      detail: expect.stringContaining('trigger_id'),
    });
    there.set(definitionId, definition());
    expect(await json(await open(said))).toMatchObject({
      status: 409,
      code: 'wrong_runner',
      detail: expect.stringContaining('runner: "service"'),
    });
    there.delete(definitionId);
    expect((await open(said)).status).toBe(404);
    expect([...gateway.fake.of(Commit), ...gateway.fake.of(OpenTurn)]).toEqual([]);
  });

  test.each([
    {},
    { content: 'x' },
    { agent: 'bot' },
    { agent: 'bot', content: 'x', trigger_id: ID },
    { agent: 'bot', trigger_id: ID, session: 'demo' },
    { agent: 'bot', content: 'x', claim_ms: 1 },
  ])('%j is rejected', async (body) => {
    expect((await open(body)).status).toBe(422);
    expect(gateway.fake.of(Commit)).toEqual([]);
  });

  const respond = (body: object): Promise<Response> => gateway.send('POST', `/v1/turns/${turn.id}/response`, body, bot);

  test('a response is committed with the fence and refers to its context', async () => {
    there.set(endId, response);
    gateway.fake.say(Commit, () => ({ results: [{ id: endId, version: 1, position: 9, existed: false }] }));
    const held = { key: `turn:${turn.id}`, fence: 7, until: '2026-01-01T00:01:00.000Z' };
    const usage = { prompt_tokens: 12, completion_tokens: 3 };
    const answer = await respond({ claim: held, action: 'speak', content: 'hi', usage, model: 'm' });
    expect([answer.status, await json(answer)]).toEqual([201, { response }]);
    const context = { turn: { id: turn.id }, context_id: builtId, action: 'speak', content: 'hi', usage, model: 'm' };
    expect(gateway.fake.of(Commit)).toMatchObject([
      {
        key: 'bot-key',
        request: {
          writes: [{ op: 'create', draft: { schema_name: 'agent.response.v1', context } }],
          fence: { key: `turn:${turn.id}`, fence: 7 },
        },
      },
    ]);
    gateway.fake.say(Commit, () => ({ results: [{ id: endId, version: 1, position: 9, existed: true }] }));
    expect((await respond({ claim: { fence: 7 }, action: 'speak', content: 'hi' })).status).toBe(200);
  });

  test.each(['stale_fence', 'turn_closed'] as const)('%s is 409', async (code) => {
    gateway.fake.say(Commit, () => {
      throw refuse(code, 'no');
    });
    expect(await json(await respond({ claim: { fence: 7 }, action: 'wait' }))).toMatchObject({ status: 409, code });
  });

  test('a response without a fence, or with an action that only the store may write, is rejected', async () => {
    for (const body of [
      { action: 'speak', content: 'x' },
      { claim: { fence: 1 }, action: 'stopped' },
    ])
      expect((await respond(body)).status).toBe(422);
    expect(gateway.fake.of(Commit)).toEqual([]);
  });

  test('a turn is claimed, and the claim is renewed with its fence', async () => {
    const claim = (body: object): Promise<Response> => gateway.send('POST', `/v1/turns/${turn.id}/claim`, body, bot);
    const answer = await claim({ fence: 7, ttl_ms: 30_000 });
    const held = { key: `turn:${turn.id}`, fence: 7, until: '2026-01-01T00:01:00.000Z' };
    expect([answer.status, await json(answer)]).toEqual([200, { claim: held }]);
    await claim({});
    await claim({ claim: held, claim_ms: 20_000 });
    expect(gateway.fake.of(Claim).map(({ request }) => request)).toEqual([
      { key: held.key, ttl_ms: 30_000, fence: 7 },
      { key: held.key, ttl_ms: 60_000 },
      { key: held.key, ttl_ms: 20_000, fence: 7 },
    ]);
  });
});
