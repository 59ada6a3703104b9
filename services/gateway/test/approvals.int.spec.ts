import { Commit, refuse } from '@crumbtrail/contracts';
import { ListApprovals, type ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import { waitingApproval } from './approval-view';
import { ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const asked = waitingApproval;
const denied: ApprovalView = {
  ...asked,
  status: 'denied',
  decision: { decision: 'deny', by: { kind: 'user', id: 'eve' }, at: '2026-01-02T00:00:00.000Z' },
};

describe('approvals over HTTP', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.fake.say(ListApprovals, () => ({ approvals: [asked] }));
    gateway.fake.say(Commit, () => ({ results: [{ id: OTHER, version: 1, position: 9, existed: false }] }));
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  async function post(verb: string, body: object = {}) {
    const reply = await gateway.send('POST', `/v1/approvals/${ID}/${verb}`, body);
    return { status: reply.status, body: (await reply.json()) as { issues?: unknown; detail?: string } };
  }
  const written = (): unknown =>
    gateway.fake.of(Commit).map(({ request }) => request.writes.map((one) => 'draft' in one && one.draft));

  test('an approval is written with the key of the caller, with changed arguments only if the tool accepts them', async () => {
    const refused = await post('approve', { arguments: { amount: 5_000 } });
    expect([refused.status, refused.body.issues]).toEqual([
      422,
      [expect.objectContaining({ path: '/arguments/amount' })],
    ]);
    expect(written()).toEqual([]);
    expect((await post('approve', { arguments: { amount: 5 }, reason: 'less' })).status).toBe(200);
    const place = { request: { id: ID }, turn: { id: OTHER }, agent: 'bot', tool: 'pay', runner: 'tool-runner' };
    const context = { ...place, decision: 'approve', input: { amount: 5 }, reason: 'less' };
    expect(written()).toEqual([[{ schema_name: 'approval.decision.v1', context }]]);
  });

  test('a second decision is refused with who decided first', async () => {
    gateway.fake.say(Commit, () => {
      throw refuse('id_conflict', 'exists');
    });
    gateway.fake.say(ListApprovals, () => ({ approvals: [denied] }));
    const { status, body } = await post('approve');
    expect([status, body.detail]).toEqual([409, 'user:eve has denied this call of pay at 2026-01-02T00:00:00.000Z.']);
  });

  test('an approval that the key may not read is not found, and nothing is written', async () => {
    gateway.fake.say(ListApprovals, () => ({ approvals: [] }));
    expect((await post('deny')).status).toBe(404);
    expect((await gateway.fetch(`/v1/approvals/${ID}`)).status).toBe(404);
    expect(written()).toEqual([]);
  });

  test.each([
    ['approve', { arguments: [] }],
    ['approve', { because: 'x' }],
    ['deny', { reason: '' }],
    ['answer', { choices: [] }],
  ])('%s refuses the body %j', async (verb, body) => {
    expect((await post(verb, body)).status).toBe(422);
    expect(written()).toEqual([]);
  });
});
