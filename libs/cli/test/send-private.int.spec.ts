import { FakeGateway } from './fake-gateway';

const crumbOf = (id: string, agent: string, content: string) => ({
  id,
  trail_id: 'm',
  author: { kind: 'agent', id: agent },
  context: { turn: { id: `turn of ${id}` }, action: 'speak', content },
});
const nodeOf = (id: string, schema_name: string, position: number) => ({ id, schema_name, position });

describe('crumb send', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/breadcrumbs/r'] = [200, crumbOf('r', 'ann', 'first')];
    gateway.replies['GET /v1/breadcrumbs/s'] = [200, crumbOf('s', 'bob', 'second')];
    gateway.replies['GET /v1/breadcrumbs/m'] = [200, { id: 'm', trail_id: 'm', context: { content: 'psst' } }];
  });
  afterAll(() => gateway.close());

  test('--to: only these participants may read the message', async () => {
    const responses = [crumbOf('r', 'ann', 'first')];
    gateway.replies['POST /v1/sessions/quay/messages'] = [200, { message: { id: 'm' }, trail_id: 'm', responses }];
    const { code, out } = await crumb(['send', '--to', 'agent:ann', '--to', 'user:rita', '-s', 'quay', 'psst']);
    expect([code, out.split('\n')[0]]).toEqual([0, 'ann: first']);
    const sent = { content: 'psst', audience: ['agent:ann', 'user:rita'] };
    expect(gateway.sent('POST /v1/sessions/quay/messages')).toMatchObject(sent);
  });

  test('exits with 1 where an agent failed, and says who has answered and who waits for a person', async () => {
    const failed = {
      ...crumbOf('r', 'ann', ''),
      context: { action: 'error', error: { code: 'x', message: 'The model is away.' } },
    };
    const said = { message: { id: 'm' }, trail_id: 'm' };
    gateway.replies['POST /v1/sessions/demo/messages'] = [200, { ...said, responses: [failed] }];
    const failure = await crumb(['send', 'hello']);
    expect([failure.code, failure.out.split('\n')[0], failure.err]).toEqual([1, 'ann failed: The model is away.', '']);
    gateway.replies['POST /v1/sessions/demo/messages'] = [202, said];
    const turns = [
      { id: '1', agent: 'ann', state: 'closed', response_id: 'r' },
      { id: '2', agent: 'bob', state: 'open', waits: true },
      { id: '3', agent: 'cat', state: 'open' },
    ];
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns }];
    const late = await crumb(['send', '-w', '0.1', 'hello']);
    expect([late.code, late.out.split('\n').slice(0, 3)]).toEqual([
      0,
      ['ann: first', 'bob waits for a person; see what it asks: crumb approvals', 'cat is still working on it.'],
    ]);
  });

  test('says while it waits, once of each, what waits for a person because of this message', async () => {
    const said = { message: { id: 'm' }, trail_id: 'm' };
    const turns = [
      { id: 't1', agent: 'bob', state: 'open', waits: true },
      { id: 't2', agent: 'cat', state: 'open' },
    ];
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns }];
    let isSecondLook = () => {};
    const secondLook = new Promise<void>((resolve) => (isSecondLook = resolve));
    let looks = 0;
    gateway.replies['GET /v1/approvals'] = [
      200,
      { approvals: [{ id: 'a9', turn: 'of another message', agent: 'bob' }] },
    ];
    gateway.replies['GET /v1/approvals?turn=t1'] = () => {
      looks += 1;
      if (looks === 2) isSecondLook();
      return [200, { approvals: [{ id: 'a1', turn: 't1', agent: 'bob' }] }];
    };
    gateway.replies['POST /v1/sessions/demo/messages'] = async (body) => {
      const { wait_ms } = JSON.parse(body) as { wait_ms?: number };
      if (!wait_ms) return [202, said];
      await secondLook;
      return [200, { ...said, responses: [crumbOf('s', 'bob', 'paid')] }];
    };
    const { code, out, err } = await crumb(['send', 'pay']);
    expect([code, out.split('\n')[0], err]).toEqual([
      0,
      'bob: paid',
      'bob waits for a person: crumb approvals show a1\n',
    ]);
  });

  test('does not say at the end again that an agent waits for a person', async () => {
    const said = { message: { id: 'm' }, trail_id: 'm' };
    const turns = [{ id: 't1', agent: 'bob', state: 'open', waits: true }];
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns }];
    let announce = () => {};
    const isAnnounced = new Promise<void>((resolve) => (announce = resolve));
    let looks = 0;
    gateway.replies['GET /v1/approvals?turn=t1'] = () => {
      looks += 1;
      if (looks === 2) announce();
      return [200, { approvals: [{ id: 'a1', turn: 't1', agent: 'bob' }] }];
    };
    gateway.replies['POST /v1/sessions/demo/messages'] = async (body) => {
      if ((JSON.parse(body) as { wait_ms?: number }).wait_ms) await isAnnounced;
      return [202, said];
    };
    const { out, err } = await crumb(['send', 'pay']);
    expect([out.split('\n').slice(0, 2), err]).toEqual([
      ['', 'trail m'],
      'bob waits for a person: crumb approvals show a1\n',
    ]);
  });

  test('--to: is refused for what is no participant, and nothing is sent', async () => {
    expect(await crumb(['send', '--to', 'ann', 'psst'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Invalid participant "ann". Example: agent:assistant') as string,
    });
    expect(gateway.requests).toEqual([]);
  });

  test('--all: waits until no turn of the trail is open, and prints the replies to replies too', async () => {
    gateway.replies['POST /v1/sessions/demo/messages'] = [
      200,
      { message: { id: 'm' }, trail_id: 'm', responses: [crumbOf('r', 'ann', 'first')] },
    ];
    const turnsOf = ['agent.turn.v1', 'agent.response.v1'].flatMap((schema, at) => [
      nodeOf(at === 0 ? 't' : 'r', schema, at + 1),
      ...(at === 0 ? [nodeOf('u', schema, 3)] : []),
    ]);
    let looks = 0;
    gateway.replies['GET /v1/trails/m'] = () => {
      looks += 1;
      const nodes = looks < 3 ? turnsOf : [...turnsOf, nodeOf('s', 'agent.response.v1', 4)];
      return [200, { trail_id: 'm', nodes, tree: [] }];
    };
    const { code, out } = await crumb(['send', '--all', 'hello']);
    expect([code, out.split('\n').slice(0, 2)]).toEqual([0, ['ann: first', 'bob: second']]);
  });

  test('--all: says so, and prints the replies so far, when agents are still working at the end of the wait', async () => {
    const responses = [crumbOf('r', 'ann', 'first')];
    gateway.replies['POST /v1/sessions/demo/messages'] = [200, { message: { id: 'm' }, trail_id: 'm', responses }];
    gateway.replies['GET /v1/trails/m'] = [200, { trail_id: 'm', nodes: [nodeOf('t', 'agent.turn.v1', 1)], tree: [] }];
    const { out, err } = await crumb(['send', '--all', '-w', '0.1', 'hello']);
    expect([out.split('\n')[0], err]).toEqual(['ann: first', expect.stringContaining('still working')]);
  });
});
