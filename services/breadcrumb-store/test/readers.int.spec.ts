import { randomUUID } from 'node:crypto';
import {
  AgentDef,
  CreateKey,
  CreateWorkspace,
  ListRecentTurns,
  RequestTurns,
  RevokeKey,
  Status,
  UserMessage,
  type Envelope,
  type Ref,
  type RetrieveReply,
  type RetrieveRequest,
} from '@crumbtrail/contracts';
import type { WorkspaceStore } from '@crumbtrail/bus';
import { eventually, TcpProxy } from '@crumbtrail/testing';
import { OtherServer } from '../src/database/one-server';
import { openDatabase } from '../src/database/open-database';
import { FEATURE_WEIGHTS, source } from './index-under-test';
import { readMetric, ReadersUnderTest } from './readers-under-test';
import { message } from './store-under-test';

jest.setTimeout(120_000);

let stack: ReadersUnderTest;
let gateway: WorkspaceStore;
let builder: WorkspaceStore;

beforeAll(async () => {
  stack = await ReadersUnderTest.start(2);
  gateway = await stack.as('gateway', { key: stack.key });
  builder = await stack.as('context-builder');
  for (const service of [gateway, builder])
    await eventually(async () => (await sum('admitted', () => service.list({ limit: 1 }))) === 1);
});
afterAll(() => stack.stop());
afterEach(() => stack.pair.resumeReplay());

/** How many requests of `work` the readers admitted or refused. */
async function sum(outcome: 'admitted' | 'refused', work: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> => (await stack.counts()).reduce((all, one) => all + one[outcome], 0);
  const before = await count();
  await work();
  return (await count()) - before;
}

/** Resolves when the readers admit all `count` requests of `work`, which is repeated until they do. What `work` throws fails the test at once. */
async function untilAdmitted(count: number, work: () => Promise<unknown>): Promise<void> {
  const thrown: unknown[] = [];
  const run = (): Promise<unknown> => work().catch((error: unknown) => thrown.push(error));
  await eventually(async () => (await sum('admitted', run)) === count || thrown.length > 0);
  if (thrown.length > 0) throw thrown[0];
}

/** Resolves when the services that send requests know the readers again. */
const untilReadersAnswer = (): Promise<unknown> =>
  eventually(async () => (await sum('admitted', () => gateway.list({ limit: 1 }))) === 1);

/** How many readers say in their metrics that they answer requests. */
async function countServing(): Promise<number> {
  const each = stack.readers.map(({ health }) => readMetric(health, 'crumbtrail_reader_serving'));
  return (await Promise.all(each)).reduce((all, one) => all + one, 0);
}

async function say(session: string, content: string): Promise<{ readonly id: string; readonly position: number }> {
  const { results } = await gateway.commit({ writes: [{ op: 'create', draft: message(content, { session }) }] });
  return results[0] as { readonly id: string; readonly position: number };
}

/** Resolves when the writer has indexed the texts up to a position. */
const untilIndexed = (position: number): Promise<unknown> =>
  eventually(async () => (await gateway.request(Status, {})).indexed >= position);

const contents = (crumbs: readonly Envelope[]): string[] =>
  crumbs.map(({ context }) => (context as { content: string }).content);

function recent(session: string, asOf: number): RetrieveRequest {
  return {
    viewer: 'assistant',
    readers: [],
    session,
    as_of: asOf,
    now: new Date().toISOString(),
    query: 'where is the lighthouse',
    exclude: [],
    sources: [source('recent')],
    tokenizer: 'o200k_base',
    features: FEATURE_WEIGHTS,
    tags: [],
    members: [],
  };
}

const texts = ({ sources }: RetrieveReply): string[] =>
  sources.flatMap(({ candidates }) => candidates.map(({ text }) => text));

it('retrieve, read, list, history, search and trail are answered from the replica, with what was written just before', async () => {
  const session = randomUUID();
  const { id, position } = await say(session, 'The lighthouse stands in Gdynia.');
  await untilIndexed(position);
  await untilAdmitted(6, async () => {
    expect(contents((await gateway.list({ session })).crumbs)).toEqual(['The lighthouse stands in Gdynia.']);
    expect((await gateway.read({ refs: [{ id }] })).crumbs).toEqual([expect.objectContaining({ id, version: 1 })]);
    expect((await gateway.history(id)).versions).toHaveLength(1);
    expect((await gateway.trail(id)).nodes).toEqual([expect.objectContaining({ id })]);
    const search = await gateway.search({ query: 'lighthouse', mode: 'text', filter: { session } });
    expect(search.results.map(({ breadcrumb }) => breadcrumb.id)).toEqual([id]);
    expect(texts(await builder.retrieve(recent(session, position)))).toEqual(['The lighthouse stands in Gdynia.']);
  });
});

it('a reader whose replica does not show a write leaves the request to the writer, and is sent no more until it has caught up', async () => {
  const session = randomUUID();
  await stack.pair.pauseReplay();
  await say(session, 'written while the replica stands still');
  const admitted = await sum('admitted', async () => {
    expect(contents((await gateway.list({ session })).crumbs)).toEqual(['written while the replica stands still']);
  });
  expect(admitted).toBe(0);
  await eventually(async () => (await sum('refused', () => gateway.list({ session }))) === 0);
  expect(contents((await gateway.list({ session })).crumbs)).toEqual(['written while the replica stands still']);
  await eventually(async () => (await countServing()) === 0);
  await stack.pair.resumeReplay();
  await untilReadersAnswer();
  await eventually(async () => (await countServing()) === 2);
});

it('a list of turns shows one that was requested while another is open, also where the replica does not show it yet', async () => {
  const session = randomUUID();
  const conductor = await stack.as('conductor');
  const agent = 'helper';
  const definition = {
    schema_name: AgentDef.name,
    context: { agent, prompt: 'Help.', subscriptions: [{ schema: UserMessage.name }] },
  };
  const { results } = await gateway.commit({ writes: [{ op: 'create', draft: definition }] });
  const { id: defined } = results[0] as Ref;
  const request = async (cause: Pick<Ref, 'id'>): Promise<void> => {
    const turn = { agent, definition: { id: defined, version: 1 }, generation: 0 };
    await conductor.request(RequestTurns, { cause: { id: cause.id, version: 1 }, turns: [turn] });
  };
  const states = async (): Promise<string[]> =>
    (await gateway.request(ListRecentTurns, { session })).turns.map(({ state }) => state);
  await request(await say(session, 'first'));
  await untilAdmitted(1, async () => expect(await states()).toEqual(['open']));
  const second = await say(session, 'second');
  await untilAdmitted(1, () => gateway.list({ session }));
  await stack.pair.pauseReplay();
  await request(second);
  const admitted = await sum('admitted', async () => expect(await states()).toEqual(['queued', 'open']));
  expect(admitted).toBe(0);
  await stack.pair.resumeReplay();
  await untilAdmitted(1, async () => expect(await states()).toEqual(['queued', 'open']));
});

it('an erased text is in no reply, also of a request as of a position that the replica has', async () => {
  const session = randomUUID();
  const kept = await say(session, 'The boat leaves at nine.');
  const secret = await say(session, 'The code is 4711.');
  await untilIndexed(secret.position);
  await untilAdmitted(1, async () => {
    expect(texts(await builder.retrieve(recent(session, secret.position)))).toHaveLength(2);
  });
  await stack.pair.pauseReplay();
  await gateway.commit({ writes: [{ op: 'erase', id: secret.id, if_match: 1 }] });
  const stale = await sum('admitted', async () => {
    expect(texts(await builder.retrieve(recent(session, secret.position)))).toEqual(['The boat leaves at nine.']);
  });
  expect(stale).toBe(0);
  expect((await gateway.read({ refs: [{ id: kept.id }, secret], as_of: secret.position })).crumbs).toEqual([
    expect.objectContaining({ id: kept.id }),
    expect.objectContaining({ id: secret.id, erased: true }),
  ]);
  await stack.pair.resumeReplay();
  await untilReadersAnswer();
  await untilAdmitted(1, async () => {
    expect(texts(await builder.retrieve(recent(session, secret.position)))).toEqual(['The boat leaves at nine.']);
  });
});

it('a request as of a position that the replica has is answered there, whatever was only added since', async () => {
  const session = randomUUID();
  const before = await say(session, 'before');
  await untilIndexed(before.position);
  await untilAdmitted(1, () => builder.retrieve(recent(session, before.position)));
  await stack.pair.pauseReplay();
  await say(session, 'after');
  const admitted = await sum('admitted', async () => {
    expect(texts(await builder.retrieve(recent(session, before.position)))).toEqual(['before']);
  });
  expect(admitted).toBe(1);
  await stack.pair.resumeReplay();
  await untilReadersAnswer();
});

it('a key is refused as soon as it is revoked, and works as soon as it is created, also where the replica does not show it', async () => {
  const participant = { kind: 'user' as const, id: 'ann' };
  const { id, secret } = await gateway.request(CreateKey, { participant, role: 'writer' });
  const ann = await stack.as('gateway', { key: secret });
  await eventually(async () => (await sum('admitted', () => ann.list({ limit: 1 }))) === 1);
  await stack.pair.pauseReplay();
  await gateway.request(RevokeKey, { id });
  await expect(ann.list({ limit: 1 })).rejects.toMatchObject({ code: 'unauthenticated' });
  const late = await gateway.request(CreateKey, { participant, role: 'reader' });
  const lateAnn = await stack.as('gateway', { key: late.secret });
  await expect(lateAnn.list({ limit: 1 })).resolves.toHaveProperty('crumbs');
  await stack.pair.resumeReplay();
  await untilReadersAnswer();
  await expect(ann.list({ limit: 1 })).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('a reader refuses what the writer refuses: another workspace, an agent with a key, and a role that is too low', async () => {
  const name = `w-${randomUUID()}`;
  const { secret } = await gateway.request(CreateWorkspace, { name });
  const elsewhere = await stack.as('gateway', { key: secret }, name);
  await elsewhere.commit({ writes: [{ op: 'create', draft: message('for us only') }] });
  expect(contents((await elsewhere.list({ schema: UserMessage.name })).crumbs)).toEqual(['for us only']);
  const session = await stack.as('gateway', { key: stack.key }, name);
  await expect(session.list({})).rejects.toMatchObject({ code: 'forbidden' });
  const executor = await stack.as('agent-executor', { key: secret }, name);
  await expect(executor.list({})).rejects.toMatchObject({ code: 'forbidden' });
  const unknown = await stack.as('gateway', { key: 'crumb_unknown' });
  await expect(unknown.list({})).rejects.toMatchObject({ code: 'unauthenticated' });
  const ours = contents((await gateway.list({ schema: UserMessage.name, limit: 1_000 })).crumbs);
  expect(ours).not.toContain('for us only');
});

it('the requests of a session go to one reader, and those of many sessions to all', async () => {
  const taken = new Map<string, number[]>();
  for (let n = 0; n < 20; n += 1) {
    const session = randomUUID();
    const before = await stack.counts();
    for (let again = 0; again < 3; again += 1) await gateway.list({ session });
    const after = await stack.counts();
    taken.set(
      session,
      after.map(
        ({ admitted, refused }, at) => admitted + refused - (before[at]?.admitted ?? 0) - (before[at]?.refused ?? 0),
      ),
    );
  }
  for (const counts of taken.values()) expect([...counts].sort()).toEqual([0, 3]);
  expect(new Set([...taken.values()].map((counts) => counts.indexOf(3))).size).toBe(2);
});

it('a reader cannot write, whatever server its URL names', async () => {
  const { database } = await openDatabase({
    url: stack.pair.url,
    home: stack.home,
    onDeath: () => undefined,
    isReplica: true,
  });
  const write = database.query('update log_head set position = position + 1');
  await expect(write).rejects.toMatchObject({ code: '25006' });
  await database.close();
});

it('a reader whose URL leads to another server than before sends it nothing, and ends', async () => {
  const proxy = await TcpProxy.start();
  const portOf = (url: string): number => Number(new URL(url).port);
  proxy.leadTo(portOf(stack.pair.replicaUrl));
  const url = Object.assign(new URL(stack.pair.replicaUrl), { port: `${proxy.port}` }).href;
  const deaths: Error[] = [];
  const onDeath = (error: Error): unknown => deaths.push(error);
  const { database } = await openDatabase({ url, home: stack.home, onDeath, isReplica: true });
  expect(await database.query('select pg_is_in_recovery() as replica')).toEqual([{ replica: true }]);
  proxy.leadTo(portOf(stack.pair.url));
  const answers: unknown[] = [];
  // The pool may give out a connection that has ended already.
  await eventually(async () => {
    await database.query('select pg_is_in_recovery() as replica').then(
      (rows) => answers.push(rows),
      () => undefined,
    );
    return answers.length > 0 || deaths.length > 0;
  });
  expect(answers).toEqual([]);
  expect(deaths).toEqual([expect.any(OtherServer)]);
  await database.close();
  await proxy.close();
});

it('a reader whose user sees one workspace at a time does not start, and says what to do', async () => {
  const limited = { url: stack.pair.replicaUrl, home: stack.home, onDeath: () => undefined, isReplica: true };
  const opened = async (): Promise<unknown> =>
    openDatabase(limited).then(
      ({ database }) => database.close(),
      (error: unknown) => error,
    );
  await stack.pair.query('alter role reader nobypassrls');
  await eventually(async () => (await opened()) instanceof Error);
  expect(await opened()).toMatchObject({ message: expect.stringContaining('alter role "reader" bypassrls') as string });
});
