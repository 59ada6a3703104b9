import { Commit, Read, refuse, type TurnView, Turns } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { announced, crumb, found, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

describe('sending a message', () => {
  let gateway: GatewayUnderTest;
  const turn = (state: TurnView['state'], response_id?: string): TurnView => ({
    id: OTHER,
    agent: 'assistant',
    state,
    cause: { id: ID, version: 1 },
    ...(response_id ? { response_id } : {}),
  });
  const reply = crumb({
    id: OTHER,
    schema_name: 'agent.response.v1',
    context: { action: 'speak', content: 'hi' },
    position: 9,
  });
  const say = (body: object): Promise<Response> => gateway.send('POST', '/v1/sessions/demo/messages', body);

  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.fake.say(Commit, () => ({ results: [{ id: ID, version: 1, position: 5, existed: false }] }));
    gateway.fake.say(Read, ({ refs }) => found(refs.map(({ id }) => (id === ID ? crumb({ version: 1 }) : reply))));
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  test('without wait_ms the message is stored and the reply is 202 at once', async () => {
    const answer = await say({ content: 'hello' });
    expect([answer.status, await answer.json()]).toEqual([202, { message: crumb({ version: 1 }), trail_id: ID }]);
    const request = gateway.fake.of(Commit)[0]?.request;
    expect(request).toEqual({
      writes: [
        { op: 'create', draft: { schema_name: 'user.message.v1', session: 'demo', context: { content: 'hello' } } },
      ],
    });
    expect(gateway.fake.of(Turns)).toEqual([]);
  });

  test('the display name of who says it comes with the message; one with a line break is refused', async () => {
    expect((await say({ content: 'hello', author: { name: 'José' } })).status).toBe(202);
    const [write] = gateway.fake.of(Commit)[0]?.request.writes ?? [];
    expect(write).toMatchObject({ draft: { author: { name: 'José' } } });
    const refused = await say({ content: 'hello', author: { name: 'A\nB' } });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { issues: [{ path: '/author/name', message: expect.stringContaining('on one line') as string }] },
    ]);
  });

  test('the audience of a message is that of its breadcrumb', async () => {
    expect((await say({ content: 'psst', audience: ['agent:assistant', 'user:rita'] })).status).toBe(202);
    const [write] = gateway.fake.of(Commit)[0]?.request.writes ?? [];
    expect(write).toMatchObject({ draft: { audience: ['agent:assistant', 'user:rita'] } });
    expect((await say({ content: 'psst', audience: 'nobody' })).status).toBe(422);
  });

  test('a request to speak is a trigger of the agent, or without one a round of the session; a message needs an agent', async () => {
    const speak = (body: object): Promise<Response> => gateway.send('POST', '/v1/sessions/demo/speak', body);
    expect((await speak({ agent: 'bob', message: 'Well?', private: true, reason: 'late' })).status).toBe(202);
    expect((await speak({})).status).toBe(202);
    const drafts = gateway.fake.of(Commit).flatMap(({ request }) => request.writes);
    expect(drafts).toEqual([
      {
        op: 'create',
        draft: {
          schema_name: 'agent.trigger.v1',
          session: 'demo',
          context: { agent: 'bob', message: 'Well?', private: true, reason: 'late' },
        },
      },
      { op: 'create', draft: { schema_name: 'session.round.v1', session: 'demo', context: {} } },
    ]);
    const refused = await speak({ message: 'Well?' });
    expect([refused.status, await refused.json()]).toMatchObject([422, { issues: [{ path: '/message' }] }]);
  });

  test('with wait_ms the reply is 200 once every turn that it started is closed', async () => {
    const states: { decided: boolean; turns: TurnView[] }[] = [
      { decided: false, turns: [] },
      { decided: true, turns: [turn('open')] },
      { decided: true, turns: [turn('closed', OTHER)] },
    ];
    gateway.fake.say(Turns, () => (states.length > 1 ? states.shift()! : states[0]!));
    const answer = await say({ content: 'hello', wait_ms: 5_000 });
    expect([answer.status, await answer.json()]).toMatchObject([200, { trail_id: ID, responses: [reply] }]);
  });

  test('the turns that a message started can be read', async () => {
    gateway.fake.say(Turns, () => ({ decided: true, turns: [turn('open')] }));
    const answer = await gateway.fetch(`/v1/breadcrumbs/${ID}/turns`, {
      headers: { authorization: 'Bearer reader-key' },
    });
    expect([answer.status, await answer.json()]).toEqual([200, { decided: true, turns: [turn('open')] }]);
    expect(gateway.fake.of(Turns)).toMatchObject([{ key: 'reader-key', request: { cause: ID } }]);
  });

  test('a message that wakes no agent gets its reply at once', async () => {
    gateway.fake.say(Turns, () => ({ decided: true, turns: [] }));
    const answer = await say({ content: 'hello', wait_ms: 60_000 });
    expect([answer.status, await answer.json()]).toMatchObject([200, { responses: [] }]);
  });

  test('the reply is 202 after the timeout, and the message is stored', async () => {
    gateway.fake.say(Turns, () => ({ decided: true, turns: [turn('open')] }));
    const answer = await say({ content: 'hello', wait_ms: 100 });
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([202, ['message', 'trail_id']]);
  });

  test('an event of the session ends the wait at once, without waiting for the next poll', async () => {
    let closed = false;
    gateway.fake.say(Turns, () => ({ decided: true, turns: [closed ? turn('closed', OTHER) : turn('open')] }));
    const asked = say({ content: 'hello', wait_ms: 60_000 });
    await eventually(() => gateway.fake.of(Turns).length >= 6);
    closed = true;
    await gateway.fake.announce(announced(reply));
    expect((await asked).status).toBe(200);
  });

  test('errors of the store have paths in the message', async () => {
    gateway.fake.say(Commit, () => {
      throw refuse('invalid_payload', 'no', { issues: [{ path: '/context/content', rule: 'x', message: 'm' }] });
    });
    expect(await (await say({ content: 'x' })).json()).toMatchObject({ status: 422, issues: [{ path: '/content' }] });
  });

  test.each([{ content: '' }, { content: 5 }, {}, { content: 'x', wait_ms: -1 }, { content: 'x', role: 'system' }])(
    '%j is rejected',
    async (body) => {
      expect((await say(body)).status).toBe(422);
      expect(gateway.fake.of(Commit)).toEqual([]);
    },
  );
});
