import type { SearchRequest } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { chunkText } from '../src/search/index/text/chunk-text';
import { searchCrumbs } from '../src/search/retrieve/search-crumbs';
import { message, StoreUnderTest, user } from './store-under-test';
import { EmbeddingServer } from './embedding-server';
import { IndexUnderTest, source } from './index-under-test';
import { databases } from './databases';

const paragraph = (subject: string): string => `${`The ${subject} stands here and there. `.repeat(45).trim()}\n\n`;

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

  it('are deleted with an erased crumb, and so is what was to be embedded again', async () => {
    server.odd.set('no vector', [0, 0, 0]);
    const kept = await store.create(user(workspace), message('a heron'));
    const gone = [
      await store.create(user(workspace), message('an egret')),
      await store.create(user(workspace), message('no vector')),
    ];
    await embedded();
    for (const { id } of gone) await store.commit(user(workspace), { writes: [{ op: 'erase', id, if_match: 1 }] });
    expect((await index.rows('chunk_vector', workspace)).map((row) => row['crumb_id'])).toEqual([kept.id]);
    expect(await index.rows('vector_retry', workspace)).toEqual([]);
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

  const write = async (...texts: readonly string[]): Promise<void> => {
    for (const text of texts) await store.create(user(workspace), message(text));
    await index.settled();
    await embedded();
  };
  const search = async (request: SearchRequest) => {
    const parts = { database: store.db.database, index: index.index, cache: index.pools };
    const { results } = await searchCrumbs(parts, user(workspace), request);
    return results.map(({ breadcrumb, scores }) => ({ text: String(breadcrumb.context['content']), scores }));
  };

  it('belong to its passages, and a text is as near to a question as the nearest of them', async () => {
    const long = ['heron', 'egret', 'stork'].map(paragraph).join('');
    const passages = chunkText(long);
    expect(passages).toHaveLength(3);
    server.odd.set('who wades?', [1, 0, 0]).set('a short text', [0.8, 0.6, 0]).set('another', [0, 1, 0]);
    passages.forEach((passage, at) => server.odd.set(passage, at === 1 ? [1, 0, 0] : [0, 0, 1]));
    await write(long, 'a short text', 'another');
    for (const mode of ['vector', 'hybrid'] as const)
      expect((await search({ query: 'who wades?', mode })).map(({ text }) => text).slice(0, 2)).toEqual([
        long,
        'a short text',
      ]);
    const { found } = await index.retrieve(workspace, { query: 'who wades?', sources: [source('vector')] });
    expect(found.get('vector')?.[0]?.text).toBe(passages[1]);
  });

  it('are ranked together with words', async () => {
    server.odd.set('which heron?', [1, 0, 0]).set('a wader', [0.9, 0.1, 0]).set('a heron', [0.5, 0.5, 0]);
    server.odd.set('a stone', [0, 0, 1]).set('a pond', [0, 1, 0]);
    await write('a wader', 'a heron', 'a stone', 'a pond');
    const found = await search({ query: 'which heron?', mode: 'hybrid' });
    expect(found.map(({ text }) => text).slice(0, 2)).toEqual(['a heron', 'a wader']);
    expect([Object.keys(found[0]?.scores ?? {}), Object.keys(found[1]?.scores ?? {})]).toEqual([
      expect.arrayContaining(['bm25', 'vector']),
      ['vector'],
    ]);
  });

  it('of one long text leave room for other texts in a search', async () => {
    const whole = Array.from({ length: 70 }, () => paragraph('heron')).join('');
    expect(chunkText(whole).length).toBeGreaterThan(60);
    await write(whole, 'One heron was seen by somebody near the old mill.', 'A heron, they say, is back.');
    expect(await search({ query: 'heron', mode: 'text' })).toHaveLength(3);
  });
});
