import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  AgentContext,
  AgentDef,
  AgentResponse,
  CreateKey,
  CreateWorkspace,
  Embed,
  Embeddings,
  ListKeys,
  ListWorkspaces,
  RequestTurns,
  RevokeKey,
  Session,
  singletonId,
  UserMessage,
  WhoAmI,
} from '@crumbtrail/contracts';
import { TryEmbedder } from '@crumbtrail/contracts/operations/stack';
import { openDatabase } from '../src/database/open-database';
import { message } from './store-under-test';
import { ServiceUnderTest } from './service-under-test';

const nobody = '0197a6d0-0000-7000-8000-000000000001';

describe('the service over the bus', () => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await ServiceUnderTest.start({ bare: true });
  }, 60_000);

  afterAll(async () => {
    await service.stop();
  });

  const client = (key = service.key) => service.as('gateway', { key });

  const keyFor = async (kind: 'user' | 'agent', id: string, role: 'reader' | 'writer' | 'operator') => {
    const store = await client();
    return store.request(CreateKey, { participant: { kind, id }, role });
  };

  it('creates an operator key with file mode 0600, a default agent and a demo session at its first start', async () => {
    expect(statSync(join(service.home, 'api-key')).mode & 0o777).toBe(0o600);
    const store = await client();
    expect(await store.whoAmI()).toMatchObject({
      workspace: 'default',
      participant: { kind: 'operator', id: 'operator' },
      role: 'operator',
    });
    const agent = await store.readOne(AgentDef, singletonId('default', 'agent', 'assistant'));
    expect(agent?.context.subscriptions).toEqual([{ schema: UserMessage.name }]);
    const session = await store.readOne(Session, singletonId('default', 'session', 'demo'));
    expect(session?.context.members).toEqual([{ kind: 'agent', id: 'assistant' }]);
  });

  it('keeps the folder of the embedded database closed to others, also one that existed before', async () => {
    const folder = join(service.home, 'pglite');
    chmodSync(folder, 0o755);
    await service.restart();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }, 30_000);

  it('keeps its key and crumbs on a restart, and creates nothing twice', async () => {
    const { key } = service;
    const before = await (await client()).list({ schema: AgentDef.name });
    await service.restart();
    expect(service.key).toBe(key);
    expect((await (await client()).list({ schema: AgentDef.name })).crumbs).toEqual(before.crumbs);
  }, 30_000);

  it('releases its writer lease when it ends, before it closes the database', async () => {
    const writer = await service.whileStopped(async () => {
      const { database } = await openDatabase({ home: service.home, onDeath: () => undefined });
      const [head] = await database.query<{ writer: string | null }>('select writer from log_head');
      await database.close();
      return head?.writer;
    });
    expect(writer).toBeNull();
  }, 30_000);

  it('stores a crumb of a writer with the participant of the key as its author', async () => {
    const ann = await keyFor('user', 'ann', 'writer');
    const store = await client(ann.secret);
    const { results } = await store.commit({ writes: [{ op: 'create', draft: message('hello') }] });
    const crumb = await store.readOne(UserMessage, results[0]?.id ?? '');
    expect(crumb).toMatchObject({ author: { kind: 'user', id: 'ann' }, context: { content: 'hello' }, version: 1 });
  });

  it('refuses a revoked key at once', async () => {
    const bob = await keyFor('user', 'bob', 'reader');
    const store = await client(bob.secret);
    await store.list({});
    await (await client()).request(RevokeKey, { id: bob.id });
    await expect(store.list({})).rejects.toMatchObject({ code: 'unauthenticated' });
    const { keys } = await (await client()).request(ListKeys, {});
    expect(keys.find(({ id }) => id === bob.id)?.revoked_at).toEqual(expect.any(String));
    expect(JSON.stringify(keys)).not.toContain(bob.secret);
  });

  it('refuses writes by a reader, and key management by a writer', async () => {
    const reader = await client((await keyFor('user', 'rita', 'reader')).secret);
    const draft = message('never');
    await expect(reader.commit({ writes: [{ op: 'create', draft }] })).rejects.toMatchObject({ code: 'forbidden' });
    const writer = await client((await keyFor('user', 'will', 'writer')).secret);
    const wish = { participant: { kind: 'user', id: 'eve' }, role: 'operator' } as const;
    await expect(writer.request(CreateKey, wish)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(writer.request(ListKeys, {})).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([
    ['a context', AgentContext.name, 'invalid_payload|wrong_writer'],
    ['an answer', AgentResponse.name, 'wrong_writer'],
    ['a definition', AgentDef.name, 'wrong_writer'],
  ])('refuses a writer that creates %s', async (_what, schema_name, code) => {
    const eve = await client((await keyFor('user', `eve-${schema_name}`, 'writer')).secret);
    const context = {
      action: 'speak',
      content: 'x',
      turn: { id: nobody },
      agent: 'eve',
      prompt: 'p',
      subscriptions: [],
    };
    const post = eve.commit({ writes: [{ op: 'create', draft: { schema_name, context } }] });
    await expect(post).rejects.toMatchObject({ code: expect.stringMatching(code) });
  });

  it('isolates workspaces: crumbs of another workspace do not exist, and its keys are refused', async () => {
    const { results } = await (await client()).commit({ writes: [{ op: 'create', draft: message('ours') }] });
    const { secret } = await (await client()).request(CreateWorkspace, { name: 'other' });
    const theirs = await service.as('gateway', { key: secret }, 'other');
    const id = results[0]?.id ?? '';
    expect((await theirs.read({ refs: [{ id }] })).crumbs).toEqual([null]);
    await expect(theirs.trail(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(theirs.history(id)).rejects.toMatchObject({ code: 'not_found' });
    const crossing = await service.as('gateway', { key: secret }, 'default');
    await expect(crossing.list({})).rejects.toMatchObject({ code: 'forbidden' });
    expect((await theirs.request(ListWorkspaces, {})).workspaces.map(({ name }) => name)).toEqual(['other']);
    await expect(theirs.request(CreateWorkspace, { name: 'third' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('reports the active embedder to operators, and lets only those of the default workspace choose a known one', async () => {
    const store = await client();
    expect(await store.request(Embeddings, {})).toMatchObject({ serving: 'words/1', chosen: 'words/1' });
    expect(await store.request(Embeddings, { use: 'words' })).toMatchObject({ chosen: 'words/1' });
    const refused = store.request(Embeddings, { use: 'magic' });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_payload',
      message: expect.stringMatching(/no embedder magic.*openai.*onnx/) as string,
    });
    const writer = await client((await keyFor('user', 'wanda', 'writer')).secret);
    await expect(writer.request(Embeddings, {})).rejects.toMatchObject({ code: 'forbidden' });
    const { secret } = await store.request(CreateWorkspace, { name: 'tenant' });
    const tenant = await service.as('gateway', { key: secret }, 'tenant');
    expect(await tenant.request(Embeddings, {})).toMatchObject({ serving: 'words/1' });
    await expect(tenant.request(Embeddings, { use: 'words' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('marks the key of a chat program, whose messages alone may say so', async () => {
    const operator = await client();
    const participant = { kind: 'user', id: 'chat' } as const;
    const key = await operator.request(CreateKey, { participant, role: 'writer', client: true });
    const chat = await client(key.secret);
    expect([key.client, (await chat.request(WhoAmI, {})).client]).toEqual([true, true]);
    const draft = { schema_name: UserMessage.name, session: 's', context: { content: 'x', from_client: true } };
    const writes = [{ op: 'create' as const, draft }];
    expect((await chat.commit({ writes })).results).toHaveLength(1);
    await expect(operator.commit({ writes })).rejects.toMatchObject({ code: 'invalid_payload' });
  });

  it('compares two texts by an embedder that is tried, and lets only operators of the default workspace try one', async () => {
    const store = await client();
    const trial = (text: string, other: string) => store.request(TryEmbedder, { use: 'lexical', text, other });
    const alike = await trial('the boat departs at nine', 'the boat departs at nine');
    const different = await trial('the boat departs at nine', 'quarterly figures');
    expect(alike).toMatchObject({ ok: true, embedder: 'lexical/2', pending: 0 });
    expect([alike.likeness > 0.99, different.likeness < 0.5]).toEqual([true, true]);
    expect(await store.request(Embeddings, {})).toMatchObject({
      serving: 'words/1',
      configured: 'words/1',
      may_change: true,
      choices: [
        { use: 'words' },
        { use: 'lexical' },
        { use: 'openai', missing: expect.stringContaining('EMBEDDINGS_BASE_URL') as string },
        { use: 'onnx' },
      ],
    });
    const { secret } = await store.request(CreateWorkspace, { name: 'trying' });
    const tenant = await service.as('gateway', { key: secret }, 'trying');
    await expect(tenant.request(TryEmbedder, { use: 'words', text: 'a', other: 'b' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('embeds texts of a key by the serving embedder, and refuses another', async () => {
    const reader = await client((await keyFor('user', 'rhea', 'reader')).secret);
    const { embedder, vectors } = await reader.request(Embed, {
      texts: ['a red roof', 'red roofs', 'quantum physics'],
    });
    const [roof, roofs, physics] = vectors as [number[], number[], number[]];
    const similarity = (one: number[]): number => one.reduce((sum, value, at) => sum + value * (roof[at] ?? 0), 0);
    expect([embedder, roof.length]).toEqual(['words/1', 448]);
    expect(similarity(roofs)).toBeGreaterThan(similarity(physics));
    await expect(reader.request(Embed, { embedder: 'other', texts: ['x'] })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('the one that serves is words/1') as string,
    });
  });

  it('refuses gateway requests without a valid key, and requests that a service is not permitted to make', async () => {
    const door = await service.as('gateway');
    await expect(door.list({})).rejects.toMatchObject({ code: 'unauthenticated' });
    const wrong = await client('crumb_wrong');
    await expect(wrong.whoAmI()).rejects.toMatchObject({ code: 'unauthenticated' });
    const executor = await service.as('agent-executor');
    const ask = executor.request(RequestTurns, { cause: { id: nobody, version: 1 }, turns: [] }, 1_000);
    await expect(ask).rejects.toBeDefined();
  });

  it('accepts a commit of 1,000 crumbs and 3 MB', async () => {
    const writes = Array.from({ length: 1_000 }, (_, n) => ({
      op: 'create' as const,
      draft: message(`${n} ${'x'.repeat(3_000)}`, { session: 'big' }),
    }));
    const { results } = await (await client()).commit({ writes });
    const first = results[0]?.position ?? 0;
    expect(results.map(({ position }) => position)).toEqual(writes.map((_, n) => first + n));
  });
});
