import { MemoryLong, memoryTags, type SearchRequest } from '@crumbtrail/contracts';
import { rebuildKeys } from '../src/search/index/text/rebuild-keys';
import { keepMeaningIndex } from '../src/search/index/vectors/hnsw-index';
import { searchCrumbs } from '../src/search/retrieve/search-crumbs';
import { databases } from './databases';
import { FEATURE_WEIGHTS, IndexUnderTest, source } from './index-under-test';
import { message, service, StoreUnderTest, user } from './store-under-test';

const ANSWER = 'Our kitten naps on the sunny windowsill all morning.';
const OTHERS = ['The invoice of the printer is overdue.', 'Seven people voted for the new bylaws.'];
/** Has no word of the answer. */
const QUESTION = 'Which pet sleeps there?';

describe.each(databases)('meanings of texts beyond a session, on %s', (_name, open) => {
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
    expect(index.errors).toEqual([]);
  });

  const write = async (...texts: readonly string[]) => {
    const written = [];
    for (const text of texts) written.push(await store.create(user(workspace), message(text)));
    await index.settled();
    return written;
  };
  const search = async (request: Partial<SearchRequest> = {}, from = user(workspace)) => {
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    const { results } = await searchCrumbs(parts, from, { query: QUESTION, mode: 'hybrid', ...request });
    return results.map(({ breadcrumb, scores }) => [breadcrumb.context?.['content'], scores['meaning'] ?? 0] as const);
  };
  /** What a context in another session finds in the whole workspace. */
  const elsewhere = async (query = QUESTION) => {
    const sources = [source('hybrid', { scope: 'workspace' })];
    const features = { ...FEATURE_WEIGHTS, meaning: 0.5 };
    const { found } = await index.retrieve(workspace, { session: 'elsewhere', query, sources, features });
    return (found.get('hybrid') ?? []).map(({ text, scores }) => [text, scores['meaning'] ?? 0] as const);
  };
  type Found = readonly (readonly [text: unknown, meaning: number])[];
  const isByMeaning = ([first]: Found) => first?.[0] === ANSWER && first[1] > 0;

  it('find a text without a word of the question by searches and contexts of other sessions, which say so', async () => {
    await write(ANSWER, ...OTHERS);
    for (const found of [await search(), await search({ mode: 'vector' }), await elsewhere()])
      expect(isByMeaning(found)).toBe(true);
  });

  it('choose among what an agent remembers of other sessions, however old it is', async () => {
    const [said] = await write('a source');
    const { id, version } = said ?? { id: '', version: 0 };
    for (const text of [ANSWER, ...OTHERS]) {
      const facts = [{ id: 'aaaaaaaa', text, sources: [{ id, version }] }];
      const context = { agent: 'assistant', section: text.slice(0, 3).toLowerCase(), readers: 'all', facts };
      const draft = { schema_name: MemoryLong.name, audience: 'all' as const, tags: memoryTags(context), context };
      await store.create(service(workspace, 'memory-keeper'), draft);
    }
    await index.settled();
    const remembered = source('memory', { schemas: [], scope: 'workspace', memories: 'agent', limit: 1 });
    const sources = [remembered, source('hybrid', { scope: 'workspace' })];
    const features = { ...FEATURE_WEIGHTS, meaning: 0.5 };
    const { found } = await index.retrieve(workspace, { query: QUESTION, session: 'elsewhere', sources, features });
    expect(found.get('memory')?.map(({ text }) => text)).toEqual([expect.stringContaining(ANSWER)]);
  });

  it('are not compared by a search for words, nor with a question that is not English', async () => {
    await write(ANSWER, ...OTHERS);
    expect(await search({ mode: 'text' })).toEqual([]);
    expect(await search({ query: 'Welches Haustier schläft dort auf der Bank?' })).toEqual([]);
  });

  it('find nothing of another workspace, and nothing that the asker may not read', async () => {
    await write(...OTHERS);
    const own = workspace;
    workspace = await store.workspace();
    await write(ANSWER);
    const other = workspace;
    workspace = own;
    await store.create(user(workspace, 'bob'), { ...message(ANSWER), audience: ['user:bob'] });
    await index.settled();
    for (const found of [await search(), await elsewhere()]) expect(found.map(([text]) => text)).not.toContain(ANSWER);
    expect(isByMeaning(await search({}, user(workspace, 'bob')))).toBe(true);
    workspace = other;
    expect(isByMeaning(await search())).toBe(true);
  });

  it('go with an erased text', async () => {
    const [answer] = await write(ANSWER, ...OTHERS);
    const id = answer?.id as string;
    await store.commit(user(workspace), { writes: [{ op: 'erase', id, if_match: 1 }] });
    expect((await search()).map(([text]) => text)).not.toContain(ANSWER);
    expect((await elsewhere()).map(([text]) => text)).not.toContain(ANSWER);
    expect((await index.rows('chunk', workspace)).map(({ crumb_id }) => crumb_id)).not.toContain(id);
  });

  it('change with the text', async () => {
    const [answer] = await write(ANSWER, ...OTHERS);
    const id = answer?.id as string;
    const patch = { context: { content: 'The ferry to the island leaves at noon.' } };
    await store.commit(user(workspace), { writes: [{ op: 'update', id, if_match: 1, patch }] });
    await index.settled();
    expect((await search()).map(([text]) => text)).not.toContain(patch.context.content);
    expect((await search({ query: 'Which boat sails there?' }))[0]?.[0]).toBe(patch.context.content);
  });

  it('of texts that an earlier version has indexed are written in the background; until then words find them', async () => {
    await write(ANSWER, ...OTHERS);
    const { database } = store.db;
    const now = await index.rows('chunk', workspace);
    await database.query('update chunk set meaning = null where workspace = $1', [workspace]);
    await database.query(`delete from index_cursor where kind like 'keys/%'`);
    expect((await search()).filter(([, meaning]) => meaning > 0)).toEqual([]);
    expect(await search({ query: 'Who naps on the windowsill?' })).toEqual([[ANSWER, 0]]);
    const mayGoOn = () => Promise.resolve(true);
    expect(await rebuildKeys(database, store.writer.position, mayGoOn)).toBeGreaterThanOrEqual(3);
    expect(isByMeaning(await search())).toBe(true);
    expect(isByMeaning(await elsewhere())).toBe(true);
    expect(await index.rows('chunk', workspace)).toEqual(now);
  });

  it('have an index on Postgres where a workspace has many texts, and it finds the same', async () => {
    await write(ANSWER, ...OTHERS);
    const { database } = store.db;
    const indexes = () =>
      database.query(`select 1 from pg_indexes where tablename = 'chunk' and indexdef like '%hnsw (meaning%'`);
    const before = [await search(), await elsewhere()];
    await database.query('analyze chunk');
    await keepMeaningIndex(database, { isWanted: true });
    expect(await indexes()).toHaveLength(0);
    await keepMeaningIndex(database, { isWanted: true, manyTexts: 1 });
    expect(await indexes()).toHaveLength(database.kind === 'postgres' ? 1 : 0);
    expect([await search(), await elsewhere()]).toEqual(before);
    await keepMeaningIndex(database, { isWanted: false });
    expect(await indexes()).toHaveLength(0);
  });
});
