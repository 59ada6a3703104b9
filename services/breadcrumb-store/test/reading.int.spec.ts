import { UserMessage, type Draft, type EventsRequest, type ListRequest } from '@crumbtrail/contracts';
import type { Sql } from '../src/database/database';
import { readEvents } from '../src/reading/read-events';
import { listCrumbs } from '../src/reading/list-crumbs';
import { readCrumbs } from '../src/reading/read-crumbs';
import { readTrail } from '../src/reading/read-trail';
import { Conversation } from './conversation';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';
import { databases } from './databases';

describe.each(databases)('reading on %s', (_name, open) => {
  let store: StoreUnderTest;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await store.close();
  });

  const ann = () => user(workspace);
  const bob = () => user(workspace, 'bob');
  const leave = (content: string, more: Partial<Draft> = {}) => store.create(ann(), message(content, more));
  const listed = async (request: ListRequest = {}, who = ann()) =>
    (await listCrumbs(store.db.database.within(workspace), request, who)).crumbs.map(
      ({ context }) => context['content'],
    );
  const eventsFor = (request: EventsRequest, who = ann()) =>
    readEvents(store.db.database.within(workspace), request, who);

  it('list: filters crumbs by schema, session, author, time and tag', async () => {
    await leave('a', { tags: ['red', 'big'], session: 'one' });
    await leave('b', { tags: ['red'], session: 'two' });
    await store.create(bob(), message('c', { session: 'one' }));
    expect(await listed()).toEqual(['c', 'b', 'a']);
    expect(await listed({ order: 'asc' })).toEqual(['a', 'b', 'c']);
    expect(await listed({ tag: 'red' })).toEqual(['b', 'a']);
    expect(await listed({ session: 'one' })).toEqual(['c', 'a']);
    expect(await listed({ author: 'bob' })).toEqual(['c']);
    expect(await listed({ author: 'agent:bob' })).toEqual([]);
    expect(await listed({ schema: 'agent.def.v1' })).toEqual([]);
    expect(await listed({ since: '2999-01-01T00:00:00Z' })).toEqual([]);
  });

  it('list: returns every crumb once across pages while others are written', async () => {
    for (let n = 0; n < 7; n += 1) await leave(`m${n}`);
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await listCrumbs(store.db.database, { limit: 3, ...(cursor ? { cursor } : {}) }, ann());
      seen.push(...page.crumbs.map(({ context }) => context['content']));
      cursor = page.next_cursor;
      await leave('meanwhile');
    } while (cursor);
    expect(seen).toEqual(['m6', 'm5', 'm4', 'm3', 'm2', 'm1', 'm0']);
  });

  it('list: orders imported crumbs by when they occurred', async () => {
    const who = operator(workspace);
    const old = (content: string, occurred_at: string) => message(content, { occurred_at });
    await leave('now');
    await store.commit(who, {
      imported: true,
      writes: creates(old('second', '2020-01-02T00:00:00Z'), old('first', '2020-01-01T00:00:00Z')),
    });
    expect(await listed({ order: 'asc' })).toEqual(['first', 'second', 'now']);
    expect(await listed({ imported: true })).toEqual(['second', 'first']);
    expect(await listed({ imported: false })).toEqual(['now']);
  });

  it('list: returns the state of an earlier position, and reports that nothing has changed since', async () => {
    const first = await leave('a');
    const second = await leave('b');
    expect(await listed({ as_of: first.position })).toEqual(['a']);
    const asked = { schema: UserMessage.name, as_of: second.position };
    const since = (position: number) => listCrumbs(store.db.database, { ...asked, if_changed_since: position }, ann());
    expect(await since(second.position)).toMatchObject({ unchanged: true, crumbs: [] });
    expect((await since(first.position)).crumbs).toHaveLength(2);
    const early = listCrumbs(store.db.database, { min_position: second.position + 1_000_000 }, ann());
    await expect(early).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('list: the process that writes the log answers that nothing has changed without asking the database', async () => {
    const { position } = await leave('a');
    await store.create(operator(workspace), message('in another session', { session: 'other' }));
    const silent = { query: () => Promise.reject(new Error('asked')), read: () => Promise.reject(new Error('asked')) };
    const since = (request: ListRequest, sql: Sql = silent) =>
      listCrumbs(sql, { if_changed_since: position, ...request }, ann(), store.writer.recentChanges);
    expect(await since({ schema: 'agent.def.v1' })).toMatchObject({ unchanged: true, position: store.writer.position });
    const definitionsAt = { schema: 'agent.def.v1', as_of: position + 1, min_position: position + 1 };
    expect(await since(definitionsAt)).toEqual({ crumbs: [], unchanged: true, position: position + 1 });
    await expect(since({ schema: UserMessage.name })).rejects.toThrow('asked');
    const later = { schema: 'agent.def.v1', min_position: store.writer.position + 1 };
    await expect(since(later, store.db.database)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('no read operation returns a crumb that the caller may not read', async () => {
    const shared = await leave('shared');
    const secret = await leave('secret', { audience: ['carl'], cause: { id: shared.id } });
    const agents = await store.create(operator(workspace), message('for agents', { audience: 'agents' }));
    const robot = { ...bob(), participant: { kind: 'agent' as const, id: 'robot' } };
    expect(await listed({}, bob())).toEqual(['shared']);
    expect(await listed({}, user(workspace, 'carl'))).toEqual(['secret', 'shared']);
    expect(await listed({}, robot)).toEqual(['for agents', 'shared']);
    expect(await listed({}, ann())).toEqual(['secret', 'shared']);
    expect(await listed({}, operator(workspace))).toEqual(['for agents', 'secret', 'shared']);
    const refs = [secret, agents, shared].map(({ id }) => ({ id }));
    const { crumbs } = await readCrumbs(store.db.database, { refs }, bob());
    expect(crumbs.map((crumb) => crumb?.id ?? null)).toEqual([null, null, shared.id]);
    expect((await eventsFor({ cursor: 'start' }, bob())).events.map(({ id }) => id)).toEqual([shared.id]);
    expect((await readTrail(store.db.database, { id: shared.id }, bob())).nodes.map(({ id }) => id)).toEqual([
      shared.id,
    ]);
    expect(await readTrail(store.db.database, { id: shared.id, count: true }, bob())).toMatchObject({
      hidden: 1,
      beyond: 0,
    });
    const { nodes } = await readTrail(store.db.database, { id: shared.id }, ann());
    expect(nodes.map(({ audience }) => audience)).toEqual([undefined, ['user:carl']]);
    await expect(readTrail(store.db.database, { id: secret.id }, bob())).rejects.toMatchObject({ code: 'not_found' });
    const cause = store.create(bob(), message('reply', { cause: { id: secret.id } }));
    await expect(cause).rejects.toMatchObject({ code: 'not_found' });
  });

  it('events: a cursor returns every missed event once, and the position through which the events are complete', async () => {
    const { complete_through } = await eventsFor({});
    const left = [await leave('a'), await leave('b', { session: 'other' }), await leave('c')];
    const seen: string[] = [];
    let cursor = complete_through;
    for (
      let page = await eventsFor({ cursor, limit: 2 });
      page.events.length > 0;
      page = await eventsFor({ cursor, limit: 2 })
    ) {
      seen.push(...page.events.map(({ id }) => id));
      cursor = page.complete_through;
    }
    expect(seen).toEqual(left.map(({ id }) => id));
    const filtered = await eventsFor({ cursor: complete_through, session: 'demo', kinds: ['created'], limit: 2 });
    expect(filtered.events.map(({ crumb }) => crumb?.context['content'])).toEqual(['a', 'c']);
    expect(filtered.events.map(({ at }) => at)).toEqual(filtered.events.map(({ crumb }) => crumb?.created_at));
    expect((await eventsFor({ cursor: filtered.events[0]?.cursor, session: 'demo' })).events).toHaveLength(1);
  });

  it('events: those of one trail alone', async () => {
    const { complete_through: cursor } = await eventsFor({});
    const root = await leave('a');
    await leave('b');
    const below = await leave('c', { cause: { id: root.id } });
    const { events } = await eventsFor({ cursor, trail: root.id });
    expect(events.map(({ id }) => id)).toEqual([root.id, below.id]);
  });

  it('events: start after the given position, or at the head if the position is beyond it', async () => {
    const left = [await leave('a'), await leave('b'), await leave('c')];
    const after = async (position: number): Promise<string[]> =>
      (await eventsFor({ cursor: `@${position}` })).events.map(({ id }) => id);
    expect(await after(left[0]?.position as number)).toEqual([left[1]?.id, left[2]?.id]);
    expect(await after(10 ** 12)).toEqual([]);
    await expect(eventsFor({ cursor: '@one' })).rejects.toMatchObject({ code: 'cursor_gone' });
  });

  it('refuses a malformed cursor, and a cursor of another workspace or log', async () => {
    const { complete_through: cursor } = await eventsFor({});
    const foreign = user(await store.workspace());
    await expect(eventsFor({ cursor }, foreign)).rejects.toMatchObject({ code: 'cursor_gone' });
    await expect(eventsFor({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'cursor_gone' });
    const [, , , position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const other = ['events', workspace, '0197a6d0-0000-7000-8000-000000000001', position];
    const replaced = Buffer.from(JSON.stringify(other)).toString('base64url');
    await expect(eventsFor({ cursor: replaced })).rejects.toMatchObject({ code: 'cursor_gone' });
    const wrong = listCrumbs(store.db.database, { cursor }, ann());
    await expect(wrong).rejects.toMatchObject({ code: 'cursor_gone' });
  });

  it('trail: returns times, durations, tokens and a one-line summary for each crumb', async () => {
    const talk = await Conversation.begin(store);
    const said = await talk.say(`hello\n${'x'.repeat(200)}`);
    const turn = await talk.wake(said);
    const context = await talk.build(turn);
    const { results } = await talk.answer(turn.id, 'hi');
    const drawn = await readTrail(store.db.database, { id: said.id }, user(talk.workspace));
    expect(drawn.trail_id).toBe(said.id);
    expect(drawn.nodes.map(({ id }) => id)).toEqual([said.id, results[0]?.id]);
    const whole = await readTrail(store.db.database, { id: context.id }, operator(talk.workspace));
    expect(whole.nodes).toMatchObject([
      { id: said.id, at_ms: 0, hop: 0, summary: expect.stringMatching(/^hello x{113}…$/) },
      { id: turn.id, cause: { id: said.id, version: 1 }, duration_ms: expect.any(Number) },
      { id: context.id, tokens: 5, cause: { id: turn.id, version: 1 } },
      { id: results[0]?.id, summary: 'hi', author: { kind: 'agent', id: 'helper' } },
    ]);
  });
});
