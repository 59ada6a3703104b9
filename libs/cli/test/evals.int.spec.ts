import { FakeGateway } from './fake-gateway';

const passed = {
  case: 'a',
  context: 'x',
  agent: 'assistant',
  outcome: 'passed',
  must_have: 2,
  lost: [],
  tokens: 90,
  max_tokens: 100,
};
const lost = {
  id: 'p',
  version: 1,
  stage: 'over_budget',
  because: 'Considered and left out: over budget (35 tokens, 12 left).',
};
const failed = { ...passed, case: 'b', outcome: 'failed', lost: [lost] };
const erased = {
  case: 'd',
  context: 'x',
  agent: 'assistant',
  outcome: 'erased',
  must_have: 1,
  lost: [],
  because: 'It was erased.',
};

describe('crumb evals', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    const breadcrumbs = ['a', 'b', 'd'].map((id) => ({ id }));
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs, position: 1 }];
    gateway.replies['POST /v1/cases/a/run'] = [200, passed];
    gateway.replies['POST /v1/cases/b/run'] = [200, passed];
    gateway.replies['POST /v1/cases/d/run'] = [200, erased];
  });
  afterAll(() => gateway.close());

  test('run: exits with 0 when no case fails, an erased one included', async () => {
    const { code, out, err } = await crumb(['evals', 'run']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/\na +assistant +passed +2 of 2 +90 of 100\n/);
    expect(out).toMatch(/\nd +assistant +erased +It was erased\.\n/);
    expect(out).toMatch(/\n2 passed, 0 failed, 1 erased\.\n$/);
  });

  test('run: exits with 1 and names the stage that lost a breadcrumb, as text and as JSON', async () => {
    gateway.replies['POST /v1/cases/b/run'] = [200, failed];
    const { code, out } = await crumb(['evals', 'run', '--budget', '100']);
    expect(code).toBe(1);
    expect(out).toMatch(/\nb +p@1 +over budget +Considered and left out: over budget \(35 tokens, 12 left\)\.\n/);
    expect(gateway.requests.at(-1)?.body).toBe('{"budget":{"max_tokens":100}}');
    const json = await crumb(['evals', 'run', '--json']);
    expect([json.code, JSON.parse(json.out)]).toEqual([
      1,
      { passed: 1, failed: 1, erased: 1, cases: [passed, failed, erased] },
    ]);
  });

  test('run and compare: take only the cases of a set, and compare shows each with every setting as a table', async () => {
    const breadcrumbs = [
      { id: 'a', context: { set: 'harbour' } },
      { id: 'b', context: { set: 'harbour' } },
      { id: 'd', context: {} },
    ];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs, position: 1 }];
    gateway.replies['POST /v1/cases/b/run'] = [200, failed];
    expect((await crumb(['evals', 'run', '--set', 'harbour'])).out).toMatch(/\n1 passed, 1 failed, 0 erased\.\n$/);
    const { code, out } = await crumb(['evals', 'compare', '--set', 'harbour', '-b', '100', '-b', '200']);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^case +today +budget 100 +budget 200$/),
      expect.stringMatching(/^a +passed, 90 tokens +passed, 90 tokens +passed, 90 tokens$/),
      expect.stringMatching(/^b +(failed, over budget, 90 tokens *){3}$/),
      expect.stringMatching(/^passed +1 of 2 +1 of 2 +1 of 2$/),
      '',
    ]);
    const sent = gateway.requests.filter(({ line }) => line === 'POST /v1/cases/b/run').map(({ body }) => body);
    expect(sent.slice(-3)).toEqual(['{}', '{"budget":{"max_tokens":100}}', '{"budget":{"max_tokens":200}}']);
    expect((await crumb(['evals', 'compare', '--set', 'none'])).code).toBe(1);
  });

  test('run: a case that is refused fails, and the others are run', async () => {
    delete gateway.replies['POST /v1/cases/a/run'];
    const { code, out } = await crumb(['evals', 'run']);
    expect([code, out]).toEqual([1, expect.stringMatching(/\na +failed +Not found: no breadcrumb/)]);
    expect(out).toContain('1 passed, 1 failed, 1 erased.');
  });

  test('run: fails and says how to pin where no case can be read, and exits with 2 on wrong usage', async () => {
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 1 }];
    expect(await crumb(['evals', 'run'])).toMatchObject({
      code: 1,
      out: 'No cases that this key may read: pin one with `crumb trail pin <trail>`, or use the key of an operator.\n',
    });
    expect(await crumb(['evals', 'run', '--budget', 'much'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--budget'),
    });
  });

  test('trail pin: names what the context must keep, and sends the named breadcrumbs', async () => {
    const pinned = {
      id: 'a',
      context_id: 'x',
      trail_id: 't',
      agent: 'assistant',
      chosen_by: 'grounding',
      must_have: [{ id: 'p', version: 1 }],
    };
    gateway.replies['POST /v1/trails/t/pin'] = [201, pinned];
    gateway.replies['GET /v1/breadcrumbs/p'] = [200, { id: 'p', text: 'the roof\nleaks' }];
    expect((await crumb(['trail', 'pin', 't'])).out).toBe(
      [
        'Pinned as case a: context x must keep 1 breadcrumb, which its reply was grounded on.',
        '  p@1  the roof leaks',
        'Check it with: crumb evals run\n',
      ].join('\n'),
    );
    await crumb(['trail', 'pin', 't', '--crumb', 'p', '--crumb', 'q', '--json']);
    const bodies = gateway.requests.filter(({ line }) => line.startsWith('POST')).map(({ body }) => body);
    expect(bodies).toEqual(['{}', '{"crumbs":["p","q"]}']);
    expect(await crumb(['trail', 'pin', 'nowhere'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^crumb: .+\n$/),
    });
  });
});
