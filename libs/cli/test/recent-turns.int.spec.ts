import { FakeGateway } from './fake-gateway';

const day = (n: number, seconds = 0): string => new Date(Date.UTC(2026, 0, n, 0, 0, seconds)).toISOString();
const turn = (id: string, agent: string, n: number) => ({
  id,
  trail_id: id,
  session: 'kitchen',
  created_at: day(n),
  context: { agent },
});
const response = (of: string, n: number, context: object) => ({
  id: `r-${of}`,
  created_at: day(n, 2),
  context: { turn: { id: of }, ...context },
});

const turns = [turn('t4', 'ann', 4), turn('t3', 'ann', 3), turn('t2', 'bob', 2), turn('t1', 'ann', 1)];
const responses = [
  response('t2', 2, { action: 'error' }),
  response('t1', 1, { action: 'speak', content: 'hi', usage: { cost_usd: 0.25 } }),
];

describe('crumb turns', () => {
  const gateway = new FakeGateway();
  const crumb = (line: string) => gateway.crumb(line.split(' '));
  const listed = async (line: string) =>
    (JSON.parse((await crumb(`${line} --json`)).out) as { readonly turns: { readonly id: string }[] }).turns;
  const ids = async (line: string): Promise<string[]> => (await listed(line)).map(({ id }) => id);
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/breadcrumbs?schema=agent.turn.v1&limit=500'] = [200, { breadcrumbs: turns }];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: responses }];
    gateway.replies['GET /v1/approvals'] = [200, { approvals: [{ id: 'a', turn: 't3' }] }];
    gateway.replies['GET /v1/agents'] = [200, { agents: [{ agent: 'ann' }, { agent: 'bob' }] }];
  });
  afterAll(() => gateway.close());

  test('lists recent turns: which are open, wait for a person, failed or answered, and what those took and cost', async () => {
    const lines = (await crumb('turns')).out.split('\n').slice(1, -1);
    expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
      `t4 ${day(4)} ann kitchen open`,
      `t3 ${day(3)} ann kitchen waiting`,
      `t2 ${day(2)} bob kitchen error 2.0 s`,
      `t1 ${day(1)} ann kitchen speak 2.0 s $0.25`,
    ]);
    expect((await listed('turns'))[3]).toEqual({
      id: 't1',
      trail_id: 't1',
      agent: 'ann',
      session: 'kitchen',
      state: 'speak',
      started_at: day(1),
      duration_ms: 2_000,
      cost_usd: 0.25,
    });
  });

  test('lists those of an agent, before a time, and no more than the limit', async () => {
    expect(await ids('turns -a ann')).toEqual(['t4', 't3', 't1']);
    expect(await ids(`turns --until ${day(3)}`)).toEqual(['t2', 't1']);
    expect(await ids('turns -n 2')).toEqual(['t4', 't3']);
    expect(await ids(`turns -n 1 -a ann --until ${day(4)}`)).toEqual(['t3']);
  });

  test('asks the gateway for those of a session, and since a time', async () => {
    await crumb(`turns -s kitchen --since ${day(2)}`);
    const [asked] = gateway.requests;
    const query = new URLSearchParams(asked?.line.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      session: 'kitchen',
      since: day(2),
      schema: 'agent.turn.v1',
      limit: '500',
    });
  });

  test('says that there are none, that an agent does not exist, or that --unfinished needs one', async () => {
    expect((await crumb('turns -a an')).err).toContain('The nearest: ann.');
    gateway.replies['GET /v1/breadcrumbs?schema=agent.turn.v1&limit=500'] = [200, { breadcrumbs: [] }];
    expect(await crumb('turns')).toMatchObject({ code: 0, out: 'No turns, or none that this key can see.\n' });
    expect((await crumb('turns --unfinished')).code).toBe(2);
  });
});
