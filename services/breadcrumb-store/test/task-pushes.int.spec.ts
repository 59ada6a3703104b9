import { randomUUID } from 'node:crypto';
import { singletonId, type TurnView } from '@crumbtrail/contracts';
import type { SetTaskPushRequest, TaskChange } from '@crumbtrail/contracts/operations/task-pushes';
import type { WebhookLease } from '@crumbtrail/contracts/operations/webhooks';
import { TaskPushes } from '../src/webhooks/task-pushes';
import { Webhooks } from '../src/webhooks/webhooks';
import { anApproval, decisionOf } from './approval-work';
import { Conversation } from './conversation';
import { databases, type TestDatabase } from './databases';
import { creates, operator, service, StoreUnderTest, user } from './store-under-test';
import { requestOf, stepOf, type TurnOf } from './tool-drafts';

const LEASE_MS = 60_000;

describe.each(databases)('a push configuration of a task, on %s', (_name, open) => {
  let db: TestDatabase;
  let store: StoreUnderTest;
  let talk: Conversation;
  let pushes: TaskPushes;
  let webhooks: Webhooks;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
    pushes = new TaskPushes(db.database);
    webhooks = new Webhooks(db.database, pushes);
  }, 60_000);
  afterAll(() => store.close());
  beforeEach(async () => {
    await db.database.query('delete from webhook');
    talk = await Conversation.begin(store);
    await createKey('ann');
  });

  const ann = (): ReturnType<typeof user> => user(talk.workspace, 'ann');
  const createKey = (participant: string, role = 'writer'): Promise<unknown> =>
    db.database.query(
      `insert into api_key (id, workspace, participant_kind, participant_id, role, secret_hash) values ($1, $2, 'user', $3, $5, $4)`,
      [randomUUID(), talk.workspace, participant, randomUUID(), role],
    );
  const pushOf = (turn: TurnView, more: Partial<SetTaskPushRequest> = {}): SetTaskPushRequest => ({
    agent: 'helper',
    turn: turn.id,
    config: 'mine',
    url: 'https://example.org/pushes',
    is_json: false,
    sealed_secret: '',
    ...more,
  });
  const lease = async (): Promise<WebhookLease | undefined> => (await webhooks.lease(LEASE_MS)).lease;
  const settle = ({ workspace, name, fence, through }: WebhookLease, more: object = {}): Promise<boolean> =>
    webhooks.settle({ workspace, name, fence, position: through, attempts: 0, retry_in_ms: 0, lease_ms: 0, ...more });
  const statesOf = (found: WebhookLease | undefined): string[] =>
    (found?.events ?? []).map((event) => (event as TaskChange).state);
  const count = async (): Promise<number> => (await db.database.query('select from webhook')).length;

  async function wake(text = 'pay'): Promise<TurnView> {
    const turn = await talk.wake(await talk.say(text, { session: randomUUID() }));
    await talk.build(turn);
    return turn;
  }

  /** Writes a request of the turn that waits for a person. */
  async function ask(turn: TurnView): Promise<TurnOf> {
    const claimed = await talk.claim(turn.id);
    const definition = { id: singletonId(talk.workspace, 'agent', 'helper'), version: 1 };
    const of = { workspace: talk.workspace, turn: turn.id, agent: 'helper', definition, reply_to: 'pool' };
    const fence = { key: `turn:${turn.id}`, fence: claimed.granted ? claimed.fence : 0 };
    const writes = creates(stepOf(of, 1), requestOf(of, { approval: anApproval({ deciders: ['author'] }) }));
    await store.commit(service(talk.workspace, 'agent-executor'), { writes, fence });
    await talk.claim(turn.id, { fence: fence.fence, ttl_ms: 1 });
    return of;
  }

  it('is leased with each change of its turn in log order, and with what its owner may read of it', async () => {
    const turn = await wake();
    await pushes.set(ann(), pushOf(turn));
    const other = await wake('another one');
    const of = await ask(turn);
    await store.create(ann(), decisionOf(of));
    const found = await lease();
    expect(statesOf(found)).toEqual(['working', 'waiting', 'working']);
    expect(found?.events.map(({ id }) => id)).not.toContain(other.id);
    expect(found?.events[1]).toMatchObject({ schema_name: 'tool.request.v1', context: { tool: 'echo' } });
    expect(found?.task).toMatchObject({ owner: { kind: 'user', id: 'ann' }, role: 'writer', push: { turn: turn.id } });
    expect(await lease()).toBeUndefined();
    expect(await settle(found as WebhookLease)).toBe(true);
    expect(await lease()).toBeUndefined();
  });

  it('begins with how the turn stands, and is removed when its last message was delivered', async () => {
    const turn = await wake();
    await ask(turn);
    await pushes.set(ann(), pushOf(turn));
    const first = (await lease()) as WebhookLease;
    expect(statesOf(first)).toEqual(['waiting']);
    await settle(first);
    const stop = { turn: turn.id, cause: turn.cause.id, content: null };
    await store.writer.submit({ kind: 'stop-turn', caller: ann(), ...stop });
    const last = (await lease()) as WebhookLease;
    expect(statesOf(last)).toEqual(['closed']);
    expect(await settle({ ...last, fence: last.fence - 1 }, { ended: true })).toBe(false);
    expect(await settle(last, { ended: true })).toBe(true);
    expect(await count()).toBe(0);
  });

  it('ends with the last valid key of its owner, and with its turn', async () => {
    const [first, second] = [await wake(), await wake('two')];
    await pushes.set(ann(), pushOf(first));
    await db.database.query('update api_key set revoked_at = now() where workspace = $1', [talk.workspace]);
    expect(await lease()).toBeUndefined();
    expect(await count()).toBe(0);
    await createKey('ann');
    await pushes.set(ann(), pushOf(second));
    await settle((await lease()) as WebhookLease);
    await db.database.query('delete from turn where id = $1', [second.id]);
    expect(await lease()).toBeUndefined();
    expect(await count()).toBe(0);
  });

  it('has the rights of the key that made it, and no more where its owner has an operator key too', async () => {
    await createKey('ann', 'operator');
    const turn = await wake();
    await pushes.set(ann(), pushOf(turn));
    expect((await lease())?.task?.role).toBe('writer');
    await pushes.set({ ...ann(), role: 'operator' }, pushOf(turn));
    expect((await lease())?.task?.role).toBe('operator');
    await db.database.query(`update api_key set revoked_at = now() where workspace = $1 and role = 'operator'`, [
      talk.workspace,
    ]);
    await pushes.set({ ...ann(), role: 'operator' }, pushOf(turn));
    expect((await lease())?.task?.role).toBe('writer');
  });

  it('is seen, replaced and removed by its owner alone, and is no webhook of an operator', async () => {
    const turn = await wake();
    await pushes.set(ann(), pushOf(turn));
    await pushes.set(ann(), pushOf(turn, { url: 'https://example.org/others' }));
    const bob = user(talk.workspace, 'bob');
    await pushes.set(bob, pushOf(turn));
    const found = async (caller = ann()): Promise<string[]> =>
      (await pushes.list(caller, { agent: 'helper', turn: turn.id })).map(({ url }) => url);
    expect([await found(), await found(bob)]).toEqual([['https://example.org/others'], ['https://example.org/pushes']]);
    expect(await found(operator(talk.workspace))).toEqual([]);
    expect(await webhooks.list(talk.workspace)).toEqual([]);
    expect(await pushes.remove(user(talk.workspace, 'eve'), pushOf(turn))).toBe(false);
    expect(await pushes.remove(bob, pushOf(turn))).toBe(true);
    expect([await found(), await found(bob)]).toEqual([['https://example.org/others'], []]);
  });

  it('is refused for a turn that its owner may not know of, of another agent, or of another workspace', async () => {
    const turn = await talk.wake(await talk.say('secret', { session: randomUUID(), audience: ['bob', 'helper'] }));
    const eve = user(talk.workspace, 'eve');
    await expect(pushes.set(eve, pushOf(turn))).rejects.toMatchObject({ code: 'not_found' });
    const open = await wake();
    await expect(pushes.set(ann(), pushOf(open, { agent: 'other' }))).rejects.toMatchObject({ code: 'not_found' });
    const elsewhere = user(await store.workspace(), 'ann');
    await expect(pushes.set(elsewhere, pushOf(open))).rejects.toMatchObject({ code: 'not_found' });
  });
});
