import { SessionTextCache } from '../src/search/session-cache/session-text-cache';
import { databases } from './databases';
import { IndexUnderTest, source } from './index-under-test';
import { measureBytes } from './measure-bytes';
import { creates, message, StoreUnderTest, user } from './store-under-test';

const SESSIONS = Array.from({ length: 10 }, (_, nth) => `long-${nth}`);
const MESSAGES = 100;
const WORDS = 60;
const CACHE_BYTES = 4_000_000;
/** What other specs have left in this process is freed in fewer than half of them. */
const TRIALS = 5;
/** The share by which what is taken may differ from what is said. */
const MOST_DIFFERENCE = 0.15;

const textOf = (session: number, nth: number): string =>
  Array.from({ length: WORDS }, (_, at) => `longerword${(session * 613 + nth * 37 + at * 11) % 1_000}`).join(' ');

describe.each(databases)('memory of the session text cache on %s', (_name, open) => {
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

  it('takes what it says and stays within its limit while previews run over long sessions that do not fit together', async () => {
    const workspace = await store.workspace();
    const ids = new Set<string>();
    for (const [at, session] of SESSIONS.entries()) {
      const drafts = Array.from({ length: MESSAGES }, (__, nth) => message(textOf(at, nth), { session }));
      const { results } = await store.commit(user(workspace), { writes: creates(...drafts) });
      for (const { id } of results) ids.add(id);
      await index.settled();
    }
    const cache = new SessionTextCache(store.db.database, { bytes: CACHE_BYTES });
    const preview = async (round: number): Promise<void> => {
      for (const [at, session] of SESSIONS.entries()) {
        const query = textOf(at, round)
          .split(' ')
          .slice(round, round + 6)
          .join(' ');
        const exclude = [{ id: `00000000-0000-4000-8000-0000000000${10 + round}`, version: 1 }];
        const sources = [source('recent'), source('hybrid', { limit: 50 })];
        await index.retrieve(workspace, { session, query, sources, exclude }, undefined, cache);
        await cache.whenLoaded();
      }
    };
    const shares: number[] = [];
    for (let nth = 0; nth < TRIALS; nth += 1) {
      for (let round = 0; round < 3; round += 1) await preview(nth * 3 + round);
      expect(cache.bytes).toBeLessThanOrEqual(CACHE_BYTES);
      expect(cache.bytes).toBeGreaterThan(0.8 * CACHE_BYTES);
      const said = cache.bytes;
      const before = measureBytes();
      cache.forget(workspace, ids);
      shares.push((before - measureBytes()) / said);
    }
    const median = shares.sort((one, other) => one - other)[Math.floor(TRIALS / 2)] ?? 0;
    expect(median).toBeLessThan(1 + MOST_DIFFERENCE);
    expect(median).toBeGreaterThan(1 - MOST_DIFFERENCE);
  }, 120_000);
});
