import {
  AgentResponse,
  AnswerFeedback,
  AnswerGrounding,
  Session,
  type AgentResponseV1,
  type CommitResult,
  type Draft,
  type ListSessionsRequest,
  type ListTrailsRequest,
  type SessionEntry,
  type TrailEntry,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { listSessions } from '../src/reading/list-sessions';
import { listTrails } from '../src/reading/list-trails';
import { Conversation } from './conversation';
import { databases } from './databases';
import { creates, message, operator, service, StoreUnderTest, user } from './store-under-test';

describe.each(databases)('lists of sessions and trails on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;

  beforeAll(async () => void (store = await StoreUnderTest.over(await open())), 60_000);
  beforeEach(async () => void (talk = await Conversation.begin(store)));
  afterAll(() => store.close());

  const as = (id: string): AuthenticatedCaller => user(talk.workspace, id);
  const root = (): AuthenticatedCaller => operator(talk.workspace);
  const say = (who: string, session: string, content: string, more: Partial<Draft> = {}): Promise<CommitResult> =>
    store.create(as(who), message(content, { session, ...more }));
  const importMany = (session: string, count: number): Promise<unknown> =>
    store.commit(root(), {
      imported: true,
      writes: creates(
        ...Array.from({ length: count }, (_, nth) =>
          message(`line ${nth}`, { session, occurred_at: '2026-01-01T00:00:00Z' }),
        ),
      ),
    });

  async function allSessions(caller: AuthenticatedCaller, request: ListSessionsRequest = {}): Promise<SessionEntry[]> {
    const found: SessionEntry[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await listSessions(store.db.database, { ...request, ...(cursor && { cursor }) }, caller);
      found.push(...page.sessions);
      cursor = page.next_cursor;
    }
    return found;
  }

  async function allTrails(caller: AuthenticatedCaller, request: ListTrailsRequest = {}): Promise<TrailEntry[]> {
    const found: TrailEntry[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await listTrails(store.db.database, { ...request, ...(cursor && { cursor }) }, caller);
      found.push(...page.trails);
      cursor = page.next_cursor;
    }
    return found;
  }

  const names = (sessions: readonly SessionEntry[]): string[] => sessions.map(({ name }) => name);
  const texts = (trails: readonly TrailEntry[]): (string | undefined)[] => trails.map(({ first }) => first.text);

  async function end(cause: CommitResult, action: 'error' | 'wait' | 'stopped'): Promise<void> {
    const turn = await talk.wake(cause);
    const error = { code: 'model_error', message: 'The model is away.' };
    const context = { turn: { id: turn.id }, action, ...(action === 'error' ? { error } : {}) };
    await store.commit(service(talk.workspace, 'agent-executor'), {
      writes: creates({ schema_name: AgentResponse.name, context }),
    });
  }

  it('hold every session, the one with the latest breadcrumb first, however many messages one of them has', async () => {
    for (let nth = 0; nth < 12; nth += 1) await say('ann', `talk-${nth}`, `hello ${nth}`);
    await importMany('history', 300);
    const expected = [...Array.from({ length: 12 }, (_, nth) => `talk-${11 - nth}`), 'history'];
    expect(names(await allSessions(root()))).toEqual(expected);
    expect(names(await allSessions(root(), { limit: 5 }))).toEqual(expected);
    expect((await allSessions(as('bob'))).map(({ messages }) => messages)).toEqual([...Array<number>(12).fill(1), 300]);
  });

  it('neither repeat nor miss a session when messages are written between pages', async () => {
    for (let nth = 0; nth < 6; nth += 1) await say('ann', `talk-${nth}`, 'hello');
    const first = await listSessions(store.db.database, { limit: 2 }, root());
    await say('ann', 'talk-0', 'again');
    await say('ann', 'new', 'hello');
    const rest = await allSessions(root(), { limit: 2, cursor: first.next_cursor as string });
    expect([...names(first.sessions), ...names(rest)]).toEqual([
      'talk-5',
      'talk-4',
      'talk-3',
      'talk-2',
      'talk-1',
      'talk-0',
    ]);
  });

  it('show and count of a session only what the reader may read, and leave out one without anything to read', async () => {
    await say('ann', 'mixed', 'for all');
    await say('ann', 'mixed', 'for ann alone', { audience: ['user:ann'] });
    await say('ann', 'secret', 'for ann alone', { audience: ['user:ann'] });
    const told = (await allSessions(as('bob'))).map(({ name, messages, last }) => [name, messages, last.text]);
    expect(told).toEqual([['mixed', 1, 'for all']]);
    expect(names(await allSessions(as('ann')))).toEqual(['secret', 'mixed']);
    expect(names(await allSessions(as('bob'), { participant: 'user:ann', text: 'sec' }))).toEqual([]);
  });

  it('sum up tokens and cost of the answers of a session that the reader may read, if asked to', async () => {
    const answer = async (cause: CommitResult, usage: AgentResponseV1['usage']): Promise<void> => {
      const context = { turn: { id: (await talk.wake(cause)).id }, action: 'speak', content: 'so', usage };
      const writes = creates({ schema_name: AgentResponse.name, context });
      await store.commit(service(talk.workspace, 'agent-executor'), { writes });
    };
    await say('ann', 'silent', 'nobody answers');
    await answer(await say('ann', 'paid', 'one'), { prompt_tokens: 90, completion_tokens: 10, cost_usd: 0.5 });
    await answer(await say('ann', 'paid', 'two'), { counted_prompt_tokens: 7 });
    const secret = await say('ann', 'paid', 'three', { audience: ['user:ann', 'agent:helper'] });
    await answer(secret, { prompt_tokens: 900, completion_tokens: 100, cost_usd: 5 });
    const sums = async (caller: AuthenticatedCaller, usage?: true) =>
      (await allSessions(caller, usage ? { usage } : {})).map(({ name, tokens, cost_usd }) => [name, tokens, cost_usd]);
    const silent = ['silent', undefined, undefined];
    expect(await sums(root(), true)).toEqual([['paid', 1_107, 5.5], silent]);
    expect(await sums(as('bob'), true)).toEqual([['paid', 107, 0.5], silent]);
    expect(await sums(root())).toEqual([['paid', undefined, undefined], silent]);
  });

  it('archived sessions are hidden, listed alone, or listed with all', async () => {
    for (const session of ['attic', 'parlour', 'study']) await say('ann', session, 'hello');
    await store.create(root(), { schema_name: Session.name, context: { name: 'attic', archived: true } });
    await store.create(root(), { schema_name: Session.name, context: { name: 'study', archived: false } });
    expect(names(await allSessions(as('ann'), { archived: 'hide' })).sort()).toEqual(['parlour', 'study']);
    expect(await allSessions(as('ann'), { archived: 'only' })).toMatchObject([{ name: 'attic', archived: true }]);
    expect(names(await allSessions(as('ann'))).sort()).toEqual(['attic', 'parlour', 'study']);
  });

  it('find sessions by who speaks there, the agent that was woken, the outcome, the time, the name and the title', async () => {
    await talk.answer((await talk.wake(await say('ann', 'harbour', 'one'))).id, 'hi');
    await say('bob', 'garden', 'two');
    await store.create(root(), { schema_name: Session.name, context: { name: 'garden', title: 'Roses and Owls' } });
    await end(await say('ann', 'kitchen', 'three'), 'error');
    const find = async (request: ListSessionsRequest): Promise<string[]> => names(await allSessions(root(), request));
    expect(await find({ participant: 'user:bob' })).toEqual(['garden']);
    expect(await find({ participant: 'ann' })).toEqual(['kitchen', 'harbour']);
    expect(await find({ agent: 'helper' })).toEqual(['kitchen', 'harbour']);
    expect(await find({ outcome: 'failed' })).toEqual(['kitchen']);
    expect(await find({ outcome: 'answered' })).toEqual(['harbour']);
    expect(await find({ text: 'OWLS' })).toEqual(['garden']);
    expect(await find({ text: 'itch' })).toEqual(['kitchen']);
    expect(await find({ until: '2001-01-01T00:00:00Z' })).toEqual([]);
    expect(await find({ since: '2001-01-01T00:00:00Z', limit: 1 })).toHaveLength(3);
    expect((await allSessions(root(), { text: 'garden' }))[0]).toMatchObject({ title: 'Roses and Owls' });
  });

  it('hold every trail, latest first, with its agents, outcome and number of breadcrumbs', async () => {
    await importMany('history', 300);
    const said = await say('ann', 'demo', 'when do you open?');
    await talk.answer((await talk.wake(said)).id, 'at nine');
    await say('ann', 'demo', 'nobody answers');
    const trails = await allTrails(root(), { schema: message('').schema_name, limit: 100 });
    expect(trails).toHaveLength(302);
    expect(texts(trails).slice(0, 2)).toEqual(['nobody answers', 'when do you open?']);
    expect(trails[0]).toMatchObject({ crumbs: 1, agents: [], outcome: 'none', session: 'demo', duration_ms: 0 });
    expect(trails[1]).toMatchObject({ trail_id: said.id, crumbs: 3, agents: ['helper'], outcome: 'answered' });
  });

  it('leave out trails of what services write about others, unless asked for, and a session is as late as its last message', async () => {
    const said = await say('ann', 'demo', 'hello');
    const [{ id } = { id: '' }] = (await talk.answer((await talk.wake(said)).id, 'hi')).results;
    await say('ann', 'later', 'hello again');
    const context = { response: { id }, context_id: id, agent: 'helper', sources: [], sentences: [] };
    await store.create(service(talk.workspace, 'context-builder'), { schema_name: AnswerGrounding.name, context });
    await store.create(root(), { schema_name: Session.name, session: 'demo', context: { name: 'demo', title: 'New' } });
    expect(texts(await allTrails(root(), { session: 'demo' }))).toContain('hello');
    const schemas = async (request: ListTrailsRequest = {}): Promise<string[]> =>
      (await allTrails(root(), request)).map(({ first }) => first.schema_name);
    expect(await schemas()).not.toContain(AnswerGrounding.name);
    expect(await schemas({ schema: AnswerGrounding.name })).toEqual([AnswerGrounding.name]);
    const [later, demo] = await allSessions(root());
    expect([later?.name, demo?.name, demo?.title, demo?.last.text]).toEqual(['later', 'demo', 'New', 'hi']);
  });

  it('a session shows its latest message, answer or note, and what else is written there only where there is none', async () => {
    await say('ann', 'tour', 'hello');
    const schema_name = 'world.event.v1';
    await store.create(as('bob'), { schema_name, session: 'tour', context: { text: 'It rains.' } });
    await store.create(as('bob'), { schema_name, session: 'sky', context: { text: 'It is dry.' } });
    const listed = (await allSessions(root())).map(({ name, last }) => [name, last.schema_name]);
    expect(listed).toEqual([
      ['sky', 'world.event.v1'],
      ['tour', 'user.message.v1'],
    ]);
  });

  it('a turn that was replayed counts by its latest generation, and imported history is listed for its session', async () => {
    const said = await say('ann', 'demo', 'hello');
    await end(said, 'error');
    const listed = async (): Promise<unknown[]> =>
      (await allTrails(root())).map(({ first, outcome }) => [first.text ?? first.schema_name, outcome]);
    expect(await listed()).toContainEqual(['hello', 'failed']);
    await talk.answer((await talk.wake(said, { generation: 1 })).id, 'hi');
    expect(await listed()).toContainEqual(['hello', 'answered']);
    await importMany('history', 2);
    expect(await listed()).not.toContainEqual(['line 0', 'none']);
    expect(await allTrails(root(), { session: 'history' })).toHaveLength(2);
  });

  it('feedback that comes later does not make a trail longer', async () => {
    const said = await say('ann', 'demo', 'hello');
    const [{ id } = { id: '' }] = (await talk.answer((await talk.wake(said)).id, 'hi')).results;
    const [before] = await allTrails(root(), { session: 'demo' });
    const context = { response: { id }, agent: 'helper', score: -1 };
    await store.create(root(), { schema_name: AnswerFeedback.name, cause: { id, version: 1 }, context });
    const [after] = await allTrails(root(), { session: 'demo' });
    expect(after).toMatchObject({ duration_ms: before?.duration_ms, crumbs: (before?.crumbs ?? 0) + 1 });
  });

  it('show and count of a trail only what the reader may read, and begin with the first breadcrumb of it', async () => {
    const secret = await say('ann', 'demo', 'for ann alone', { audience: ['user:ann'] });
    const half = await say('ann', 'demo', 'for ann and the agents', { audience: ['user:ann'] });
    const cause = { id: half.id, version: 1 };
    await store.create(as('ann'), message('what everybody may know', { cause }));
    await end(secret, 'error');
    const listed = await allTrails(as('bob'), { session: 'demo' });
    const seen = { trail_id: half.id, crumbs: 1, agents: [], outcome: 'none' };
    expect(listed).toEqual([expect.objectContaining(seen)]);
    expect(texts(listed)).toEqual(['what everybody may know']);
    expect(await allTrails(as('bob'), { agent: 'helper' })).toEqual([]);
    expect(await allTrails(as('bob'), { outcome: 'failed' })).toEqual([]);
    expect(await allTrails(as('ann'), { outcome: 'failed' })).toHaveLength(1);
    expect(await allTrails(as('bob'), { woken: true })).toEqual([]);
    expect(texts(await allTrails(as('ann'), { woken: true }))).toEqual(['for ann alone']);
  });

  it('find trails by session, author, agent, outcome, time and a schema that they contain', async () => {
    const open = await say('ann', 'one', 'still open');
    await talk.wake(open);
    await end(await say('ann', 'two', 'failed'), 'error');
    await end(await say('bob', 'three', 'waited'), 'wait');
    const find = async (request: ListTrailsRequest): Promise<unknown[]> => texts(await allTrails(root(), request));
    expect(await find({ outcome: 'open' })).toEqual(['still open']);
    expect(await find({ outcome: 'failed' })).toEqual(['failed']);
    expect(await find({ outcome: 'waited' })).toEqual(['waited']);
    expect(await find({ agent: 'helper' })).toEqual(['waited', 'failed', 'still open']);
    await say('ann', 'two', 'nobody answers');
    expect(await find({ woken: true })).toEqual(['waited', 'failed', 'still open']);
    expect(await find({ session: 'two', woken: true })).toEqual(['failed']);
    expect(await find({ participant: 'bob' })).toEqual(['waited']);
    expect(await find({ schema: AgentResponse.name })).toEqual(['waited', 'failed']);
    expect(await find({ until: '2001-01-01T00:00:00Z' })).toEqual([]);
  });

  it('refuse the cursor of another list', async () => {
    for (const nth of ['a', 'b']) await say('ann', nth, 'hello');
    const { next_cursor } = await listSessions(store.db.database, { limit: 1 }, root());
    await expect(listTrails(store.db.database, { cursor: next_cursor as string }, root())).rejects.toMatchObject({
      code: 'cursor_gone',
    });
  });
});
