import { singletonId, ToolDef, toolRequestId, type Ref, type TurnView } from '@crumbtrail/contracts';
import type { ListApprovalsRequest } from '@crumbtrail/contracts/operations/approvals';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { listApprovals } from '../src/reading/list-approvals';
import { readUsage } from '../src/reading/read-usage';
import { anApproval, decisionOf } from './approval-work';
import { Conversation } from './conversation';
import { databases } from './databases';
import { creates, operator, service, StoreUnderTest, user } from './store-under-test';
import { requestOf, stepOf, type TurnOf } from './tool-drafts';

describe.each(databases)('approvals on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  const ids = async (caller: AuthenticatedCaller, request: ListApprovalsRequest = {}): Promise<string[]> =>
    (await listApprovals(store.db.database, request, caller)).approvals.map(({ id }) => id);

  async function definition(): Promise<Ref> {
    return { id: singletonId(talk.workspace, 'agent', 'helper'), version: 1 };
  }

  /** A turn on a message whose tool request waits for a person. */
  async function waitingTurn(
    approval: Parameters<typeof anApproval>[0] = {},
    audience?: readonly string[],
  ): Promise<{ turn: TurnView; of: TurnOf; request: string }> {
    const turn = await talk.wake(await talk.say('pay', audience ? { audience: [...audience] } : {}));
    await talk.build(turn);
    const claimed = await talk.claim(turn.id);
    const of = {
      workspace: talk.workspace,
      turn: turn.id,
      agent: 'helper',
      definition: await definition(),
      reply_to: 'pool',
    };
    const usage = { prompt_tokens: 40, completion_tokens: 2, cost_usd: 0.5 };
    const fence = { key: `turn:${turn.id}`, fence: claimed.granted ? claimed.fence : 0 };
    await store.commit(service(talk.workspace, 'agent-executor'), {
      writes: creates(
        stepOf(of, 1, { usage, content: 'I pay now.' }),
        requestOf(of, { approval: anApproval(approval) }),
      ),
      fence,
    });
    await talk.claim(turn.id, { fence: fence.fence, ttl_ms: 1 });
    return { turn, of, request: toolRequestId(talk.workspace, turn.id, { step: 1, ordinal: 0 }) };
  }

  const states = async (): Promise<Record<string, string>> => {
    const rows = await store.db.database.query<{ id: string; state: string }>(
      'select id, state from turn where workspace = $1',
      [talk.workspace],
    );
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  };

  it('are listed to those who may read the turn, with arguments, cost so far and who may decide', async () => {
    const { request, turn, of } = await waitingTurn({ deciders: ['operators', 'user:ann', 'user:bob'] }, [
      'ann',
      'helper',
    ]);
    const ann = user(talk.workspace, 'ann');
    const [shown] = (await listApprovals(store.db.database, {}, ann)).approvals;
    expect(shown).toMatchObject({
      id: request,
      status: 'waiting',
      agent: 'helper',
      tool: 'echo',
      arguments: { text: 'hi' },
      said: 'I pay now.',
      turn: turn.id,
      trigger: { id: turn.cause.id, text: 'pay', author: { kind: 'user' } },
      may_decide: true,
      cost: { calls: 1, tokens: 42, cost_usd: 0.5 },
      expires_at: expect.any(String) as string,
    });
    expect(await ids(user(talk.workspace, 'bob'))).toEqual([]);
    expect(await ids(user(talk.workspace, 'bob'), { id: request })).toEqual([]);
    expect((await listApprovals(store.db.database, {}, { ...ann, role: 'reader' })).approvals[0]?.may_decide).toBe(
      false,
    );
    await store.create(ann, decisionOf(of, { decision: 'deny', reason: 'no' }));
    expect(await ids(ann)).toEqual([]);
    const [decided] = (await listApprovals(store.db.database, { status: 'decided' }, operator(talk.workspace)))
      .approvals;
    expect(decided).toMatchObject({
      status: 'denied',
      may_decide: false,
      decision: { decision: 'deny', reason: 'no', by: { kind: 'user', id: 'ann' } },
    });
  });

  it('are listed page by page, and by session, turn and id', async () => {
    const all = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const { request, turn } = await waitingTurn({ lane_seconds: 0 });
      all.unshift({ request, turn: turn.id });
      await store.duePoller().poll();
    }
    const root = operator(talk.workspace);
    const first = await listApprovals(store.db.database, { limit: 2 }, root);
    const rest = await listApprovals(store.db.database, { limit: 2, cursor: first.next_cursor as string }, root);
    expect([...first.approvals, ...rest.approvals].map(({ id }) => id)).toEqual(all.map(({ request }) => request));
    expect(rest.next_cursor).toBeUndefined();
    expect(await ids(root, { turn: all[1]?.turn as string })).toEqual([all[1]?.request]);
    expect(await ids(root, { session: 'nowhere' })).toEqual([]);
    expect(await ids(root, { id: 'no uuid' })).toEqual([]);
  });

  it('have the status ended when their turn was stopped', async () => {
    const { request, turn } = await waitingTurn();
    const root = operator(talk.workspace);
    await store.writer.submit({ kind: 'stop-turn', caller: root, turn: turn.id, cause: turn.cause.id, content: null });
    expect((await listApprovals(store.db.database, { id: request }, root)).approvals[0]).toMatchObject({
      status: 'ended',
      may_decide: false,
    });
    expect([await ids(root), await ids(root, { status: 'ended' })]).toEqual([[], [request]]);
    expect(await ids(root, { status: 'decided' })).not.toContain(request);
  });

  it('are not decided by a crumb with arguments that the tool does not accept', async () => {
    const root = operator(talk.workspace);
    const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
    await store.create(root, {
      schema_name: ToolDef.name,
      context: { name: 'echo', description: 'Repeats a text.', input },
    });
    const { of, request } = await waitingTurn();
    await expect(store.create(root, decisionOf(of, { input: { text: 5 } }))).rejects.toMatchObject({
      code: 'invalid_payload',
      message: 'echo does not accept these arguments.',
    });
    expect(await ids(root)).toEqual([request]);
    await store.create(root, decisionOf(of, { input: { text: 'bye' } }));
    expect(await ids(root)).toEqual([]);
  });

  it('that expire are decided by the store, once, when its time has come', async () => {
    const { request } = await waitingTurn({ wait_seconds: 1 });
    await store.db.database.query(
      `update due set due_at = now() - interval '1 s' where workspace = $1 and kind = 'approval'`,
      [talk.workspace],
    );
    await store.duePoller().poll();
    await store.duePoller().poll();
    const [decided] = (await listApprovals(store.db.database, { id: request }, operator(talk.workspace))).approvals;
    expect(decided).toMatchObject({ status: 'denied', decision: { timed_out: true, by: { kind: 'service' } } });
  });

  /** Lets it be as if the turn had waited for an hour since the message. */
  const waitedAnHour = (turn: string) =>
    store.db.database.query(
      `update turn set requested_at = now() - interval '1 hour',
        approvals = approvals || jsonb_build_object('since', to_jsonb(now() - interval '1 hour')) where workspace = $1 and id = $2`,
      [talk.workspace, turn],
    );
  /** The median latency if each turn had ended two seconds after all that it waited for a person. */
  async function medianLatency(): Promise<number | null> {
    await store.db.database.query(
      `update turn set closed_at = requested_at + make_interval(secs => waited_ms / 1000.0 + 2)
        where workspace = $1 and waited_ms >= 3600000`,
      [talk.workspace],
    );
    const period = { from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z', by: 'agent', time_zone: 'UTC' } as const;
    return (await readUsage(store.db.database, period, operator(talk.workspace))).total.p50_ms;
  }

  it('do not make the latency of their turn longer, also where the turn left its lane', async () => {
    for (const lane_seconds of [60, 0]) {
      const { turn, of } = await waitingTurn({ lane_seconds });
      if (lane_seconds === 0) await store.duePoller().poll();
      await waitedAnHour(turn.id);
      await store.create(operator(talk.workspace), decisionOf(of));
      const claimed = await talk.claim(turn.id);
      const fence = { key: `turn:${turn.id}`, fence: claimed.granted ? claimed.fence : 0 };
      await talk.answer(turn.id, 'paid', fence);
    }
    expect(await medianLatency()).toBe(2_000);
  });

  it('do not make the latency of a turn longer that is stopped while it waits', async () => {
    const { turn } = await waitingTurn();
    await waitedAnHour(turn.id);
    const caller = operator(talk.workspace);
    await store.writer.submit({ kind: 'stop-turn', caller, turn: turn.id, cause: turn.cause.id, content: null });
    expect(await medianLatency()).toBe(2_000);
  });

  it('leave their lane to the next turn, and open again after it with the time that was left', async () => {
    const { turn, of } = await waitingTurn({ lane_seconds: 0 });
    const next = await talk.wake(await talk.say('next'));
    expect(await states()).toEqual({ [turn.id]: 'open', [next.id]: 'queued' });
    await store.duePoller().poll();
    expect(await states()).toEqual({ [turn.id]: 'waiting', [next.id]: 'open' });
    await store.create(operator(talk.workspace), decisionOf(of));
    expect(await states()).toEqual({ [turn.id]: 'queued', [next.id]: 'open' });
    expect(await talk.claim(turn.id)).toMatchObject({ granted: false });
    await talk.answer(next.id, 'done');
    expect(await states()).toEqual({ [turn.id]: 'open', [next.id]: 'closed' });
    expect(await talk.claim(turn.id)).toMatchObject({ granted: true });
  });
});
