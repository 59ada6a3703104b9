import { creates, message, operator, StoreUnderTest } from './store-under-test';
import { databases } from './databases';
import { IndexUnderTest, source } from './index-under-test';

/** More than the index could reach while a request waits for it. */
const COMMITS = 3;
const CRUMBS_EACH = 1_000;

describe.each(databases)('a session of freshly imported messages on %s', (_name, open) => {
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

  it('is found before the index has reached it: its newest messages, and the position that the index covers', async () => {
    const workspace = await store.workspace();
    await index.settled();
    await index.index.stop();
    const from = store.writer.position;
    for (let n = 0; n < COMMITS; n += 1) {
      const drafts = Array.from({ length: CRUMBS_EACH }, (_one, i) => message(`message ${n * CRUMBS_EACH + i}`));
      await store.commit(operator(workspace), { imported: true, writes: creates(...drafts) });
    }
    const sources = [source('recent', { limit: 3 }), source('hybrid')];
    const reply = await index.retrieve(workspace, { sources, query: 'message 2999', readers: 'all' });
    const recent = (reply.found.get('recent') ?? []).map(({ text }) => text);
    expect(recent).toEqual(['message 2999', 'message 2998', 'message 2997']);
    expect([reply.index_position, store.writer.position]).toEqual([from, from + COMMITS * CRUMBS_EACH]);
  });
});
