import {
  AgentDef,
  CreateKey,
  PrefetchPreview,
  packCandidates,
  singletonId,
  Status,
  UserMessage,
  type PrefetchPreviewRequest,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { message } from './store-under-test';
import { ServiceUnderTest } from './service-under-test';
import { source } from './index-under-test';

const FEATURES: PrefetchPreviewRequest['retrieve']['features'] = {
  bm25: 1,
  message: 0,
  vector: 0.5,
  meaning: 0,
  previous: 0.5,
  next: 0.25,
  second: 0.2,
  session: 0.2,
  speaker: 0.5,
  date: 0.75,
  recency: 0.05,
  tags: 0.2,
  length: 0,
  author: 0,
};
const definition = { id: singletonId('default', 'agent', 'assistant') };

describe('PrefetchPreview over the bus', () => {
  let service: ServiceUnderTest;
  let key: string;

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    const operator = await service.as('gateway', { key: service.key });
    const ann = { participant: { kind: 'user', id: 'ann' }, role: 'writer' } as const;
    key = (await operator.request(CreateKey, ann)).secret;
    const writes = [
      { op: 'create' as const, draft: message('The boat is green.') },
      { op: 'create' as const, draft: message('The boat has a leak.', { audience: ['bob', 'agent:assistant'] }) },
    ];
    await operator.commit({ writes });
    const isIndexed = async (): Promise<boolean> => {
      const { head, indexed } = await operator.request(Status, {});
      return indexed >= head;
    };
    await eventually(isIndexed);
  }, 60_000);

  afterAll(async () => {
    await service.stop();
  });

  const expected = (): PrefetchPreviewRequest['retrieve'] => ({
    viewer: 'assistant',
    readers: 'all',
    session: 'demo',
    query: 'the boat',
    exclude: [],
    tags: [],
    members: [],
    sources: [source('hybrid', { schemas: [UserMessage.name] })],
    tokenizer: 'o200k_base',
    features: FEATURES,
  });

  it('returns what retrieve finds as of its read, with the access rights of the key', async () => {
    const store = await service.as('context-builder', { key });
    const reply = await store.request(PrefetchPreview, { read: { refs: [definition] }, retrieve: expected() });
    expect(reply.read.crumbs).toMatchObject([{ schema_name: AgentDef.name }]);
    expect(reply.identity).toMatchObject({ participant: { id: 'ann' }, role: 'writer' });
    const { position: as_of, now } = reply.read;
    const later = packCandidates(await store.retrieve({ ...expected(), as_of, now }));
    expect(later.own.text).toEqual(['The boat is green.']);
    expect(reply.found).toMatchObject({ own: later.own, shared: later.shared, query: later.query });
    const again = await store.request(PrefetchPreview, { read: { refs: [definition] }, retrieve: expected() });
    expect(again.found.queries).toBe(0);
  });

  it('returns the state of the requested position, and waits where the index is behind', async () => {
    const store = await service.as('context-builder', { key: service.key });
    const { results } = await store.commit({ writes: [{ op: 'create', draft: message('A boat of wood.') }] });
    const as_of = results[0]?.position ?? 0;
    const reply = await store.request(PrefetchPreview, { read: { refs: [definition], as_of }, retrieve: expected() });
    expect(reply.read.position).toBe(as_of);
    expect(reply.found.own.text).toContain('A boat of wood.');
    const before = await store.request(PrefetchPreview, { read: { refs: [], as_of: as_of - 1 }, retrieve: expected() });
    expect(before.found.own.text).not.toContain('A boat of wood.');
  });

  it('reads the same crumbs as a plain read, in the same statement', async () => {
    const store = await service.as('context-builder', { key: service.key });
    const draft = message('A boat that sinks soon.', { expires_at: '2090-01-02T03:04:05.678Z', tags: ['wet'] });
    const { results } = await store.commit({ writes: [{ op: 'create', draft }] });
    const refs = [definition, { id: results[0]?.id as string }, { id: singletonId('default', 'agent', 'nobody') }];
    const reply = await store.request(PrefetchPreview, { read: { refs }, retrieve: expected() });
    const { crumbs } = await (await service.as('context-builder')).read({ refs });
    expect(reply.read.crumbs).toEqual(crumbs);
    expect(crumbs[1]).toMatchObject({ expires_at: '2090-01-02T03:04:05.678Z' });
    expect(crumbs[2]).toBeNull();
  });

  it('is refused to the gateway', async () => {
    const store = await service.as('gateway', { key });
    await expect(
      store.request(PrefetchPreview, { read: { refs: [definition] }, retrieve: expected() }, 1_000),
    ).rejects.toThrow();
  });
});
