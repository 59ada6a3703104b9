import { execFileSync } from 'node:child_process';
import { FakeGateway } from './fake-gateway';

const approval = {
  id: 'a1',
  status: 'waiting',
  kind: 'call',
  agent: 'treasurer',
  tool: 'pay',
  runner: 'tool-runner',
  arguments: { amount: 500 },
  turn: 't1',
  trail_id: 'r1',
  context_id: 'c1',
  said: 'I pay the harbour.',
  asked_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-08T00:00:00Z',
  on_timeout: 'deny',
  deciders: ['operators'],
  may_decide: true,
  cost: { calls: 1, tokens: 42, cost_usd: 0.5 },
};
const decided = (more: object) => ({
  ...approval,
  status: 'approved',
  may_decide: false,
  decision: { decision: 'approve', by: { kind: 'user', id: 'ann' }, at: '2026-01-02T00:00:00Z', ...more },
});

describe('crumb approvals', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  test('lists what waits, or what was decided and by whom', async () => {
    gateway.replies['GET /v1/approvals'] = [200, { approvals: [approval] }];
    expect((await crumb(['approvals'])).out).toMatch(/a1 +2026\S+ +treasurer +pay +\{"amount":500\} +waits until 2026/);
    gateway.replies['GET /v1/approvals?limit=50&status=decided'] = [200, { approvals: [decided({ reason: 'ok' })] }];
    expect((await crumb(['approvals', 'list', '--decided'])).out).toMatch(/approved by user:ann at 2026\S+ \(ok\)/);
  });

  test('shows what is asked, its cost, its context, and how to decide', async () => {
    gateway.replies['GET /v1/approvals/a1'] = [200, approval];
    const { out } = await crumb(['approvals', 'show', 'a1']);
    expect(out).toMatch(/treasurer wants to call pay[^]*"amount": 500[^]*I pay the harbour\.[^]*42 tokens, \$0\.5/);
    expect(out).toContain('crumb context explain c1');
    expect(out).toContain('crumb approvals approve a1');
  });

  test.each([
    ['a call', {}],
    [
      'a question with choices',
      { kind: 'question', arguments: { question: 'When?', choices: ["Ann's day; ls", 'b'] } },
    ],
    ['a question with a text', { kind: 'question', arguments: { question: 'When?' } }],
  ])('each command that it shows for %s works as printed', async (_, more) => {
    gateway.replies['GET /v1/approvals/a1'] = [200, { ...approval, ...more }];
    const { out } = await crumb(['approvals', 'show', 'a1']);
    const hints = out.match(/^crumb .*/gm) ?? [];
    expect(hints).toHaveLength(2);
    for (const action of ['approve', 'answer', 'deny'])
      gateway.replies[`POST /v1/approvals/a1/${action}`] = [200, decided({})];
    for (const hint of hints) {
      const script = `crumb() { printf '%s\\0' "$@"; }; ${hint}`;
      const words = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
      expect(await crumb(words)).toMatchObject({ code: 0, err: '' });
    }
    const choices = gateway.requests.find(({ line }) => line.endsWith('/answer'))?.body;
    if (out.includes('-c')) expect(JSON.parse(choices ?? '')).toEqual({ choices: ["Ann's day; ls"] });
  });

  test('approves with other arguments, denies with a reason, and answers', async () => {
    gateway.replies['POST /v1/approvals/a1/approve'] = [200, decided({ arguments: { amount: 5 } })];
    const { out } = await crumb(['approvals', 'approve', 'a1', '-a', '{"amount": 5}', '--reason', 'less']);
    expect(out).toMatch(/^pay of treasurer: approved by user:ann .* with \{"amount":5\}/);
    expect(gateway.sent('POST /v1/approvals/a1/approve')).toEqual({ arguments: { amount: 5 }, reason: 'less' });
    gateway.replies['POST /v1/approvals/a1/deny'] = [200, decided({})];
    await crumb(['approvals', 'deny', 'a1', '--reason', 'no']);
    expect(gateway.sent('POST /v1/approvals/a1/deny')).toEqual({ reason: 'no' });
    gateway.replies['POST /v1/approvals/a1/answer'] = [200, decided({})];
    await crumb(['approvals', 'answer', 'a1', '-c', 'Tuesday', '--text', 'early']);
    expect(gateway.sent('POST /v1/approvals/a1/answer')).toEqual({ choices: ['Tuesday'], text: 'early' });
  });

  test('refuses arguments that are no JSON object, and an answer without words', async () => {
    expect((await crumb(['approvals', 'approve', 'a1', '-a', '[1]'])).code).toBe(2);
    expect((await crumb(['approvals', 'answer', 'a1'])).code).toBe(2);
    expect(gateway.requests).toEqual([]);
  });
});
