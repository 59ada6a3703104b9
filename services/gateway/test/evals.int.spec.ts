import {
  Commit,
  groundingId,
  LintContext,
  packAccount,
  Read,
  responseId,
  Trail,
  type AccountItem,
  type Envelope,
} from '@crumbtrail/contracts';
import { Counterfactual, RunCase } from '@crumbtrail/contracts/operations/evals';
import { crumb, found, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const TURN = '0197a6d0-0000-7000-8000-000000000004';
const CASE = '0197a6d0-0000-7000-8000-000000000005';

const row = (id: string, over: Partial<AccountItem> = {}): AccountItem => ({
  id,
  version: 1,
  source: 'recent',
  section: 'recent',
  decision: 'kept',
  tokens: 3,
  rank: 1,
  score: 1,
  scores: {},
  ...over,
});

const account = packAccount([row(OTHER, { chunk: 2 }), row(TURN, { decision: 'over_budget' })]);
const context = crumb({
  schema_name: 'agent.context.v1',
  context: { agent: 'assistant', turn: { id: TURN }, account },
});
const grounding = (id: string): Envelope =>
  crumb({
    id: groundingId('default', responseId('default', TURN)),
    schema_name: 'answer.grounding.v1',
    context: {
      response: { id: ID },
      context_id: ID,
      agent: 'assistant',
      sources: [
        { id: CASE, version: 1 },
        { id, version: 1, chunk: 2 },
      ],
      sentences: [],
    },
  });

describe('evaluations', () => {
  let gateway: GatewayUnderTest;
  /** What the key may read. */
  let readable: Envelope[];
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    readable = [context, grounding(OTHER)];
    gateway.fake.say(Trail, () => ({ trail_id: ID, nodes: [{ id: ID, schema_name: 'agent.context.v1' }] }) as never);
    gateway.fake.say(Read, ({ refs }) => found(refs.map(({ id }) => readable.find((one) => one.id === id) ?? null)));
    gateway.fake.say(Commit, () => ({ results: [{ id: CASE, version: 1, position: 9 }] }) as never);
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  const pin = async (body: object): Promise<{ status: number; detail?: string }> => {
    const answer = await gateway.send('POST', `/v1/trails/${ID}/pin`, body);
    return { ...((await answer.json()) as object), status: answer.status };
  };
  const written = (): unknown[] => gateway.fake.of(Commit).map(({ request }) => request);

  test('a pin writes what the reply was grounded on of what its context kept, as the caller', async () => {
    const must_have = [{ id: OTHER, version: 1, chunk: 2 }];
    expect(await pin({})).toMatchObject({ status: 201, id: CASE, chosen_by: 'grounding', must_have });
    const content = { context_id: ID, trail_id: ID, agent: 'assistant', chosen_by: 'grounding', must_have };
    expect(written()).toEqual([
      { writes: [{ op: 'create', draft: { schema_name: 'eval.case.v1', context: content } }] },
    ]);
    expect(gateway.fake.of(Commit)[0]?.key).toBe('operator-key');
  });

  test('a pin names the set of the case, and refuses a set that is no name', async () => {
    expect(await pin({ set: 'harbour' })).toMatchObject({ status: 201, set: 'harbour' });
    expect(written()).toMatchObject([{ writes: [{ draft: { context: { set: 'harbour' } } }] }]);
    expect((await pin({ set: 'Not a name' })).status).toBe(422);
  });

  test('a pin takes the named breadcrumbs, and refuses those that the context did not keep', async () => {
    expect(await pin({ crumbs: [OTHER] })).toMatchObject({ status: 201, chosen_by: 'caller' });
    const { status, detail } = await pin({ crumbs: [OTHER, TURN] });
    expect([status, detail]).toEqual([
      404,
      expect.stringMatching(`^Cannot pin ${TURN}: context ${ID} did not keep it`),
    ]);
    expect(written()).toHaveLength(1);
    for (const crumbs of [[], ['x'], 'all']) expect((await pin({ crumbs })).status).toBe(422);
  });

  test('what was erased since cannot be pinned: by name it is refused, and of a grounding it is left out', async () => {
    const at = { erased_at: '2026-05-09T00:00:00.000Z', erased_by: { kind: 'operator', id: 'ann' }, position: 9 };
    readable = [context, grounding(OTHER), { id: OTHER, erased: true, ...at } as unknown as Envelope];
    expect(await pin({ crumbs: [OTHER] })).toMatchObject({
      status: 410,
      detail: `Cannot pin ${OTHER}: it was erased at ${at.erased_at}. Pin the trail without it.`,
    });
    expect((await pin({})).detail).toMatch(/^Cannot pin context .+ Name the breadcrumbs: `--crumb <id>`\.$/);
    expect(written()).toEqual([]);
  });

  test('a trail without a context, and a reply without a grounding on its context, are refused in one sentence', async () => {
    readable = [context];
    expect((await pin({})).detail).toMatch(/^Cannot pin context .+ Name the breadcrumbs: `--crumb <id>`\.$/);
    readable = [context, grounding(TURN)];
    expect((await pin({})).status).toBe(404);
    readable = [];
    expect((await pin({})).detail).toMatch(/^Cannot pin trail .+ no context that this key may read/);
    expect(written()).toEqual([]);
  });

  test('a run forwards the budget and the configuration with the key of the caller', async () => {
    gateway.fake.say(RunCase, () => ({ outcome: 'passed', lost: [] }) as never);
    const wish = { budget: { max_tokens: 500 }, config: { sources: [{ type: 'recent' }] } };
    expect((await gateway.send('POST', `/v1/cases/${CASE}/run`, wish)).status).toBe(200);
    expect(gateway.fake.of(RunCase)).toMatchObject([{ key: 'operator-key', request: { case: CASE, ...wish } }]);
    const tooSmall = await gateway.send('POST', `/v1/cases/${CASE}/run`, { budget: { max_tokens: 1 } });
    expect(await tooSmall.json()).toMatchObject({ status: 422, detail: expect.stringContaining('/budget/max_tokens') });
  });

  test('a counterfactual needs a budget or a config, and is sent with the key of the caller', async () => {
    gateway.fake.say(Counterfactual, () => ({ outcome: 'keeps', lost: [] }) as never);
    const post = (body: object): Promise<Response> => gateway.send('POST', `/v1/contexts/${ID}/counterfactual`, body);
    expect((await post({ budget: { max_tokens: 500 } })).status).toBe(200);
    expect(gateway.fake.of(Counterfactual)).toMatchObject([
      { key: 'operator-key', request: { context: ID, budget: { max_tokens: 500 } } },
    ]);
    for (const wrong of [{}, { budget: { max_tokens: 1 } }, { budgets: [500] }])
      expect((await post(wrong)).status).toBe(422);
  });

  test('the facts of a context are read with the key of the caller', async () => {
    gateway.fake.say(LintContext, () => ({ context: ID, findings: [] }) as never);
    const authorization = 'Bearer reader-key';
    const answer = await gateway.fetch(`/v1/contexts/${ID}/facts`, { headers: { authorization } });
    expect([answer.status, await answer.json()]).toEqual([200, { context: ID, findings: [] }]);
    expect(gateway.fake.of(LintContext)).toMatchObject([{ key: 'reader-key', request: { context: ID } }]);
  });
});
