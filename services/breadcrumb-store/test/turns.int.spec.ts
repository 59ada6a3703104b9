import {
  AgentContext,
  AgentDef,
  AgentResponse,
  AgentTurn,
  contextId,
  responseId,
  type AgentContextV1,
  type AgentDefV1,
  type Ref,
  type TurnView,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DueWatch } from '../src/writer/due-watch';
import { turns } from '../src/reading/turns';
import { creates, message, operator, station, StoreUnderTest, user } from './a-store';
import { databases } from './databases';

const example = join(__dirname, '../../../schemas/agent.context/v1.examples/valid/small.json');
const aContext = JSON.parse(readFileSync(example, 'utf8')) as AgentContextV1;

describe.each(databases)('turns on %s', (_name, open) => {
  let store: StoreUnderTest;
  let due: DueWatch;
  let workspace: string;
  let definition: Ref;

  const define = async (more: Partial<AgentDefV1> = {}): Promise<Ref> => {
    const context = { agent: 'helper', prompt: 'p', subscriptions: [{ schema: 'user.message.v1' }], ...more };
    return store.leave(operator(workspace), { schema_name: AgentDef.name, context });
  };

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    due = new DueWatch(store.db.database, store.writer, createLogger('breadcrumb-store', 'silent'));
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
    definition = await define();
  });

  afterAll(async () => {
    await store.close();
  });

  const say = (content: string) => store.leave(user(workspace), message(content));

  const wake = async (cause: Ref, more: { agent?: string; definition?: Ref; refused?: string } = {}) => {
    const { agent = 'helper', definition: by = definition, refused } = more;
    const turn = { agent, definition: { id: by.id, version: by.version }, generation: 0 };
    const guard = refused === undefined ? {} : { refused: { code: 'hop_limit' as const, message: refused } };
    const reply = await store.writer.submit({
      ...{ kind: 'request-turns', workspace, cause: { id: cause.id, version: cause.version } },
      turns: [{ ...turn, ...guard }],
    });
    return reply.turns[0] as TurnView;
  };

  const answer = (turn: string, content: string, fence?: { key: string; fence: number }) =>
    store.commit(station(workspace, 'agent-executor'), {
      writes: creates({ schema_name: AgentResponse.name, context: { turn: { id: turn }, action: 'speak', content } }),
      fence,
    });

  const buildContext = (turn: TurnView) =>
    store.leave(station(workspace, 'context-builder'), {
      schema_name: AgentContext.name,
      context: { ...aContext, turn: { id: turn.id }, agent: turn.agent, trigger: turn.cause, definition },
    });

  const claim = (turn: string, more: { fence?: number; ttl_ms?: number } = {}) =>
    store.writer.submit({
      ...{ kind: 'claim', workspace, key: `turn:${turn}`, holder: 'agent-executor' },
      ...{ ttl_ms: more.ttl_ms ?? 30_000, fence: more.fence ?? null },
    });

  const responses = async (): Promise<{ id: string; action: string; code: string | null; author: string }[]> =>
    store.db.database.query(
      `select v.id, context->>'action' as action, context->'error'->>'code' as code, author_id as author
       from crumb c join crumb_version v using (workspace, id) where workspace = $1 and schema_name = $2 order by v.position`,
      [workspace, AgentResponse.name],
    );

  const crumb = async (id: string): Promise<Record<string, unknown>> => {
    const [row] = await store.db.database.query('select * from crumb where workspace = $1 and id = $2', [
      workspace,
      id,
    ]);
    return row ?? {};
  };

  it('go their whole way in four crumbs and five commits, each the cause of the next', async () => {
    let commits = 0;
    const stop = store.writer.onCommit(() => (commits += 1));
    const said = await say('hello');
    const turn = await wake(said);
    const context = await buildContext(turn);
    const held = await claim(turn.id);
    const fence = { key: `turn:${turn.id}`, fence: held.granted ? held.fence : 0 };
    const { results } = await answer(turn.id, 'hi', fence);
    stop();
    expect(turn.state).toBe('open');
    expect(commits).toBe(4); // and the claim, which moves no head
    expect(await crumb(turn.id)).toMatchObject({ cause_id: said.id, trail_id: said.id, hop: 1, session: 'demo' });
    expect(await crumb(context.id)).toMatchObject({ cause_id: turn.id, trail_id: said.id, hop: 2 });
    expect(await crumb(results[0]?.id ?? '')).toMatchObject({
      ...{ cause_id: context.id, trail_id: said.id, hop: 3, author_kind: 'agent', author_id: 'helper' },
    });
    expect(context.id).toBe(contextId(workspace, turn.id));
    expect(results[0]?.id).toBe(responseId(workspace, turn.id));
  });

  it('address a context to the pool, or to the agent that runs itself', async () => {
    const own = await define({ agent: 'own', runner: 'service', lane: 'agent' });
    await buildContext(await wake(await say('one')));
    await buildContext(await wake(await say('two'), { agent: 'own', definition: own }));
    const rows = await store.db.database.query<{ recipient: string }>(
      'select recipient from crumb_event where workspace = $1 and schema_name = $2 order by position',
      [workspace, AgentContext.name],
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual(['pool', 'own']);
  });

  it('never overlap in a lane, and follow the order of what was said, however requests come in', async () => {
    const said = [];
    for (const content of ['a', 'b', 'c', 'd', 'e']) said.push(await say(content));
    const first = await wake(said[2] as Ref);
    const others = await Promise.all([4, 0, 3, 1].map((at) => wake(said[at] as Ref)));
    expect([first, ...others].map(({ state }) => state)).toEqual(['open', 'queued', 'queued', 'queued', 'queued']);
    const order = [];
    for (let turn: string | undefined = first.id; turn !== undefined;) {
      await answer(turn, 'ok');
      order.push(turn);
      const open = await openTurns();
      expect(open.length).toBeLessThanOrEqual(1);
      turn = open[0];
    }
    expect(order).toEqual([first, others[1], others[3], others[2], others[0]].map((turn) => turn?.id));
  });

  it('decide once about one version of a crumb', async () => {
    const said = await say('hello');
    const [one, two] = await Promise.all([wake(said), wake(said)]);
    expect(two).toEqual(one);
    expect(await turns(store.db.database, said.id, operator(workspace))).toEqual({ decided: true, turns: [one] });
    const rows = await store.db.database.query('select 1 from crumb where workspace = $1 and schema_name = $2', [
      workspace,
      AgentTurn.name,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('end once: a second answer of the same agent finds the first', async () => {
    const turn = await wake(await say('hello'));
    const [one, two] = await Promise.all([answer(turn.id, 'first'), answer(turn.id, 'second')]);
    expect(one.results[0]).toMatchObject({ existed: false });
    expect(two.results[0]).toEqual({ ...one.results[0], existed: true });
    expect(await responses()).toHaveLength(1);
  });

  it('are ended once by their deadline, with an error to see, and the lane goes on', async () => {
    definition = await define({ agent: 'slow', limits: { turn_seconds: 1 } });
    const late = await wake(await say('anybody?'), { agent: 'slow' });
    const next = await wake(await say('still here?'), { agent: 'slow' });
    await store.db.database.query(`update turn set deadline_at = now() - interval '1 s' where id = $1`, [late.id]);
    await store.db.database.query(`update due set due_at = now() - interval '1 s' where key = $1`, [late.id]);
    await Promise.all([due.look(), due.look()]);
    await due.look();
    expect(await responses()).toEqual([
      { id: responseId(workspace, late.id), action: 'error', code: 'deadline', author: 'breadcrumb-store' },
    ]);
    expect(await openTurns()).toEqual([next.id]);
    await expect(answer(late.id, 'too late')).rejects.toMatchObject({ code: 'turn_closed' });
  });

  it('that a guard refuses are opened and ended at once, for everybody to see, beside a busy lane', async () => {
    const busy = await wake(await say('one'));
    const refused = await wake(await say('two'), { refused: 'too deep' });
    expect(refused.state).toBe('closed');
    expect(await responses()).toMatchObject([{ action: 'error', code: 'hop_limit' }]);
    expect(await openTurns()).toEqual([busy.id]);
  });

  it('over the limit of their lane are refused, and say so', async () => {
    definition = await define({ agent: 'eager', limits: { turns_per_minute: 2 } });
    for (const content of ['one', 'two']) await answer((await wake(await say(content), { agent: 'eager' })).id, 'ok');
    const third = await wake(await say('three'), { agent: 'eager' });
    expect(third.state).toBe('closed');
    expect(await responses()).toMatchObject([{ code: null }, { code: null }, { code: 'rate_limit' }]);
  });

  it('are worked on by one claim at a time, and a stale fence writes nothing', async () => {
    const turn = await wake(await say('hello'));
    const first = await claim(turn.id, { ttl_ms: 1 });
    if (!first.granted) throw new Error('a free claim was not granted');
    await store.db.database.query(`update claim set until = now() - interval '1 s' where workspace = $1`, [workspace]);
    const second = await claim(turn.id);
    expect(second).toMatchObject({ granted: true });
    expect(await claim(turn.id)).toMatchObject({ granted: false, retry_in_ms: expect.any(Number) });
    const stale = { key: `turn:${turn.id}`, fence: first.fence };
    await expect(answer(turn.id, 'zombie', stale)).rejects.toMatchObject({ code: 'stale_fence' });
    await expect(answer(turn.id, 'without')).rejects.toMatchObject({ code: 'stale_fence' });
    await expect(claim(turn.id, { fence: first.fence })).rejects.toMatchObject({ code: 'stale_fence' });
    const fence = { key: `turn:${turn.id}`, fence: second.granted ? second.fence : 0 };
    expect(await claim(turn.id, { fence: fence.fence })).toMatchObject({ granted: true, fence: fence.fence });
    await answer(turn.id, 'mine', fence);
    await expect(claim(turn.id)).rejects.toMatchObject({ code: 'turn_closed' });
    expect((await answer(turn.id, 'mine', fence)).results[0]).toMatchObject({ existed: true });
  });

  it('are answered by nobody but their agent', async () => {
    const own = await define({ agent: 'own', runner: 'service', lane: 'agent' });
    const turn = await wake(await say('hello'), { agent: 'own', definition: own });
    await expect(answer(turn.id, 'the pool')).rejects.toMatchObject({ code: 'wrong_writer' });
    const draft = { schema_name: AgentResponse.name, context: { turn: { id: turn.id }, action: 'wait' } };
    const other = { ...user(workspace), participant: { kind: 'agent' as const, id: 'other' } };
    await expect(store.leave(other, draft)).rejects.toMatchObject({ code: 'wrong_writer' });
    const self = { ...user(workspace), participant: { kind: 'agent' as const, id: 'own' } };
    await expect(store.leave(self, draft)).resolves.toMatchObject({ existed: false });
  });

  it('about a private message are answered in private', async () => {
    const said = await store.leave(user(workspace), message('psst', { audience: ['bob', 'helper'] }));
    const turn = await wake(said);
    const context = await buildContext(turn);
    const { results } = await answer(turn.id, 'yes?');
    expect((await crumb(turn.id))['audience']).toEqual(['helper']);
    expect((await crumb(context.id))['audience']).toEqual(['helper']);
    expect((await crumb(results[0]?.id ?? ''))['audience']).toEqual(['bob', 'helper', 'ann']);
  });

  async function openTurns(): Promise<string[]> {
    const rows = await store.db.database.query<{ id: string }>(
      `select id from turn where workspace = $1 and state = 'open'`,
      [workspace],
    );
    return rows.map(({ id }) => id);
  }
});
