import { AgentDef, UserMessage, type Participant } from '@crumbtrail/contracts';
import { Keys } from '../src/identity/keys';
import { Namesakes } from '../src/identity/namesakes';
import { ApiKeyEntity } from '../src/entities/workspace.entity';
import { databases, type TestDatabase } from './databases';
import { message, operator, StoreUnderTest, user } from './store-under-test';

const named = (kind: Participant['kind'], id: string): Participant => ({ kind, id });

describe.each(databases)('a new key for an id that somebody has, on %s', (_name, open) => {
  let db: TestDatabase;
  let store: StoreUnderTest;
  let namesakes: Namesakes;
  let workspace: string;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
    namesakes = new Namesakes(db.database);
    workspace = await store.workspace();
    const context = { agent: 'helper', prompt: 'Help.', subscriptions: [{ schema: UserMessage.name }] };
    await store.create(operator(workspace), { schema_name: AgentDef.name, context });
    await store.create(user(workspace, 'ann'), message('hello'));
  }, 60_000);
  afterAll(() => store.close());

  it.each([
    ['an agent that is defined', named('user', 'helper'), /There is agent:helper in this workspace/],
    ['a person who has written', named('agent', 'ann'), /There is user:ann in this workspace/],
  ])('is refused if that is %s', async (_who, participant, text) => {
    await expect(namesakes.requireNone(workspace, participant)).rejects.toMatchObject({
      code: 'id_conflict',
      message: expect.stringMatching(text) as string,
    });
  });

  it('is refused if that is the holder of a valid key, and no longer when that key is revoked', async () => {
    const keys = new Keys(db.source.getRepository(ApiKeyEntity));
    const key = await keys.create(workspace, { participant: named('user', 'rita'), role: 'reader' });
    const attempt = (): Promise<void> => namesakes.requireNone(workspace, named('agent', 'rita'));
    await expect(attempt()).rejects.toMatchObject({ code: 'id_conflict' });
    await keys.revoke(workspace, key.id);
    await expect(attempt()).resolves.toBeUndefined();
  });

  it('is created for the same participant, for a free id, and in another workspace', async () => {
    await expect(namesakes.requireNone(workspace, named('user', 'ann'))).resolves.toBeUndefined();
    await expect(namesakes.requireNone(workspace, named('agent', 'helper'))).resolves.toBeUndefined();
    await expect(namesakes.requireNone(workspace, named('user', 'free'))).resolves.toBeUndefined();
    const other = await store.workspace();
    await expect(namesakes.requireNone(other, named('agent', 'ann'))).resolves.toBeUndefined();
  });
});
