import { buildRefreshStatement, MOST_RECENT } from '../src/search/session-cache/refresh-statement';
import type { RecentChanges } from '../src/search/session-cache/term-count-cache';
import { databases } from './databases';
import { IndexUnderTest } from './index-under-test';
import { creates, message, StoreUnderTest, user } from './store-under-test';

it.each(databases)(
  'a refresh reads the words of new texts on %s, and of none after more events than are followed',
  async (_name, open) => {
    const store = await StoreUnderTest.over(await open());
    const index = await IndexUnderTest.over(store);
    const workspace = await store.workspace();
    const say = async (...contents: string[]): Promise<void> => {
      await store.commit(user(workspace), { writes: creates(...contents.map((one) => message(one))) });
      await index.settled();
    };
    const since = store.writer.position;
    const recent = async (): Promise<RecentChanges | undefined> => {
      const question = { workspace, query: 'owl', scopes: [], countsSince: since, embedder: null, most: 10 };
      const { statement, params } = buildRefreshStatement(question);
      return (await store.db.database.read<{ recent: RecentChanges }>(statement, params))[0]?.recent;
    };
    await say('an owl', 'a heron');
    expect(await recent()).toMatchObject({ events: 2, texts: [expect.anything(), expect.anything()] });
    await say(...Array.from({ length: MOST_RECENT }, (_, nth) => `${nth} swans`));
    expect(await recent()).toMatchObject({ events: MOST_RECENT + 1, texts: null });
    await index.close();
    await store.close();
  },
  60_000,
);
