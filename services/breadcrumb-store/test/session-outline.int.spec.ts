import { SessionTextCache } from '../src/search/session-cache/session-text-cache';
import { databases } from './databases';
import { IndexUnderTest, source } from './index-under-test';
import { creates, message, StoreUnderTest, user } from './store-under-test';

const SUBJECTS = ['the ferry', 'our wedding', 'a puppy', 'the new roof', 'my garden', 'the budget'];
const SAID = ['was late again', 'is planned for June', 'costs more than we thought', 'needs help', 'looks fine'];

/** One of many messages about few subjects; some are long enough to have several chunks. */
function contentOf(nth: number): string {
  const content = `${SUBJECTS[nth % 6] ?? ''} ${SAID[(nth * 7) % 5] ?? ''} ${nth % 11 === 0 ? 'Is it paid?' : ''} ${nth}`;
  return nth % 17 === 0 ? `${content}. `.repeat(40) : content;
}

const QUERIES = ['Who is getting married?', 'what about the roof and the budget', 'the dog', 'When was ferry 66 late?'];
const SOURCES = [source('hybrid', { limit: 50 }), source('text', { limit: 50 }), source('vector', { limit: 50 })];

describe.each(databases)('a session of which only an outline is in memory on %s', (_name, open) => {
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

  it('has the same results with the same scores as one that is in memory whole', async () => {
    const workspace = await store.workspace();
    for (let from = 0; from < 240; from += 60) {
      const drafts = Array.from({ length: 60 }, (__, at) => message(contentOf(from + at)));
      await store.commit(user(workspace), { writes: creates(...drafts) });
    }
    await index.settled();
    const { database } = store.db;
    const whole = new SessionTextCache(database);
    const withTexts = new SessionTextCache(database, { mostTexts: 2 });
    const withoutTexts = new SessionTextCache(database, { mostTexts: 2, mostWithTexts: 0 });
    const ask = async (cache: SessionTextCache, query: string): Promise<unknown> => {
      const { found } = await index.retrieve(workspace, { query, sources: SOURCES }, undefined, cache);
      await cache.whenLoaded();
      return [...found.values()].map((some) =>
        some.map(({ id, chunk, score, scores, text }) => [id, chunk, score, scores, text]),
      );
    };
    for (const cache of [whole, withTexts, withoutTexts]) await ask(cache, 'the ferry');
    for (const query of QUERIES) {
      const expected = await ask(whole, query);
      expect([query, await ask(withTexts, query)]).toEqual([query, expected]);
      expect([query, await ask(withoutTexts, query)]).toEqual([query, expected]);
    }
  });
});
