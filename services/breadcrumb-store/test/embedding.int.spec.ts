import { eventually } from '@crumbtrail/testing';
import type { Embedder } from '../src/search/embedders/embedder';
import { wordsEmbedder } from '../src/search/embedders/words-embedder';
import { message, StoreUnderTest, user } from './store-under-test';
import { EmbeddingServer } from './embedding-server';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';

describe.each(databases)('vectors on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let server: EmbeddingServer;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
    server = new EmbeddingServer();
    await server.listen();
  });

  /** Embedders and what they leave belong to the whole database. */
  afterEach(async () => {
    await index.close();
    await server.close();
    await store.db.database.query('truncate chunk, embedding_choice cascade');
    await store.db.database.query(`delete from index_cursor where kind like 'vector:%'`);
  });

  afterAll(async () => {
    await store.close();
  });

  const vectors = async (): Promise<{ embedder: string; embedding: number[]; text: string }[]> => {
    const rows = await store.db.database.query<{ embedder: string; embedding: string; text: string }>(
      'select v.embedder, v.embedding::text as embedding, k.text from chunk_vector v join chunk k using (workspace, crumb_id, version, ordinal) order by k.position',
    );
    return rows.map((row) => ({ ...row, embedding: JSON.parse(row.embedding) as number[] }));
  };

  const named = (name: string): Embedder | null =>
    name === wordsEmbedder.name ? wordsEmbedder : server.embedder(name.replace(/^openai\//, ''));
  const standing = () => index.index.embeddings.status();
  const use = (name: string) => index.index.embeddings.chooseEmbedder(name);
  const embedders = async (): Promise<string[]> => [...new Set((await vectors()).map(({ embedder }) => embedder))];
  /** The texts that a question finds, and the embedder of the vectors. */
  const asked = async (query: string) => {
    const { embedder, found } = await index.retrieve(workspace, { query, sources: [source('vector', { limit: 100 })] });
    return { embedder, texts: (found.get('vector') ?? []).map(({ text }) => text) };
  };
  const served = (name: string) => eventually(async () => (await standing()).serving === name);

  it.each([
    ['openai/small', 'openai/small'],
    ['lexical/2', 'words/1'],
  ])(
    'of %s, chosen while the default was lexical, are those of %s when the default is words',
    async (saved, serving) => {
      const insert = 'insert into embedding_choice (one, name, environment) values (true, $1, $2)';
      await store.db.database.query(insert, [saved, 'lexical/2']);
      index = await IndexUnderTest.over(store, wordsEmbedder, named);
      expect((await standing()).chosen).toBe(serving);
      await index.close();
      index = await IndexUnderTest.over(store, wordsEmbedder, named);
      expect((await standing()).chosen).toBe(serving);
    },
  );

  it('of another embedder are tried before it serves, with what it would have to embed', async () => {
    index = await IndexUnderTest.over(store, wordsEmbedder, named);
    await store.create(user(workspace), message('a kingfisher'));
    await store.create(user(workspace), message('a heron by the river'));
    await index.settled();
    const tried = await index.index.embeddings.tryEmbedder('openai/small', ['a kingfisher', 'a kingfisher']);
    expect(tried).toMatchObject({ embedder: 'openai/small', ok: true, pending: 2 });
    expect(tried.pending_characters).toBe('a kingfisher'.length + 'a heron by the river'.length);
    expect(await vectors()).toEqual([]);
  });

  it('are computed once the server is back; until then texts are found by words', async () => {
    server.status = 503;
    index = await IndexUnderTest.over(store, server.embedder());
    await store.create(user(workspace), message('a kingfisher'));
    await store.create(user(workspace), message('x'));
    await index.settled();
    await eventually(() => index.errors.length > 0);
    expect(await vectors()).toEqual([]);
    expect((await index.texts(workspace, 'text', { query: 'kingfisher' }))[0]).toBe('a kingfisher');
    expect(await index.texts(workspace, 'vector', { query: 'kingfisher' })).toEqual([]);
    const { found, embedder } = await index.retrieve(workspace, { query: 'kingfisher', sources: [source('hybrid')] });
    expect(embedder).toBeNull();
    expect(Object.keys(found.get('hybrid')?.[0]?.scores ?? {})).toEqual(['bm25']);
    server.status = 200;
    await eventually(async () => (await vectors()).length === 2);
    const [one] = await vectors();
    expect(Math.hypot(...(one?.embedding ?? []))).toBeCloseTo(1, 5);
    expect((await asked('a kingfisher')).texts[0]).toBe('a kingfisher');
  });

  it('of a refused text are retried later, and other texts get theirs', async () => {
    server.poison = 'poison';
    index = await IndexUnderTest.over(store, server.embedder());
    for (const content of ['one', 'poison', 'three']) await store.create(user(workspace), message(content));
    await index.settled();
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
    expect((await vectors()).map(({ text }) => text)).toEqual(['one', 'three']);
    expect(await index.rows('vector_retry', workspace)).toHaveLength(1);
    server.poison = null;
    await store.db.database.query('update vector_retry set due_at = now()');
    await eventually(async () => (await vectors()).length === 3);
    expect(await index.rows('vector_retry', workspace)).toEqual([]);
  });

  it('are not stored for the built-in embedder, which serves after a restart too until those of another are complete', async () => {
    index = await IndexUnderTest.over(store);
    for (const content of ['a grebe', 'x']) await store.create(user(workspace), message(content));
    await index.settled();
    const through = store.writer.position;
    expect(await standing()).toMatchObject({ serving: 'words/1', backlog: 0, embedded_position: through });
    await index.close();
    expect(await vectors()).toEqual([]);
    server.status = 503;
    index = await IndexUnderTest.over(store, server.embedder(), named);
    await eventually(() => index.errors.length > 0);
    expect(await asked('a grebe')).toEqual({ embedder: 'words/1', texts: ['a grebe', 'x'] });
    server.status = 200;
    await served('openai/small');
    expect((await vectors()).map(({ embedder }) => embedder)).toEqual(['openai/small', 'openai/small']);
    const { embedder, texts } = await asked('a grebe');
    expect([embedder, texts[0]]).toEqual(['openai/small', 'a grebe']);
  });

  it('of an embedder that the built-in one replaces are deleted, and it serves at once', async () => {
    index = await IndexUnderTest.over(store, server.embedder(), named);
    for (const content of ['a grebe', 'x']) await store.create(user(workspace), message(content));
    await index.settled();
    await eventually(async () => (await vectors()).length === 2);
    await use(wordsEmbedder.name);
    expect(await standing()).toMatchObject({ serving: 'words/1', chosen: 'words/1' });
    expect(await asked('a grebe')).toEqual({ embedder: 'words/1', texts: ['a grebe', 'x'] });
    await eventually(async () => (await vectors()).length === 0);
  });

  it('of a newly chosen embedder are computed while the previous ones serve, and then take over', async () => {
    index = await IndexUnderTest.over(store, wordsEmbedder, named);
    const texts = Array.from({ length: 70 }, (_, n) => `grebe number ${n}`);
    for (const content of texts) await store.create(user(workspace), message(content));
    await index.settled();
    server.patience = 1;
    await use('openai/small');
    await eventually(async () => (await standing()).trouble !== undefined);
    expect(await vectors()).toHaveLength(64);
    expect(await standing()).toMatchObject({ serving: 'words/1', chosen: 'openai/small', backlog: 6 });
    expect((await standing()).trouble).toContain('503');
    await store.create(user(workspace), message('grebe at last'));
    await index.settled();
    await eventually(async () => (await asked('grebe at last')).texts.includes('grebe at last'));
    expect((await asked('grebe')).embedder).toBe('words/1');
    server.patience = Infinity;
    await served('openai/small');
    expect(await embedders()).toEqual(['openai/small']);
    const [both, through] = ['openai/small', store.writer.position];
    const now = { serving: both, chosen: both, backlog: 0, embedded_position: through, indexed_position: through };
    expect(await standing()).toEqual({ ...now, configured: 'words/1', embedded: (await vectors()).length });
    const { embedder, texts: found } = await asked('grebe number 7');
    expect([embedder, found.slice(0, 10).every((text) => /^grebe number .$/.test(text))]).toEqual([
      'openai/small',
      true,
    ]);
  });

  it('are not used for a question that the embedder cannot embed, and the status reports that', async () => {
    index = await IndexUnderTest.over(store, server.embedder(), named);
    for (const content of ['a heron', 'x']) await store.create(user(workspace), message(content));
    await index.settled();
    await served('openai/small');
    server.status = 503;
    expect(await asked('a heron')).toEqual({ embedder: null, texts: [] });
    expect((await standing()).trouble).toContain('503');
    server.status = 200;
    expect((await asked('a heron')).embedder).toBe('openai/small');
    // A refused request of the index may be reported after the question was answered.
    await eventually(async () => !('trouble' in (await standing())));
  });

  it('do not wait for an unresponsive server when another embedder is chosen', async () => {
    await store.create(user(workspace), message('a heron'));
    index = await IndexUnderTest.over(store, wordsEmbedder, named);
    await index.settled();
    const speak = server.hush();
    await use('openai/small');
    await eventually(() => server.heard > 0);
    await use(wordsEmbedder.name);
    expect([(await standing()).chosen, server.asked]).toEqual([wordsEmbedder.name, []]);
    speak();
    await eventually(() => server.asked.length > 0);
    await eventually(async () => (await vectors()).length === 0);
  });

  it('of an embedder chosen at run time are computed after a restart too, until the environment changes', async () => {
    await store.create(user(workspace), message('a grebe'));
    index = await IndexUnderTest.over(store, wordsEmbedder, named);
    await use('openai/small');
    await served('openai/small');
    await index.close();
    index = await IndexUnderTest.over(store, wordsEmbedder, named);
    expect(await standing()).toMatchObject({ serving: 'openai/small', chosen: 'openai/small' });
    await index.close();
    index = await IndexUnderTest.over(store, server.embedder('wide'), named);
    expect((await standing()).chosen).toBe('openai/wide');
    await served('openai/wide');
    await index.close();
    index = await IndexUnderTest.over(store, server.embedder('wide'), () => null);
    expect((await standing()).chosen).toBe('openai/wide');
  });

  it('are complete and of one embedder only after any sequence of choices', async () => {
    for (const content of ['one', 'two', 'three']) await store.create(user(workspace), message(content));
    index = await IndexUnderTest.over(store, wordsEmbedder, named);
    await index.settled();
    for (const name of ['openai/small', 'openai/wide', 'words/1', 'openai/wide', 'openai/small', 'words/1'])
      await use(name);
    await Promise.all(['openai/wide', 'openai/small', 'openai/wide'].map(use));
    await served('openai/wide');
    await eventually(async () => (await embedders()).join() === 'openai/wide');
    expect((await vectors()).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    await use('openai/small');
    await served('openai/small');
    await use('openai/wide');
    await served('openai/wide');
    await eventually(async () => (await embedders()).join() === 'openai/wide');
    expect((await vectors()).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect((await asked('three')).texts[0]).toBe('three');
    const hnsw = `select 1 from pg_indexes where tablename = 'chunk_vector' and indexdef like '%hnsw%'`;
    const indexes = store.db.database.kind === 'postgres' ? 1 : 0;
    await eventually(async () => (await store.db.database.query(hnsw)).length === indexes);
  });
});
