import { MemoryShort, memoryTags, type MemoryFact, type Ref, type SourcePlan } from '@crumbtrail/contracts';
import { SessionTextCache, type SessionTextCacheOptions } from '../src/search/session-cache/session-text-cache';
import { databases } from './databases';
import { IndexUnderTest, source } from './index-under-test';
import { creates, message, service, StoreUnderTest, user } from './store-under-test';

const CACHES: readonly (readonly [string, SessionTextCacheOptions])[] = [
  ['the cached texts', {}],
  ['the outline', { mostTexts: 2 }],
];

describe.each(databases)('the short-term memory of a session on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let workspace: string;
  let said: Ref;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
    const writes = creates(message('the owl'), message('the lamp'), message('the quay'));
    const { results } = await store.commit(user(workspace), { writes });
    const [{ id, version } = { id: '', version: 0 }] = results;
    said = { id, version };
  });

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  const contextOf = (nth: number) => {
    const fact: MemoryFact = { id: 'aaaaaaaa', text: `Ann lives in house ${nth}.`, sources: [said] };
    return { agent: 'assistant', session: 'demo', readers: 'all', until: 1, facts: [fact] };
  };
  const keeper = () => service(workspace, 'memory-keeper');

  const remember = (nth: number) => {
    const context = contextOf(nth);
    return store.create(keeper(), {
      schema_name: MemoryShort.name,
      audience: 'all',
      tags: memoryTags(context),
      context,
    });
  };

  /** Gives the memory as many more versions, as compactions do. */
  async function compact({ id }: Ref, times: number): Promise<void> {
    for (let nth = 1; nth <= times; nth += 1)
      await store.commit(keeper(), {
        writes: [{ op: 'update', id, if_match: nth, patch: { context: contextOf(nth) } }],
      });
    await index.settled();
  }

  const asked: readonly SourcePlan[] = [
    source('recent'),
    source('memory', { section: 'memory', schemas: [], memories: 'session' }),
    source('latest', { schemas: [MemoryShort.name] }),
    source('text', { schemas: [MemoryShort.name] }),
  ];

  async function find(
    pools: SessionTextCache,
    more: { readonly as_of?: number; readonly exclude?: readonly Ref[] } = {},
  ) {
    const { found } = await index.retrieve(
      workspace,
      { query: 'which house?', sources: asked, ...more },
      undefined,
      pools,
    );
    await pools.whenLoaded();
    return Object.fromEntries([...found].map(([name, all]) => [name, all.map(({ text }) => text.trim())]));
  }

  it.each(CACHES)('takes no room in %s, however often it was written', async (_, options) => {
    await index.settled();
    const pools = new SessionTextCache(store.db.database, options);
    await find(pools);
    await find(pools);
    const { bytes } = pools;
    await compact(await remember(0), 20);
    await find(pools);
    expect([pools.bytes, bytes > 100]).toEqual([bytes, true]);
  });

  it.each(CACHES)('is found beside %s in its newest version, or in that of the asked position', async (_, options) => {
    const pools = new SessionTextCache(store.db.database, options);
    const memory = await remember(0);
    await index.settled();
    const before = store.writer.position;
    await compact(memory, 3);
    const recent = ['the quay', 'the lamp', 'the owl'];
    for (let nth = 0; nth < 2; nth += 1) {
      const texts = (house: number) => Array<unknown>(1).fill(expect.stringContaining(`Ann lives in house ${house}.`));
      expect(await find(pools)).toEqual({ recent, memory: texts(3), latest: texts(3), text: texts(3) });
      expect(await find(pools, { as_of: before })).toEqual({
        recent,
        memory: texts(0),
        latest: texts(0),
        text: texts(0),
      });
    }
  });

  it('is not found where it rests on what the conversation of the message has left', async () => {
    const pools = new SessionTextCache(store.db.database, {});
    await remember(0);
    await index.settled();
    const other = { id: '00000000-0000-4000-8000-000000000001', version: 1 };
    const left = await find(pools, { exclude: [other, said] });
    expect(left).toEqual({ recent: ['the quay', 'the lamp'], memory: [], latest: [], text: [] });
    expect((await find(pools)).memory).toHaveLength(1);
  });
});
