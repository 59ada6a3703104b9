import { AgentDef } from '@crumbtrail/contracts';
import { natsSenderKey } from '@crumbtrail/contracts/operations/nats-users';
import { ApiKeyEntity } from '../src/entities/workspace.entity';
import { Keys } from '../src/identity/keys';
import { listPublishedAgents } from '../src/reading/list-published-agents';
import { operator } from './store-under-test';
import { databases, type TestDatabase } from './databases';
import { StoreUnderTest } from './store-under-test';

const NKEY = 'UAWW24XPLGOX3R3JF4OZEZZ6RUXMB55DSWJCEFFSUDFBCKJD4MSCMQYI';

describe.each(databases)('on %s', (_name, open) => {
  let db: TestDatabase;
  let store: StoreUnderTest;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
  }, 60_000);
  afterAll(() => store.close());

  const user = (id: string, nats_user = NKEY) =>
    ({ participant: { kind: 'user', id }, role: 'writer', nats_user }) as const;

  describe('a NATS user', () => {
    it('is a participant of the workspace that admitted it, and of no other', async () => {
      const keys = new Keys(db.source.getRepository(ApiKeyEntity));
      const [here, there] = [await store.workspace(), await store.workspace()];
      expect(await keys.admit(here, user('rita'))).not.toHaveProperty('secret');
      expect(await keys.identify(natsSenderKey(here, NKEY))).toMatchObject({ participant: { id: 'rita' } });
      expect(await keys.identify(natsSenderKey(there, NKEY))).toBeNull();
      expect(await keys.list(here)).toMatchObject([{ nats_user: NKEY }]);
    });

    it('is one participant at a time, and may be another one after its revocation', async () => {
      const keys = new Keys(db.source.getRepository(ApiKeyEntity));
      const workspace = await store.workspace();
      const first = await keys.admit(workspace, user('rita'));
      await expect(keys.admit(workspace, user('ann'))).rejects.toMatchObject({ code: 'id_conflict' });
      await keys.revoke(workspace, first.id);
      expect(await keys.identify(natsSenderKey(workspace, NKEY))).toBeNull();
      await keys.admit(workspace, user('ann'));
      expect(await keys.identify(natsSenderKey(workspace, NKEY))).toMatchObject({ participant: { id: 'ann' } });
      expect(await keys.list(workspace)).toMatchObject([
        { nats_user: NKEY, revoked_at: expect.any(String) as string },
        {},
      ]);
    });

    it('may be anyone, but not as an operator', async () => {
      const keys = new Keys(db.source.getRepository(ApiKeyEntity));
      const workspace = await store.workspace();
      const everybody = {
        participant: { kind: 'operator', id: 'all' },
        role: 'operator',
        nats_user: 'anyone',
      } as const;
      await expect(keys.admit(workspace, everybody)).rejects.toMatchObject({ code: 'forbidden' });
      await keys.admit(workspace, user('guest', 'anyone'));
      expect(await keys.identify(natsSenderKey(workspace, 'anyone'))).toMatchObject({ participant: { id: 'guest' } });
    });
  });

  it('the published agents are listed without their prompts, those of one workspace or one agent alone if asked', async () => {
    const [here, there] = [await store.workspace(), await store.workspace()];
    const context = (agent: string, more: object = {}) => ({
      agent,
      prompt: 'secret',
      subscriptions: [{ schema: 'user.message.v1' }],
      ...more,
    });
    const define = (workspace: string, agent: string, more: object = {}) =>
      store.create(operator(workspace), { schema_name: AgentDef.name, context: context(agent, more) });
    await define(here, 'quiet');
    await define(here, 'scribe', { name: 'The Scribe', publish: { nats: { session: 'office' } } });
    await define(there, 'scribe', { publish: { nats: {} } });
    const list = (workspaces: string[], only?: string) =>
      listPublishedAgents(db.database.within(workspaces), workspaces, only);
    const scribe = {
      workspace: here,
      definition: {
        agent: 'scribe',
        name: 'The Scribe',
        publish: { nats: { session: 'office' } },
        subscriptions: [{ schema: 'user.message.v1' }],
      },
    };
    expect(await list([here])).toEqual([scribe]);
    expect((await list([here, there])).map(({ workspace }) => workspace).sort()).toEqual([here, there].sort());
    expect(await list([here], 'quiet')).toEqual([]);
    expect(await list([])).toEqual([]);
  });
});
