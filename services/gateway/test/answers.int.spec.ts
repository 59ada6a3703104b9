import {
  CreateKey,
  CreateWorkspace,
  Embeddings,
  groundingId,
  List,
  ListKeys,
  ListSessions,
  ListTrails,
  ListWorkspaces,
  packAccount,
  Preview,
  Read,
  RevokeKey,
  Search,
  Trail,
} from '@crumbtrail/contracts';
import { crumb, found, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

type Json = Record<string, never>;
const json = async (answer: Response): Promise<Json> => (await answer.json()) as Json;

describe('query and operator endpoints', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  test('search forwards its filter', async () => {
    gateway.fake.say(Search, () => ({ results: [{ breadcrumb: crumb(), score: 1, scores: { bm25: 1 } }] }));
    const answer = await gateway.send('POST', '/v1/search', {
      query: 'hello',
      mode: 'text',
      filter: { session: 'demo' },
    });
    expect([answer.status, await json(answer)]).toMatchObject([200, { results: [{ score: 1 }] }]);
    expect(gateway.fake.of(Search)[0]?.request).toEqual({
      query: 'hello',
      mode: 'text',
      matched: true,
      filter: { session: 'demo' },
      limit: 10,
    });
  });

  test('the embedder is read and chosen with the caller’s key', async () => {
    const standing = { serving: 'lexical/1', chosen: 'openai/small', embedded_position: 1, indexed_position: 9 };
    gateway.fake.say(Embeddings, () => ({ ...standing, backlog: 8 }));
    expect(await json(await gateway.fetch('/v1/embeddings'))).toEqual({ ...standing, backlog: 8 });
    const chosen = await gateway.send('PUT', '/v1/embeddings', { use: 'openai/small' });
    expect([chosen.status, await json(chosen)]).toEqual([200, { ...standing, backlog: 8 }]);
    expect(gateway.fake.of(Embeddings).map(({ request }) => request)).toEqual([{}, { use: 'openai/small' }]);
    expect((await gateway.send('PUT', '/v1/embeddings', { use: '' })).status).toBe(422);
  });

  test('a preview is built by the context-builder and requires either content or a trigger', async () => {
    gateway.fake.say(Preview, () => ({ formatted_context: 'x' }) as never);
    const answer = await gateway.send('POST', '/v1/contexts/preview', { agent: 'assistant', content: 'hello' });
    expect([answer.status, await json(answer)]).toEqual([200, { formatted_context: 'x' }]);
    expect((await gateway.send('POST', '/v1/contexts/preview', { agent: 'assistant' })).status).toBe(422);
  });

  test('GET /v1/trails/:id replies with the nodes and their causal tree', async () => {
    const node = {
      version: 1,
      schema_name: 'x.v1',
      author: { kind: 'user' as const, id: 'rita' },
      hop: 0,
      created_at: '2026-01-01T00:00:00Z',
    };
    const nodes = [
      { ...node, id: ID, position: 1, at_ms: 0 },
      { ...node, id: OTHER, position: 2, at_ms: 5, cause: { id: ID, version: 1 } },
    ];
    gateway.fake.say(Trail, () => ({ trail_id: ID, nodes }));
    const data = await json(await gateway.fetch(`/v1/trails/${ID}`));
    expect(data).toEqual({ trail_id: ID, nodes, tree: [{ id: ID, children: [{ id: OTHER, children: [] }] }] });
  });

  test('GET /v1/trails/:id adds to a reply what it rests on, if the key may read its grounding', async () => {
    const node = {
      id: ID,
      version: 1,
      schema_name: 'agent.response.v1',
      author: { kind: 'agent' as const, id: 'bot' },
    };
    const nodes = [{ ...node, hop: 0, created_at: '2026-01-01T00:00:00Z', position: 1, at_ms: 0 }];
    const context = {
      response: { id: ID },
      context_id: ID,
      agent: 'bot',
      sources: [{ id: OTHER, version: 3 }],
      sentences: [{ start: 0, end: 3, rests_on: [{ source: 0, share: 0.5 }] }],
    };
    const record = crumb({ id: groundingId('default', ID), schema_name: 'answer.grounding.v1', context });
    gateway.fake.say(Trail, () => ({ trail_id: ID, nodes }));
    gateway.fake.say(Read, ({ refs }, key) => {
      const readable = key === 'operator-key' ? [record, crumb({ id: OTHER })] : [crumb({ id: OTHER })];
      return found(refs.map(({ id }) => readable.find((one) => one.id === id) ?? null));
    });
    const rests_on = [
      { id: OTHER, version: 3, sentences: 1, share: 0.5, author: { kind: 'user', id: 'rita' }, text: 'hello' },
    ];
    const read = async (key: string): Promise<unknown> =>
      (await json(await gateway.fetch(`/v1/trails/${ID}`, { headers: { authorization: `Bearer ${key}` } })))['nodes'];
    expect(await read('operator-key')).toEqual([{ ...nodes[0], rests_on }]);
    expect(await read('reader-key')).toEqual(nodes);
  });

  test('GET /v1/sessions and GET /v1/trails pass on their filters, and refuse those that are none', async () => {
    gateway.fake.say(ListSessions, () => ({ sessions: [], position: 4 }));
    gateway.fake.say(ListTrails, () => ({ trails: [], next_cursor: 'n', position: 4 }));
    expect(await json(await gateway.fetch('/v1/sessions?participant=user:ann&text=owl&limit=5'))).toEqual({
      sessions: [],
      position: 4,
    });
    const trails = await json(await gateway.fetch('/v1/trails?agent=helper&outcome=failed&session=demo'));
    expect(trails).toEqual({ trails: [], next_cursor: 'n', position: 4 });
    const asked = [...gateway.fake.of(ListSessions), ...gateway.fake.of(ListTrails)].map(({ request }) => request);
    expect(asked).toEqual([
      { participant: 'user:ann', text: 'owl', limit: 5 },
      { agent: 'helper', outcome: 'failed', session: 'demo', limit: 50 },
    ]);
    for (const query of ['outcome=good', 'since=yesterday', 'cursor=', 'mood=bad'])
      expect([query, (await gateway.fetch(`/v1/trails?${query}`)).status]).toEqual([query, 422]);
  });

  test.each([`/v1/trails/${ID}`, `/trails/${ID}`])(
    'a browser that opens %s is redirected to the console',
    async (path) => {
      const headers = { accept: 'text/html,*/*;q=0.8', authorization: '' };
      const reply = await gateway.fetch(path, { headers, redirect: 'manual' });
      expect([reply.status, reply.headers.get('location')]).toEqual([302, `/#/trails/${ID}`]);
    },
  );

  test('explain has a reason for each candidate, and an excerpt only if the caller may read it', async () => {
    const item = { source: 'recent', section: 'recent', tokens: 3, rank: 1, score: 0.5, scores: {} };
    const account = packAccount([
      { id: OTHER, version: 1, decision: 'kept', ...item },
      { id: ID, version: 2, decision: 'duplicate_of', reason: 'the same as 1', ...item },
    ]);
    const context = {
      agent: 'assistant',
      account,
      turn: { id: ID },
      trigger: { id: OTHER, version: 1 },
      definition: { id: ID, version: 9 },
      formatted_context: 'What was shown',
      tokens: { total: 5, by_section: {} },
      budget: { system_prompt: 0, tool_schemas: 0 },
    };
    const visible = crumb({ id: OTHER, version: 1 });
    const record = crumb({ schema_name: 'agent.context.v1', context });
    const others = new Map([[OTHER, visible]]);
    gateway.fake.say(Read, ({ refs }) =>
      found(refs.map(({ id, version }) => others.get(id) ?? (id === ID && version === undefined ? record : null))),
    );
    expect(await json(await gateway.fetch(`/v1/contexts/${ID}/explain`))).toMatchObject({
      formatted_context: 'What was shown',
      kept: 1,
      dropped: 1,
      beyond: 0,
      items: [
        { id: OTHER, decision: 'kept', text: 'hello', score: 0.5 },
        { id: ID, decision: 'duplicate_of', why: 'Left out: duplicate of another item (the same as 1)' },
      ],
    });
  });

  test('explaining a breadcrumb that is not a context is 404', async () => {
    gateway.fake.say(Read, () => found([crumb()]));
    expect((await gateway.fetch(`/v1/contexts/${ID}/explain`)).status).toBe(404);
  });

  test('keys and workspaces are created, listed and revoked by the store', async () => {
    const key = {
      id: ID,
      participant: { kind: 'user' as const, id: 'rita' },
      role: 'writer' as const,
      created_at: '2026-01-01T00:00:00Z',
    };
    gateway.fake.say(CreateKey, () => ({ ...key, secret: 's' }));
    gateway.fake.say(ListKeys, () => ({ keys: [key] }));
    gateway.fake.say(RevokeKey, () => key);
    gateway.fake.say(CreateWorkspace, ({ name }) => ({ name, secret: 's' }));
    gateway.fake.say(ListWorkspaces, () => ({ workspaces: [] }));
    const made = await gateway.send('POST', '/v1/keys', { participant: key.participant, role: 'writer' });
    expect([made.status, await json(made)]).toEqual([201, { ...key, secret: 's' }]);
    expect(await json(await gateway.fetch('/v1/keys'))).toEqual({ keys: [key] });
    expect((await gateway.fetch(`/v1/keys/${ID}`, { method: 'DELETE' })).status).toBe(200);
    expect((await gateway.send('POST', '/v1/workspaces', { name: 'elsewhere' })).status).toBe(201);
    expect(await json(await gateway.fetch('/v1/workspaces'))).toEqual({ workspaces: [] });
    expect((await gateway.send('POST', '/v1/workspaces', { name: 'No Name' })).status).toBe(422);
  });

  test('dead letters and the status are for operators only', async () => {
    gateway.fake.say(List, () => ({ crumbs: [crumb()], position: 1 }));
    gateway.fake.say(Read, () => ({ crumbs: [null], position: 1, now: '2026-01-01T00:00:00.000Z' }));
    expect(await json(await gateway.fetch('/v1/dead-letters'))).toEqual({ dead_letters: [crumb()] });
    expect(await json(await gateway.fetch('/v1/status'))).toMatchObject({ head: 10 });
    for (const path of ['/v1/dead-letters', '/v1/status']) {
      expect((await gateway.fetch(path, { headers: { authorization: 'Bearer reader-key' } })).status).toBe(403);
    }
    expect((await gateway.fetch('/v1/status', { headers: { authorization: 'Bearer foreign-key' } })).status).toBe(403);
  });
});
