import { eventually } from '@crumbtrail/testing';
import { message, StoreUnderTest, user } from './store-under-test';
import { EmbeddingServer } from './embedding-server';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';

describe.each(databases)('vectors of texts on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let server: EmbeddingServer;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    server = new EmbeddingServer();
    await server.listen();
    index = await IndexUnderTest.over(store, server.embedder());
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await index.close();
    await server.close();
    await store.close();
  });

  const embedded = () => eventually(() => index.index.embeddedPosition >= store.writer.position);
  /** Returns the texts that vector search finds, best first, with their scores. */
  const nearest = async (query: string): Promise<(readonly [string | undefined, number])[]> => {
    const { found } = await index.retrieve(workspace, { query, sources: [source('vector')] });
    return (found.get('vector') ?? []).map(({ text, score }) => [text, score] as const);
  };

  it('of length zero are not stored: such a text is found by its words only, and does not block others', async () => {
    server.odd
      .set('all zeros here', [0, 0, 0])
      .set('no numbers here', [null, null, null])
      .set('half here', [1, null, 1]);
    for (const content of ['a heron', ...server.odd.keys(), 'x']) await store.create(user(workspace), message(content));
    await embedded();
    expect(await index.rows('chunk_vector', workspace)).toHaveLength(2);
    expect(await index.rows('vector_retry', workspace)).toHaveLength(3);
    const near = await nearest('a heron');
    expect(near[0]?.[0]).toBe('a heron');
    expect(near.filter(([text, score]) => text?.endsWith('here') || !Number.isFinite(score))).toEqual([]);
    expect((await index.texts(workspace, 'text', { query: 'zeros' }))[0]).toBe('all zeros here');
  });

  it('are computed again when a text changes', async () => {
    const { id } = await store.create(user(workspace), message('a heron'));
    await store.create(user(workspace), message('x'));
    await embedded();
    expect((await nearest('a heron'))[0]?.[0]).toBe('a heron');
    const context = { content: 'y y y y y y y y y' };
    await store.commit(user(workspace), { writes: [{ op: 'update', id, if_match: 1, patch: { context } }] });
    await embedded();
    expect(server.asked.flat()).toContain(context.content);
    expect((await nearest(context.content))[0]?.[0]).toBe(context.content);
    expect((await nearest('a heron')).map(([text]) => text)).not.toContain('a heron');
  });
});
