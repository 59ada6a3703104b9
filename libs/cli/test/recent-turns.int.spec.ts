import { FakeGateway } from './fake-gateway';

const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();
const turn = (id: string, agent: string, n: number, more: object) => ({
  id,
  agent,
  trail_id: id,
  session: 'kitchen',
  cause: { id: 'm', version: 1 },
  requested_at: day(n),
  ...more,
});

const turns = [
  turn('t4', 'ann', 4, { state: 'open' }),
  turn('t3', 'ann', 3, { state: 'waiting', waits: true }),
  turn('t2', 'bob', 2, { state: 'closed', action: 'error', duration_ms: 2_000 }),
  turn('t1', 'ann', 1, { state: 'closed', action: 'speak', duration_ms: 2_000, cost_usd: 0.25 }),
];

describe('crumb turns', () => {
  const gateway = new FakeGateway();
  const crumb = (line: string) => gateway.crumb(line.split(' '));
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/turns'] = [200, { turns }];
    gateway.replies['GET /v1/agents'] = [200, { agents: [{ agent: 'ann' }, { agent: 'bob' }] }];
  });
  afterAll(() => gateway.close());

  test('lists recent turns: which are open, wait for a person, failed or answered, and what those took and cost', async () => {
    const lines = (await crumb('turns')).out.split('\n').slice(1, -1);
    expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
      `t4 ${day(4)} ann kitchen open`,
      `t3 ${day(3)} ann kitchen waiting`,
      `t2 ${day(2)} bob kitchen failed 2.0 s`,
      `t1 ${day(1)} ann kitchen replied 2.0 s $0.25`,
    ]);
    expect(JSON.parse((await crumb('turns --json')).out)).toEqual({ turns });
  });

  test('asks the gateway once, for those of an agent and a session, between two times, and no more than the limit', async () => {
    await crumb(`turns -a ann -s kitchen --since ${day(2)} --until ${day(3)} -n 7`);
    expect(gateway.requests).toHaveLength(1);
    const query = new URLSearchParams(gateway.requests[0]?.line.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      agent: 'ann',
      session: 'kitchen',
      since: day(2),
      until: day(3),
      limit: '7',
    });
  });

  test('says that there are none, that an agent does not exist, or that --unfinished needs one', async () => {
    gateway.replies['GET /v1/turns'] = [200, { turns: [] }];
    expect((await crumb('turns -a an')).err).toContain('The nearest: ann.');
    expect(await crumb('turns')).toMatchObject({ code: 0, out: 'No turns, or none that this key can see.\n' });
    expect((await crumb('turns --unfinished')).code).toBe(2);
  });
});
