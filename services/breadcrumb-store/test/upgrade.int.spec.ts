import { CrumbStore, type WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentContext,
  AgentResponse,
  AgentDef,
  ListSessions,
  UserMessage,
  validateContext,
  type Draft,
  type Envelope,
} from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SchemaChange } from '../src/database/migrate';
import { openDatabase } from '../src/database/open-database';
import { SCHEMA_VERSION } from '../src/database/schema-version';
import { loadOldDatabase } from './old-database';
import { ServiceUnderTest } from './service-under-test';
import { message } from './store-under-test';

/** The old database knows keys by their hashes. */
const KEY_OF_ANN = 'crumb_swRC22ImsB75qka66Ut5_mhNszU7hmMin7loASOkFck';
/** The last position of the old log. */
const OLD_HEAD = 41;
/** How many breadcrumbs it has, without the one that was erased. */
const OLD_CRUMBS = 38;
const ERASED = '01a20e8d-e9ba-70f9-951d-ba81a8886312';
const BOAT = 'The lighthouse keeper is called Salem and his boat is the Marigold.';
const PRIVATE_NOTE = 'A private note that nobody else reads.';

/** A later version had this one, and the memory-keeper does its work now. */
const LATER_SUBSCRIPTION = `insert into public.durable (name, filter, floor, ack_wait_ms, start)
  values ('context-builder-scopes', 'crumbs.*.created.scope_advance_v1.*', 0, 30000, 'first');`;

test('a store that opens an older database says from which schema to which it has migrated it, once', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-upgrade-'));
  await loadOldDatabase({ home, database: undefined });
  const changes: SchemaChange[] = [];
  const onDeath = (error: Error): never => {
    throw error;
  };
  for (let start = 0; start < 2; start += 1) {
    const { database } = await openDatabase({ home, onDeath, onMigrated: (change) => changes.push(change) });
    await database.close();
  }
  expect(changes).toEqual([{ from: expect.stringMatching(/^[A-Z]\w+\d+$/) as string, to: SCHEMA_VERSION }]);
  rmSync(home, { recursive: true });
}, 60_000);

describe('a database of the version of commit 77a625f, opened by this version', () => {
  let service: ServiceUnderTest;
  let operator: WorkspaceStore;

  beforeAll(async () => {
    service = await ServiceUnderTest.start({ fill: (place) => loadOldDatabase(place, LATER_SUBSCRIPTION) });
    operator = await service.as('gateway', { key: service.key });
  }, 60_000);
  afterAll(() => service.stop());

  const harbour = async (store: WorkspaceStore): Promise<Envelope[]> => [
    ...(await store.list({ session: 'harbour', order: 'asc', limit: 100 })).crumbs,
  ];
  const create = async (store: WorkspaceStore, draft: Draft): Promise<string> =>
    (await store.commit({ writes: [{ op: 'create', draft }] })).results[0]?.id ?? '';

  it('has the schema of this version, and its log goes on where it ended and reaches the stream', async () => {
    const bus = await service.bus('conductor');
    const status = await eventually(async () => {
      const now = await new CrumbStore(bus).status();
      return now.relayed === now.head && now.indexed === now.head ? now : null;
    });
    expect(status).toMatchObject({ schema: SCHEMA_VERSION, epoch: 1, lost: [] });
    expect(status.head).toBeGreaterThanOrEqual(OLD_HEAD);
  });

  it('has the subscriptions of then, but for those that no service has any more', async () => {
    const { durables } = await new CrumbStore(await service.bus('conductor')).status();
    const names = durables.map(({ name }) => name);
    expect(names).toContain('context-builder');
    expect(names).not.toContain('context-builder-scopes');
  });

  it('has the totals of its sessions', async () => {
    const gateway = await service.bus('gateway');
    const { sessions } = await gateway.request(ListSessions, 'default', { usage: true }, { key: service.key });
    const messages = (await harbour(operator)).filter(
      ({ schema_name: name }) => name === UserMessage.name || name === AgentResponse.name,
    );
    expect(messages.length).toBeGreaterThan(2);
    expect(sessions.find(({ name }) => name === 'harbour')).toMatchObject({ messages: messages.length });
  });

  it('has every breadcrumb, whose payload is valid against the contract of today', async () => {
    const { crumbs } = await operator.list({ as_of: OLD_HEAD, limit: 200 });
    expect(crumbs).toHaveLength(OLD_CRUMBS);
    const invalid = crumbs.map(
      ({ schema_name: schema, context }) => [schema, validateContext(schema, context)] as const,
    );
    expect(invalid.filter(([, issues]) => issues.length > 0)).toEqual([]);
    const [erased] = (await operator.read({ refs: [{ id: ERASED }] })).crumbs;
    expect(erased).toMatchObject({ erased_at: expect.any(String) as string });
  });

  it('has the versions of a definition, and the text of a context as the model saw it', async () => {
    const pilot = (await operator.list({ schema: AgentDef.name, limit: 10 })).crumbs.find(
      ({ version }) => version === 2,
    );
    const { versions } = await operator.history(pilot?.id ?? '');
    expect(versions.map(({ context }) => (context as { prompt: string }).prompt)).toEqual([
      'You guide ships into the harbour.',
      'You guide ships into the harbour, by the tide tables.',
    ]);
    const contexts = (await harbour(operator)).filter(({ schema_name: name }) => name === AgentContext.name);
    const texts = contexts.map(({ context }) => (context as { formatted_context?: string }).formatted_context);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toContain(BOAT);
  });

  it('still knows its keys, and who may read what: audiences without kinds are those of users', async () => {
    const ann = await service.as('gateway', { key: KEY_OF_ANN });
    expect(await ann.whoAmI()).toMatchObject({ participant: { kind: 'user', id: 'ann' }, role: 'writer' });
    const readable = (await harbour(ann)).map(({ context }) => (context as { content?: string }).content);
    expect(readable).toEqual(expect.arrayContaining([BOAT, PRIVATE_NOTE]));
    const pilot = await service.as('agent-executor');
    const found = await pilot.search({ query: 'private note', mode: 'text', viewer: 'agent:pilot' });
    expect(found.results).toEqual([]);
  });

  it.each(['Marigold boat', 'Marrigold'])('finds its texts: %s', async (query) => {
    const found = await operator.search({ query, mode: 'hybrid', filter: { session: 'harbour' } });
    expect(found.results.map(({ breadcrumb }) => (breadcrumb.context as { content?: string }).content)).toContain(BOAT);
  });

  it('takes a turn of an agent of then, in a session of then', async () => {
    const cause = {
      id: await create(operator, message('And the next high water?', { session: 'harbour' })),
      version: 1,
    };
    const [definition] = (await operator.list({ schema: AgentDef.name, limit: 10 })).crumbs.filter(
      ({ context }) => (context as { agent: string }).agent === 'pilot',
    );
    const asked = { agent: 'pilot', definition: { id: definition?.id ?? '', version: 2 }, generation: 0 };
    const { turns } = await (await service.as('conductor')).requestTurns({ cause, turns: [asked] });
    const [turn] = turns;
    expect(turn).toMatchObject({ state: 'open' });
    const executor = await service.as('agent-executor');
    const key = `turn:${turn?.id}`;
    const claim = await executor.claim({ key, ttl_ms: 30_000 });
    const context = { turn: { id: turn?.id }, agent: 'pilot', action: 'speak', content: 'On Wednesday, at 15:05.' };
    const draft = { schema_name: AgentResponse.name, context };
    const fence = { key, fence: claim.granted ? claim.fence : 0 };
    await executor.commit({ writes: [{ op: 'create', draft }], fence });
    expect((await operator.turns(cause.id)).turns).toMatchObject([{ id: turn?.id, state: 'closed' }]);
    expect((await harbour(operator)).at(-1)?.context).toMatchObject({ content: context.content });
  });
});
