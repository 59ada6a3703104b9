import { FakeGateway } from './fake-gateway';

const shadow = {
  id: 's',
  version: 3,
  schema_name: 'context.shadow.v1',
  context: {
    agent: 'assistant',
    state: 'running',
    config: { budget: { max_tokens: 400 }, features: { bm25: 2 } },
    share: 0.5,
  },
};
const built = {
  shadow: { id: 's', version: 3 },
  agent: 'assistant',
  context_id: 'c1',
  response: { id: 'r1' },
  outcome: 'loses',
  grounded: 2,
  lost: [{ id: 'x', version: 1, stage: 'over_budget' }],
  live: { tokens: 1_000, max_tokens: 2_000, kept: 20, build_ms: 40 },
  other: { tokens: 400, max_tokens: 400, kept: 8, build_ms: 30 },
  cost_usd: -0.25,
  work_ms: 20,
  spent_ms: 1_500,
  dropped: 2,
};

describe('crumb context shadow', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  /** Breadcrumbs by schema. */
  const holds = (crumbs: Readonly<Record<string, readonly object[]>>): void => {
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 9 }];
    for (const [schema, breadcrumbs] of Object.entries(crumbs))
      for (const rest of ['&limit=500', '&tag=shadow%3As%403&limit=500', '&order=asc&limit=500'])
        gateway.replies[`GET /v1/breadcrumbs?schema=${schema}${rest}`] = [200, { breadcrumbs, position: 9 }];
    gateway.replies['POST /v1/breadcrumbs'] = [201, { id: 'n', version: 1, position: 9 }];
    for (const id of ['s', 'cfg'])
      gateway.replies[`PATCH /v1/breadcrumbs/${id}`] = [200, { id, version: 4, position: 9 }];
  };

  test('lists the shadows with their state, and why one was stopped', async () => {
    const because = 'Its builds have taken 601 s of work, and its limit is 600 s.';
    const stopped = { ...shadow, context: { ...shadow.context, agent: 'other', state: 'stopped', because } };
    holds({ 'context.shadow.v1': [stopped, shadow] });
    expect((await crumb(['context', 'shadow'])).out.split('\n')).toEqual([
      'assistant: running (version 3, 50 % of the answers, {"budget":{"max_tokens":400},"features":{"bm25":2}})',
      `other: stopped: ${because} (version 3, 50 % of the answers, {"budget":{"max_tokens":400},"features":{"bm25":2}})`,
      '',
    ]);
  });

  test('show compares what it has built with what the model has read', async () => {
    holds({ 'context.shadow.v1': [shadow], 'context.shadow.build.v1': [{ context: built }] });
    const { out } = await crumb(['context', 'shadow', 'show', 'assistant']);
    expect(out).toContain(
      '1 answers built: 0 keep what they were grounded on, 1 lose some, 0 rest on nothing, 0 failed; 2 dropped.',
    );
    expect(out).toContain('Of what answers were grounded on it keeps 1 of 2 (50 %).');
    expect(out).toContain('Work: 1.5 s.');
    expect(out).toMatch(/tokens +1000 +400 +0\.4/);
    expect(out).toMatch(/c1 +x@1 +over budget/);
  });

  test('start needs settings, and replaces the shadow that there is', async () => {
    holds({ 'context.shadow.v1': [shadow] });
    expect((await crumb(['context', 'shadow', 'start', 'assistant'])).code).toBe(2);
    const options = ['-b', '800', '--share', '0.2', '--work-seconds', '30'];
    expect((await crumb(['context', 'shadow', 'start', 'assistant', ...options])).code).toBe(0);
    expect(gateway.sent('PATCH /v1/breadcrumbs/s')).toEqual({
      context: {
        agent: 'assistant',
        state: 'running',
        config: { budget: { max_tokens: 800 } },
        share: 0.2,
        limits: { work_seconds: 30 },
      },
    });
  });

  test('promote writes its settings into the configuration of the agent, which keeps its others, and ends it', async () => {
    const config = { consumer: 'assistant', format: 'lmml', budget: { max_tokens: 9_000 }, features: { vector: 1 } };
    holds({ 'context.shadow.v1': [shadow], 'context.config.v1': [{ id: 'cfg', version: 7, context: config }] });
    expect((await crumb(['context', 'shadow', 'promote', 'assistant'])).code).toBe(0);
    expect(gateway.sent('PATCH /v1/breadcrumbs/cfg')).toEqual({
      context: { consumer: 'assistant', format: 'lmml', budget: { max_tokens: 400 }, features: { vector: 1, bm25: 2 } },
    });
    expect(gateway.sent('PATCH /v1/breadcrumbs/s')).toMatchObject({
      context: { agent: 'assistant', state: 'promoted' },
    });
  });

  test('promote refuses where a pinned case that passes today would fail, unless it is forced', async () => {
    const pinned = { id: 'p', schema_name: 'eval.case.v1', context: { agent: 'assistant', must_have: [] } };
    holds({ 'context.shadow.v1': [shadow], 'eval.case.v1': [pinned] });
    const run = { case: 'p', context: 'c', agent: 'assistant', must_have: 1, lost: [] };
    gateway.replies['POST /v1/cases/p/run'] = (body) => [
      200,
      { ...run, outcome: body.includes('config') ? 'failed' : 'passed' },
    ];
    const { code, err } = await crumb(['context', 'shadow', 'promote', 'assistant']);
    expect([code, err]).toEqual([1, expect.stringContaining('1 pinned case(s) that pass today would fail: p')]);
    expect(gateway.sent('PATCH /v1/breadcrumbs/s')).toBeUndefined();
    expect((await crumb(['context', 'shadow', 'promote', 'assistant', '--force'])).code).toBe(0);
  });

  test('says what to do where an agent has no shadow', async () => {
    holds({});
    const { code, err } = await crumb(['context', 'shadow', 'show', 'nobody']);
    expect([code, err]).toEqual([1, expect.stringContaining('crumb context shadow start nobody')]);
  });
});
