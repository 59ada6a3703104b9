import { creates, message, StoreUnderTest, user } from './store-under-test';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';

describe.each(databases)('retrieval with a floor on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
  }, 60_000);

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  it('withholds the text of candidates that are below the floor of every source that found them', async () => {
    const workspace = await store.workspace();
    const said = ['painting the boat', 'the boat', 'yes', 'nothing of that kind'];
    await store.commit(user(workspace), { writes: creates(...said.map((one) => message(one))) });
    await index.settled();
    const sources = [source('recent', { limit: 2 }), source('text', { floor: 0.9 })];
    const { found } = await index.retrieve(workspace, { query: 'painting a boat', sources });
    expect(found.get('recent')?.map(({ text }) => text)).toEqual(['nothing of that kind', 'yes']);
    const [best, ...others] = found.get('text') ?? [];
    expect(best).toMatchObject({ text: 'painting the boat', score: 1 });
    const bare = others.filter(({ text }) => text === '');
    expect(bare.length).toBeGreaterThan(0);
    for (const one of bare) {
      expect(one).toMatchObject({ digest: '', simhash: '', information: 0 });
      expect(one.tokens).toBeGreaterThan(0);
      expect(one.score).toBeLessThan(0.9);
    }
  });

  it('lists the best candidates below the floor, and counts the rest that no other source lists', async () => {
    const workspace = await store.workspace();
    const all = Array.from({ length: 60 }, (_, nth) => `a boat with ${nth} sails`);
    await store.commit(user(workspace), {
      writes: creates(...['painting the boat', ...all].map((one) => message(one))),
    });
    await index.settled();
    const sources = [source('recent', { limit: 3 }), source('text', { floor: 0.9, limit: 100 })];
    const { found, beyond } = await index.retrieve(workspace, { query: 'painting a boat', sources });
    const texts = found.get('text') ?? [];
    const misses = texts.filter(({ text }) => text === '');
    expect(misses).toHaveLength(20);
    expect(misses.map(({ rank }) => rank)).toEqual([...misses.map(({ rank }) => rank)].sort((a, b) => a - b));
    expect(texts.length + beyond).toBe(61);
    const recent = new Set(found.get('recent')?.map(({ id }) => id));
    expect(texts.filter(({ id }) => recent.has(id))).toHaveLength(3);
  });
});
