import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@crumbtrail/testing';
import { lexicalEmbedder } from '../src/index/embedders/lexical-embedder';
import { OpenAiEmbedder } from '../src/index/embedders/openai-embedder';
import { message, StoreUnderTest, user } from './a-store';
import { IndexUnderTest, source } from './an-index';
import { databases } from './databases';

/** Speaks POST /embeddings: one vector a text, of the lengths of its words; fails as it is told. */
class EmbeddingServer {
  readonly asked: string[][] = [];
  status = 200;
  /** Refuses any call that holds this text. */
  poison: string | null = null;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void bodyOf(request).then((text) => {
        const { input } = JSON.parse(text) as { input: string[] };
        const status = this.poison !== null && input.includes(this.poison) ? 400 : this.status;
        if (status === 200) this.asked.push(input);
        const data = input
          .map((one, index) => ({ index, embedding: [one.length, one.split(' ').length, 1] }))
          .reverse();
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  embedder(model = 'small'): OpenAiEmbedder {
    const { port } = this.server.address() as AddressInfo;
    return new OpenAiEmbedder({ baseUrl: `http://127.0.0.1:${port}/v1/`, model, attempts: 2, backoffMs: 1 });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

describe.each(databases)('vectors on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let server: EmbeddingServer;
  let workspace: string;

  beforeEach(async () => {
    store = await StoreUnderTest.over(await open());
    workspace = await store.workspace();
    server = new EmbeddingServer();
    await server.listen();
  }, 60_000);

  afterEach(async () => {
    await index.close();
    await store.close();
    await server.close();
  });

  const vectors = async (): Promise<{ embedder: string; embedding: number[]; text: string }[]> => {
    const rows = await store.db.database.query<{ embedder: string; embedding: string; text: string }>(
      'select v.embedder, v.embedding::text as embedding, k.text from chunk_vector v join chunk k using (workspace, crumb_id, version, ordinal) order by k.position',
    );
    return rows.map((row) => ({ ...row, embedding: JSON.parse(row.embedding) as number[] }));
  };

  it('come when the server is there again; until then words find everything', async () => {
    server.status = 503;
    index = await IndexUnderTest.over(store, server.embedder());
    await store.leave(user(workspace), message('a kingfisher'));
    await index.settled();
    await eventually(() => index.errors.length > 0);
    expect(await vectors()).toEqual([]);
    expect(await index.texts(workspace, 'text', { query: 'kingfisher' })).toEqual(['a kingfisher']);
    expect(await index.texts(workspace, 'vector', { query: 'kingfisher' })).toEqual([]);
    const { found, embedder } = await index.retrieve(workspace, { query: 'kingfisher', sources: [source('hybrid')] });
    expect(embedder).toBeNull();
    expect(Object.keys(found.get('hybrid')?.[0]?.scores ?? {})).toEqual(['bm25']);
    server.status = 200;
    await eventually(async () => (await vectors()).length === 1);
    const [one] = await vectors();
    expect(Math.hypot(...(one?.embedding ?? []))).toBeCloseTo(1, 5);
    expect(await index.texts(workspace, 'vector', { query: 'kingfisher' })).toEqual(['a kingfisher']);
  });

  it('of one text that the server refuses are put off, and its neighbours have theirs', async () => {
    server.poison = 'poison';
    index = await IndexUnderTest.over(store, server.embedder());
    for (const content of ['one', 'poison', 'three']) await store.leave(user(workspace), message(content));
    await index.settled();
    await eventually(() => index.index.embeddedPosition >= store.writer.position);
    expect((await vectors()).map(({ text }) => text)).toEqual(['one', 'three']);
    expect(await index.rows('vector_retry', workspace)).toHaveLength(1);
    server.poison = null;
    await store.db.database.query('update vector_retry set due_at = now()');
    await eventually(async () => (await vectors()).length === 3);
    expect(await index.rows('vector_retry', workspace)).toEqual([]);
  });

  it('of the embedder before go on answering until the new ones are complete, then go', async () => {
    index = await IndexUnderTest.over(store);
    await store.leave(user(workspace), message('a grebe'));
    await index.settled();
    await eventually(async () => (await vectors()).length === 1);
    await index.close();
    server.status = 503;
    const named = (name: string) => (name === lexicalEmbedder.name ? lexicalEmbedder : null);
    index = await IndexUnderTest.over(store, server.embedder(), named);
    await eventually(() => index.errors.length > 0);
    const old = await index.retrieve(workspace, { query: 'grebe', sources: [source('vector')] });
    expect([old.embedder, old.found.get('vector')?.length]).toEqual(['lexical/1', 1]);
    server.status = 200;
    await eventually(async () => (await vectors()).every(({ embedder }) => embedder === 'openai/small'));
    const next = await index.retrieve(workspace, { query: 'grebe', sources: [source('vector')] });
    expect([next.embedder, next.found.get('vector')?.length]).toEqual(['openai/small', 1]);
  });
});
