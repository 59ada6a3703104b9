import { AgentDef, UserMessage } from '@crumbtrail/contracts';
import { ApiKeyEntity } from '../src/entities/workspace.entity';
import { Keys } from '../src/identity/keys';
import { readCrumbs } from '../src/reading/read-crumbs';
import { readTrail } from '../src/reading/read-trail';
import { databases, type TestDatabase } from './databases';
import { message, operator, StoreUnderTest, user } from './store-under-test';

describe.each(databases)('the display name of an author, on %s', (_name, open) => {
  let db: TestDatabase;
  let store: StoreUnderTest;
  let keys: Keys;
  let workspace: string;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
    keys = new Keys(db.source.getRepository(ApiKeyEntity));
  }, 60_000);
  beforeEach(async () => void (workspace = await store.workspace()));
  afterAll(() => store.close());

  const authorOf = async (id: string) => {
    const [crumb] = (await readCrumbs(db.database, { refs: [{ id }] }, operator(workspace))).crumbs;
    const { nodes } = await readTrail(db.database, { id }, operator(workspace));
    return [crumb && 'author' in crumb ? crumb.author : null, nodes[0]?.author];
  };

  it.each(['Fahim Khan', 'José', '田中'])('is that of the key, in any letters: %s', async (name) => {
    const participant = { kind: 'user', id: 'rita' } as const;
    const { secret, ...key } = await keys.create(workspace, { participant, name, role: 'writer' });
    expect([key.name, (await keys.identify(secret))?.name]).toEqual([name, name]);
    const { id } = await store.create({ ...user(workspace, 'rita'), name }, message('hello'));
    expect(await authorOf(id)).toEqual([
      { kind: 'user', id: 'rita', name },
      { kind: 'user', id: 'rita', name },
    ]);
  });

  it('comes with the message where the key has none, and is absent where neither has one', async () => {
    const bridge = user(workspace, 'bridge');
    const named = await store.create(bridge, { ...message('hello'), author: { name: 'José' } });
    const plain = await store.create(bridge, message('hello'));
    const author = { kind: 'user', id: 'bridge' };
    expect(await authorOf(named.id)).toEqual([
      { ...author, name: 'José' },
      { ...author, name: 'José' },
    ]);
    expect(await authorOf(plain.id)).toEqual([author, author]);
  });

  it('is imported with its author', async () => {
    const author = { kind: 'user', id: 'ann', name: 'Ann Lee' } as const;
    const draft = { schema_name: UserMessage.name, context: { content: 'long ago' }, author };
    const { results } = await store.commit(operator(workspace), {
      writes: [{ op: 'create', draft }],
      imported: true,
    });
    expect(await authorOf(results[0]?.id ?? '')).toEqual([author, author]);
  });

  it('is refused for keys of agents, whose definitions have names', async () => {
    const participant = { kind: 'agent', id: 'scout' } as const;
    await expect(keys.create(workspace, { participant, name: 'Scout', role: 'writer' })).rejects.toMatchObject({
      code: 'forbidden',
      message: `A key's name is that of a person; the name of the agent scout is in its ${AgentDef.name}.`,
    });
  });
});
