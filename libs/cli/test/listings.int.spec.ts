import { FakeGateway } from './fake-gateway';

describe('crumb sessions and crumb trails', () => {
  const gateway = new FakeGateway();
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  const line = {
    id: 'm',
    trail_id: 'm',
    schema_name: 'user.message.v1',
    occurred_at: '2026-01-01T00:00:00Z',
    text: 'hello',
    author: { kind: 'user', id: 'ann' },
    audience: ['user:ann', 'agent:assistant'],
  };

  test('sessions: lists them with outcome, latest text and whom it is for, and says how to get the next page', async () => {
    const entry = { name: 'demo', title: 'A talk', messages: 3, outcome: 'failed', last: line };
    gateway.replies['GET /v1/sessions'] = [200, { sessions: [entry], next_cursor: 'c1', position: 9 }];
    const { out, err } = await gateway.crumb(['sessions', '--outcome', 'failed', '--text', 'talk', '-n', '1']);
    expect(gateway.requests[0]?.line).toBe('GET /v1/sessions?outcome=failed&text=talk&limit=1&archived=hide');
    expect(out).toMatch(
      /^session .*\ndemo +A talk +3 +failed +2026-\S+ +ann \(only for user:ann, agent:assistant\) +hello\n$/,
    );
    expect(err).toContain('--cursor c1');
  });

  test('trails: lists them with session, agents, outcome, duration, tokens and cost', async () => {
    const entry = {
      trail_id: 'm',
      session: 'demo',
      first: { ...line, audience: 'all' },
      crumbs: 4,
      agents: ['assistant'],
    };
    const trails = [{ ...entry, outcome: 'answered', duration_ms: 1500, tokens: 120, cost_usd: 0.01 }];
    gateway.replies['GET /v1/trails'] = [200, { trails, position: 9 }];
    const { out } = await gateway.crumb(['trails', '-a', 'assistant', '-s', 'demo', '--since', '2026-01-01T00:00:00Z']);
    expect(gateway.requests[0]?.line).toMatch(/^GET \/v1\/trails\?.*agent=assistant.*session=demo/);
    expect(out).toMatch(/\nm +2026-\S+ +demo +answered +assistant +\S+( s)? +120 +\$0\.01\d* +ann +hello\n$/);
    expect((await gateway.crumb(['trails', '-n', 'many'])).code).toBe(2);
  });

  test('trails: leaves out those of definitions, reads on for as many as were asked for, and lists all on request', async () => {
    const trail = (id: string, schema_name: string, agents: string[] = []) => ({
      trail_id: id,
      first: { ...line, id, schema_name, audience: 'all' },
      crumbs: 1,
      agents,
      outcome: 'none',
    });
    const first = ['session.v1', 'agent.def.v1', 'lore.entry.v1'].map((name) => trail(name, name));
    const said = [trail('said', 'user.message.v1'), trail('event', 'world.event.v1')];
    const plan = trail('plan', 'schedule.v1', ['assistant']);
    gateway.replies['GET /v1/trails?limit=3'] = [200, { trails: [...first, plan], next_cursor: 'c', position: 9 }];
    gateway.replies['GET /v1/trails?cursor=c&limit=2'] = [200, { trails: said, next_cursor: 'd', position: 9 }];
    gateway.replies['GET /v1/trails?limit=2&cursor=c'] = [200, { trails: said, next_cursor: 'd', position: 9 }];
    const { out, err } = await gateway.crumb(['trails', '-n', '3']);
    expect(out.trim().split('\n').slice(1)).toEqual(
      ['plan', 'said', 'event'].map((id) => expect.stringMatching(id) as string),
    );
    expect(err).toContain('--cursor d');
    const all = await gateway.crumb(['trails', '-n', '3', '--definitions']);
    expect(all.out).toContain('agent.def.v1');
    gateway.replies['GET /v1/trails'] = [200, { trails: first, position: 9 }];
    expect((await gateway.crumb(['trails', '--schema', 'session.v1'])).out).toContain('session.v1');
    expect((await gateway.crumb(['trails'])).out).toBe('No trails, or none visible to this key.\n');
  });

  test('both: fit the width that COLUMNS gives where the output is no terminal, unless they are wide', async () => {
    const entry = {
      name: 'demo',
      title: 'A talk',
      messages: 3,
      outcome: 'failed',
      last: { ...line, text: 'word '.repeat(60) },
    };
    gateway.replies['GET /v1/sessions'] = [200, { sessions: [entry], position: 9 }];
    const widest = async (...args: string[]): Promise<number> =>
      Math.max(...(await gateway.crumb(['sessions', ...args])).out.split('\n').map((one) => one.length));
    const before = process.env['COLUMNS'];
    try {
      process.env['COLUMNS'] = '80';
      expect(await widest()).toBeLessThanOrEqual(80);
      expect(await widest('-o', 'wide')).toBeGreaterThan(200);
      process.env['COLUMNS'] = 'many';
      expect(await widest()).toBeGreaterThan(200);
    } finally {
      if (before === undefined) delete process.env['COLUMNS'];
      else process.env['COLUMNS'] = before;
    }
  });

  test('both: reject an agent that does not exist, and trails a session that does not, with the nearest names', async () => {
    gateway.replies['GET /v1/trails'] = [200, { trails: [], position: 9 }];
    gateway.replies['GET /v1/sessions'] = [200, { sessions: [], position: 9 }];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 9 }];
    gateway.replies['GET /v1/agents'] = [200, { agents: [{ agent: 'assistant' }] }];
    const rejected = { code: 1, err: expect.stringContaining('The nearest: assistant.') as string };
    expect(await gateway.crumb(['trails', '-a', 'assitant'])).toMatchObject(rejected);
    expect(await gateway.crumb(['sessions', '-a', 'assitant'])).toMatchObject(rejected);
    gateway.replies['GET /v1/sessions'] = [200, { sessions: [{ name: 'demo' }], position: 9 }];
    expect(await gateway.crumb(['trails', '-s', 'dmo'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('The nearest: demo.') as string,
    });
  });
});

describe('crumb usage', () => {
  const gateway = new FakeGateway();
  beforeAll(() => gateway.open());
  afterAll(() => gateway.close());

  test('sums up a period by model, one line each and one for all', async () => {
    const sums = { turns: 1_200, errors: 3, p50_ms: 1_300, p95_ms: 4_000, tokens: 45_000, cost_usd: 0.5, unpriced: 0 };
    const rows = [{ ...sums, key: null }];
    gateway.replies['GET /v1/usage'] = [200, { total: sums, rows, truncated: true }];
    const { out, err } = await gateway.crumb([
      'usage',
      '--since',
      '2026-01-01T00:00:00Z',
      '--until',
      '2026-01-03T00:00:00Z',
      '--by',
      'model',
      '--time-zone',
      'Europe/Berlin',
    ]);
    expect(gateway.requests[0]?.line).toBe(
      'GET /v1/usage?from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-03T00%3A00%3A00.000Z&by=model&time_zone=Europe%2FBerlin',
    );
    expect(out.split('\n')).toEqual([
      'model        turns  errors  p50    p95    tokens  cost',
      '(not named)  1,200  3       1.3 s  4.0 s  45,000  $0.50',
      'all          1,200  3       1.3 s  4.0 s  45,000  $0.50',
      '',
    ]);
    expect(err).toContain('Only the newest turns');
    expect((await gateway.crumb(['usage', '--by', 'week'])).code).toBe(2);
  });
});
