import type { Draft, RetrieveRequest } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { SessionTextCache } from '../src/search/session-cache/session-text-cache';
import { readChunks } from '../src/search/retrieve/read-chunks';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';

describe.each(databases)('session text cache on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  const say = async (...contents: (string | Draft)[]): Promise<string[]> => {
    const drafts = contents.map((one) => (typeof one === 'string' ? message(one) : one));
    const { results } = await store.commit(user(workspace), { writes: creates(...drafts) });
    await index.settled();
    return results.map(({ id }) => id);
  };

  const textsBy = async (
    pools: SessionTextCache,
    request: Partial<RetrieveRequest>,
  ): Promise<(readonly string[])[]> => {
    const { found } = await index.retrieve(workspace, request, undefined, pools);
    return [...found.values()].map((candidates) => candidates.map(({ text }) => text));
  };

  it('computes the information of texts from up-to-date document frequencies', async () => {
    await say(...Array.from({ length: 20 }, (_, n) => `okay then number${n}`));
    const information = async (pools: SessionTextCache): Promise<number[]> => {
      const { found } = await index.retrieve(workspace, { sources: [source('recent')] }, undefined, pools);
      return (found.get('recent') ?? []).map((one) => one.information);
    };
    const remembering = new SessionTextCache(store.db.database);
    await information(remembering);
    const [id] = await say('okay', 'a lantern');
    const [lantern, okay] = await information(remembering);
    expect(okay).toBeLessThan(2);
    expect(lantern).toBeGreaterThan((okay ?? 0) + 3);
    expect(await information(remembering)).toEqual(await information(new SessionTextCache(store.db.database)));
    await store.commit(user(workspace), { writes: [{ op: 'erase', id: id as string, if_match: 1 }] });
    await index.settled();
    expect(await information(remembering)).toEqual(await information(new SessionTextCache(store.db.database)));
  });

  it('searches a scope that is too large in the database, with the same access filter and neighbours', async () => {
    await say(
      'What is your favourite book?',
      "Charlotte's Web, always.",
      'Nice weather today',
      message('no', { audience: ['ann'] }),
    );
    const few = new SessionTextCache(store.db.database, { mostTexts: 2 });
    const request = { query: 'Which book is the favourite?', sources: [source('recent'), source('text')] };
    for (const pools of [few, few, new SessionTextCache(store.db.database, { bytes: 1_000 })]) {
      const [recent, text] = await textsBy(pools, request);
      await pools.whenLoaded();
      expect(recent).toEqual(['Nice weather today', "Charlotte's Web, always.", 'What is your favourite book?']);
      expect(text?.slice(0, 2)).toEqual(['What is your favourite book?', "Charlotte's Web, always."]);
    }
  });

  it('finds a misspelt word by spelling in a session that is too large, as in one that is in memory', async () => {
    const between = ['Lunch is at noon', 'We met at the station', 'Ann has a dog', 'Bring a torch'];
    await say('Lighthousekeeping', ...between, 'Nice weather today');
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
    const few = new SessionTextCache(store.db.database, { mostTexts: 2 });
    for (const pools of [few, index.pools]) {
      const [found] = await textsBy(pools, { query: 'weather lighthousekeepinf', sources: [source('hybrid')] });
      expect(found).toEqual(expect.arrayContaining(['Lighthousekeeping', 'Nice weather today']));
    }
  });

  it('finds the text that has most words of the question in a session in the database, however many newer ones have one', async () => {
    const both = 'the gate by the mill';
    const newer = Array.from({ length: 240 }, (_, n) => [`gate number${n}`, `mill number${n}`]).flat();
    await say(both);
    for (let from = 0; from < newer.length; from += 80) await say(...newer.slice(from, from + 80));
    const few = new SessionTextCache(store.db.database, { mostTexts: 2 });
    const [found] = await textsBy(few, { query: 'gate mill', sources: [source('hybrid')] });
    expect(found?.[0]).toBe(both);
    await few.whenLoaded();
  });

  it.each([
    ['with its texts', 0.5],
    ['without its texts', 0],
  ])('follows new, updated and erased texts of a scope of which it keeps an outline %s', async (_, mostWithTexts) => {
    const [first, second] = await say('one owl', 'two owls', 'three owls');
    const few = new SessionTextCache(store.db.database, { mostTexts: 2, mostWithTexts });
    const request = { query: 'owls', sources: [source('recent'), source('text')] };
    const load = async (pools: SessionTextCache): Promise<SessionTextCache> => {
      await textsBy(pools, request);
      await pools.whenLoaded();
      return pools;
    };
    await load(few);
    const agree = async (): Promise<(readonly string[])[]> => {
      const warm = await textsBy(few, request);
      const cold = await load(new SessionTextCache(store.db.database, { mostTexts: 2, mostWithTexts }));
      expect(warm).toEqual(await textsBy(cold, request));
      return warm;
    };
    expect((await agree())[0]).toEqual(['three owls', 'two owls', 'one owl']);
    await say('four owls', 'five owls');
    expect((await agree())[0]).toEqual(['five owls', 'four owls', 'three owls', 'two owls', 'one owl']);
    await store.commit(user(workspace), {
      writes: [
        { op: 'erase', id: first as string, if_match: 1 },
        { op: 'update', id: second as string, if_match: 1, patch: { context: { content: 'two herons' } } },
      ],
    });
    await index.settled();
    const [recent, text] = await agree();
    expect(new Set(recent)).toEqual(new Set(['five owls', 'four owls', 'three owls', 'two herons']));
    expect(new Set(text)).toEqual(new Set(recent));
  });

  it('keeps a scope in memory again once it is small enough', async () => {
    const [first] = await say('one owl', 'two owls', 'three owls');
    const few = new SessionTextCache(store.db.database, { mostTexts: 2 });
    const request = { query: 'owl', sources: [source('text')] };
    const queries = async (): Promise<number> => (await index.retrieve(workspace, request, undefined, few)).queries;
    expect(await queries()).toBeGreaterThan(1);
    await few.whenLoaded();
    await store.commit(user(workspace), { writes: [{ op: 'erase', id: first as string, if_match: 1 }] });
    await index.settled();
    await queries();
    expect(await queries()).toBe(1);
  });

  it('finds the texts of a session that is too large without a further query where its outline keeps texts', async () => {
    await say('one owl', 'two owls', 'three owls');
    const request = { query: 'owl', sources: [source('recent'), source('text')] };
    const countQueries = async (mostWithTexts: number): Promise<number> => {
      const few = new SessionTextCache(store.db.database, { mostTexts: 2, mostWithTexts });
      for (let nth = 0; nth < 2; nth += 1) {
        await index.retrieve(workspace, request, undefined, few);
        await few.whenLoaded();
      }
      return (await index.retrieve(workspace, request, undefined, few)).queries;
    };
    expect([await countQueries(0.5), await countQueries(0)]).toEqual([1, 2]);
  });

  it('loads the outline of a session that becomes too large while it is in memory', async () => {
    await say('one owl', 'two owls');
    const few = new SessionTextCache(store.db.database, { mostTexts: 2 });
    const request = { query: 'owl', sources: [source('text')] };
    const retrieve = async () => {
      const { queries, found } = await index.retrieve(workspace, request, undefined, few);
      await few.whenLoaded();
      return [queries, found.get('text')?.length];
    };
    await retrieve();
    await say('three owls');
    await retrieve();
    expect(await retrieve()).toEqual([1, 3]);
  });

  it('keeps outlines of long sessions that do not fit together with all that is computed from their texts', async () => {
    const long = 'An owl watches the mill at the harbour. '.repeat(30);
    const sessions = Array.from({ length: 6 }, (_, nth) => `long-${nth}`);
    for (const session of sessions)
      await say(...Array.from({ length: 40 }, (_, nth) => message(`${long} ${session} ${nth}`, { session })));
    const cache = new SessionTextCache(store.db.database, { bytes: 1_000_000 });
    const countFound = async (session: string): Promise<number | undefined> => {
      const request = { session, query: 'owl', sources: [source('text')] };
      const { found } = await index.retrieve(workspace, request, undefined, cache);
      await cache.whenLoaded();
      return found.get('text')?.length;
    };
    for (let round = 0; round < 3; round += 1) for (const session of sessions) await countFound(session);
    // What was not in memory is not there any more.
    await store.db.database.query('delete from chunk where workspace = $1', [workspace]);
    for (const session of sessions) expect([session, await countFound(session)]).toEqual([session, 20]);
  });

  it('counts a scope of which not even an outline fits again only after a change of its crumbs', async () => {
    await say('one owl', 'two owls', 'three owls');
    const few = new SessionTextCache(store.db.database, { bytes: 1_000 });
    const request = { query: 'owl', sources: [source('text')] };
    const queries = async (): Promise<number> => (await index.retrieve(workspace, request, undefined, few)).queries;
    await queries();
    await store.db.database.query('delete from chunk where workspace = $1', [workspace]);
    expect([await queries(), await queries()]).toEqual([2, 2]);
    const [id] = await say('four owls');
    await store.commit(user(workspace), { writes: [{ op: 'erase', id: id as string, if_match: 1 }] });
    await index.settled();
    await queries();
    expect(await queries()).toBe(1);
  });

  it('drops its texts when the index is rebuilt', async () => {
    const { database } = store.db;
    await say('an owl', 'a heron');
    expect(await textsBy(index.pools, { sources: [source('recent')] })).toEqual([['a heron', 'an owl']]);
    await index.close();
    await database.query('delete from chunk where workspace = $1', [workspace]);
    await database.query(`update index_cursor set position = 0 where kind = 'text'`);
    while ((await indexNextEvents(database)).more);
    index = await IndexUnderTest.over(store);
    await index.settled();
    expect(await textsBy(index.pools, { sources: [source('recent')] })).toEqual([['a heron', 'an owl']]);
  });

  it('adds words of earlier messages, at a lower weight, to a question with few informative words', async () => {
    const more = Array.from({ length: 12 }, (_, n) => `okay do that on day${n}`);
    await say(...more, 'the lantern in the harbour is broken', ...more);
    await say('shall we repaint the lantern?', message('yes, with a ladder', {}));
    const ask = async (query: string) => index.retrieve(workspace, { query, sources: [source('text', { limit: 3 })] });
    const own = await ask('where is the harbour lantern?');
    expect(own.query?.leans_on).toEqual([]);
    expect(own.query?.terms).toEqual(
      expect.arrayContaining([
        ['lantern', 1],
        ['harbour', 1],
      ]),
    );
    const leaning = await ask('okay do that');
    expect(leaning.query?.leans_on).toHaveLength(2);
    expect(leaning.query?.terms).toEqual(
      expect.arrayContaining([
        ['okay', 1],
        ['ladder', 0.5],
        ['lantern', 0.25],
      ]),
    );
    expect((leaning.found.get('text') ?? []).map(({ text }) => text).join()).toContain('lantern');
    expect((await ask('qwertyuiop?')).query?.leans_on).toHaveLength(2);
  });

  it('finds the right chunk of a long text, and returns its chunks in order', async () => {
    const long = [...Array(60).keys()].map((n) => `This is sentence number ${n} of a story about boats.`);
    await say(
      'Tell me a story.',
      [...long.slice(0, 30), 'The parrot was called Ruby.', ...long.slice(30)].join(' '),
      'Thanks!',
    );
    const { found } = await index.retrieve(workspace, {
      query: 'What was the parrot called?',
      sources: [source('text')],
    });
    const [best] = found.get('text') ?? [];
    expect(best?.text).toContain('Ruby');
    expect(best?.chunks).toBeGreaterThan(1);
    const recent = await index.retrieve(workspace, { sources: [source('recent', { limit: 2 })] });
    const pieces = (recent.found.get('recent') ?? []).filter(({ chunks: many }) => many > 1);
    expect(pieces.map(({ chunk }) => chunk)).toEqual([...Array(best?.chunks).keys()]);
  });

  it('returns texts from readChunks as they were indexed, and renders those that are no longer indexed', async () => {
    const [id] = await say('before');
    const patch = { context: { content: 'after' } };
    await store.commit(operator(workspace), { writes: [{ op: 'update', id: id as string, if_match: 1, patch }] });
    await index.settled();
    const { database } = store.db;
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
    await database.query('delete from chunk where workspace = $1 and version = 1', [workspace]);
    const refs = [1, 2, 3].map((version) => ({ id: id as string, version, chunk: 0 }));
    const reply = await readChunks(database, { workspace }, { viewer: 'a', refs, tokenizer: 'cl100k_base' });
    expect(reply.chunks.map((one) => one && 'text' in one && [one.text, one.version, one.tokens])).toEqual([
      ['before', 1, 1],
      ['after', 2, 1],
      null,
    ]);
    expect(reply.queries).toBe(1);
  });
});
