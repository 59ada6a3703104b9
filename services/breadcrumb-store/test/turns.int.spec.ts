import { AgentContext, AgentTurn, contextId, responseId, type Ref } from '@crumbtrail/contracts';
import { readTurns } from '../src/reading/read-turns';
import type { DuePoller } from '../src/writer/due-poller';
import { Conversation } from './conversation';
import { operator, StoreUnderTest } from './store-under-test';
import { databases } from './databases';

describe.each(databases)('turns on %s', (_name, open) => {
  let store: StoreUnderTest;
  let due: DuePoller;
  let talk: Conversation;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    due = store.duePoller();
  }, 60_000);

  beforeEach(async () => {
    talk = await Conversation.begin(store);
  });

  afterAll(async () => {
    await store.close();
  });

  it('take four crumbs and five commits from message to answer, each crumb the cause of the next', async () => {
    let commits = 0;
    const stop = store.writer.onCommit(() => (commits += 1));
    const said = await talk.say('hello');
    const turn = await talk.wake(said);
    const context = await talk.build(turn);
    const held = await talk.claim(turn.id);
    const fence = { key: `turn:${turn.id}`, fence: held.granted ? held.fence : 0 };
    const { results } = await talk.answer(turn.id, 'hi', fence);
    stop();
    expect(turn.state).toBe('open');
    expect(commits).toBe(4); // The claim is the fifth; it does not move the head of the log.
    expect(await talk.crumb(turn.id)).toMatchObject({ cause_id: said.id, trail_id: said.id, hop: 1, session: 'demo' });
    expect(await talk.crumb(context.id)).toMatchObject({ cause_id: turn.id, trail_id: said.id, hop: 2 });
    expect(await talk.crumb(results[0]?.id ?? '')).toMatchObject({
      cause_id: context.id,
      trail_id: said.id,
      hop: 3,
      author_kind: 'agent',
      author_id: 'helper',
    });
    expect(context.id).toBe(contextId(talk.workspace, turn.id));
    expect(results[0]?.id).toBe(responseId(talk.workspace, turn.id));
  });

  it('address their context to the pool, or to the agent that runs its own loop', async () => {
    await talk.build(await talk.wake(await talk.say('one')));
    await talk.define({ agent: 'own', runner: 'service', lane: 'agent' });
    await talk.build(await talk.wake(await talk.say('two'), { agent: 'own' }));
    const rows = await store.db.database.query<{ recipient: string }>(
      'select recipient from crumb_event where workspace = $1 and schema_name = $2 order by position',
      [talk.workspace, AgentContext.name],
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual(['pool', 'own']);
  });

  it('that a message without a session triggers open in the lane of their agent', async () => {
    const said = await talk.say('hello', { session: undefined });
    const turn = await talk.wake(said);
    expect(turn.state).toBe('open');
    const [row] = await store.db.database.query('select lane, session from turn where id = $1', [turn.id]);
    expect(row).toEqual({ lane: 'agent:helper', session: null });
    await talk.answer(turn.id, 'hi');
    expect(await talk.responses()).toMatchObject([{ action: 'speak', author: 'helper' }]);
  });

  it('never overlap in a lane, and open in the order of their messages, regardless of the order of the requests', async () => {
    const said: Ref[] = [];
    for (const content of ['a', 'b', 'c', 'd', 'e']) said.push(await talk.say(content));
    const first = await talk.wake(said[2] as Ref);
    const others = await Promise.all([4, 0, 3, 1].map((at) => talk.wake(said[at] as Ref)));
    expect(first.state).toBe('queued');
    const order = [];
    for (let turn = (await talk.openTurns())[0]; turn !== undefined;) {
      await talk.answer(turn, 'ok');
      order.push(turn);
      const open = await talk.openTurns();
      expect(open.length).toBeLessThanOrEqual(1);
      turn = open[0];
    }
    expect(order).toEqual([others[1], others[3], first, others[2], others[0]].map((turn) => turn?.id));
  });

  it('wait for an earlier message without a decision, but only for a limited time', async () => {
    const earlier = await talk.say('held by a conductor that died');
    const turn = await talk.wake(await talk.say('later'));
    await due.poll();
    expect([turn.state, await talk.openTurns()]).toEqual(['queued', []]);
    const { database } = store.db;
    await database.query(`update crumb set occurred_at = now() - interval '2 minutes' where id = $1`, [earlier.id]);
    await database.query(`update due set due_at = now() - interval '1 s' where kind = 'lane' and workspace = $1`, [
      talk.workspace,
    ]);
    await due.poll();
    expect(await talk.openTurns()).toEqual([turn.id]);
  });

  it('are decided once for each version of a crumb', async () => {
    const said = await talk.say('hello');
    const [one, two] = await Promise.all([talk.wake(said), talk.wake(said)]);
    expect(two).toEqual(one);
    expect(await readTurns(store.db.database, said.id, operator(talk.workspace))).toEqual({
      decided: true,
      turns: [one],
    });
    const rows = await store.db.database.query('select 1 from crumb where workspace = $1 and schema_name = $2', [
      talk.workspace,
      AgentTurn.name,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('are none for a message that wakes nobody, whose decision keeps the reason', async () => {
    const { id, version } = await talk.say('hello');
    const { workspace } = talk;
    const reason = 'No agent listens for this message: no agent is defined.';
    await store.writer.submit({ kind: 'request-turns', workspace, cause: { id, version }, turns: [], reason });
    expect(await readTurns(store.db.database, id, operator(workspace))).toEqual({ decided: true, turns: [], reason });
  });

  it('end once: a second answer of the same agent returns the first', async () => {
    const turn = await talk.wake(await talk.say('hello'));
    const [one, two] = await Promise.all([talk.answer(turn.id, 'first'), talk.answer(turn.id, 'second')]);
    expect(one.results[0]).toMatchObject({ existed: false });
    expect(two.results[0]).toEqual({ ...one.results[0], existed: true });
    expect(await talk.responses()).toHaveLength(1);
  });

  it('are ended once by their deadline, with a visible error, and the next turn of the lane opens', async () => {
    await talk.define({ agent: 'slow', limits: { turn_seconds: 1 } });
    const late = await talk.wake(await talk.say('anybody?'), { agent: 'slow' });
    const next = await talk.wake(await talk.say('still here?'), { agent: 'slow' });
    await store.db.database.query(`update turn set deadline_at = now() - interval '1 s' where id = $1`, [late.id]);
    await store.db.database.query(`update due set due_at = now() - interval '1 s' where key = $1`, [late.id]);
    await Promise.all([due.poll(), due.poll()]);
    await due.poll();
    expect(await talk.responses()).toEqual([
      { id: responseId(talk.workspace, late.id), action: 'error', code: 'deadline', author: 'breadcrumb-store' },
    ]);
    expect(await talk.openTurns()).toEqual([next.id]);
    await expect(talk.answer(late.id, 'too late')).rejects.toMatchObject({ code: 'turn_closed' });
  });

  it('that a guard refuses are opened and ended at once with a visible error, even if their lane is busy', async () => {
    const busy = await talk.wake(await talk.say('one'));
    const refused = await talk.wake(await talk.say('two'), { refused: 'too deep' });
    expect(refused.state).toBe('closed');
    expect(await talk.responses()).toMatchObject([{ action: 'error', code: 'hop_limit' }]);
    expect(await talk.openTurns()).toEqual([busy.id]);
  });

  it('over the rate limit of their agent are refused with a visible error', async () => {
    await talk.define({ agent: 'eager', limits: { turns_per_minute: 2 } });
    for (const content of ['one', 'two'])
      await talk.answer((await talk.wake(await talk.say(content), { agent: 'eager' })).id, 'ok');
    const third = await talk.wake(await talk.say('three'), { agent: 'eager' });
    expect(third.state).toBe('closed');
    expect(await talk.responses()).toMatchObject([{ code: null }, { code: null }, { code: 'rate_limit' }]);
  });
});
