import { AgentTrigger, Session, SessionRound, type Ref, type TurnView } from '@crumbtrail/contracts';
import { claimRights } from '../src/append/claims';
import { randomFenceStep } from '../src/commands/random-ids';
import { findCauseOfTurn } from '../src/reading/read-turns';
import { readSessionTalk } from '../src/reading/read-session-talk';
import type { DuePoller } from '../src/writer/due-poller';
import { Conversation } from './conversation';
import { databases } from './databases';
import { operator, service, StoreUnderTest, user } from './store-under-test';
import { fencedRequest, requestIdOf, requestOf, stepOf, type TurnOf } from './tool-drafts';

describe.each(databases)('rounds of a session on %s', (_name, open) => {
  let store: StoreUnderTest;
  let due: DuePoller;
  let talk: Conversation;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    due = store.duePoller();
  }, 60_000);
  beforeEach(async () => {
    talk = await Conversation.begin(store);
    for (const agent of ['ann', 'bob']) await talk.define({ agent });
  });
  afterAll(() => store.close());

  const query = <Row extends object>(sql: string): Promise<Row[]> =>
    store.db.database.query<Row>(sql, [talk.workspace]);
  const roundsOf = () =>
    query<{ id: string; version: number; cause_id: string; hop: number; context: { number: number } }>(
      `select c.id, c.version, c.cause_id, c.hop, v.context from crumb c join crumb_version v using (workspace, id)
       where workspace = $1 and schema_name = '${SessionRound.name}' order by created_position`,
    );
  const planned = () => query<{ key: string }>(`select key from due where workspace = $1 and kind = 'round'`);

  /** The conductor's decision: these agents speak about the crumb, and another round follows. */
  async function decide(
    cause: Ref,
    agents: readonly string[],
    number: number,
    since = cause,
  ): Promise<readonly TurnView[]> {
    const definitions = await query<{ id: string; agent: string }>(
      `select c.id, v.context ->> 'agent' as agent from crumb c join crumb_version v using (workspace, id)
       where workspace = $1 and schema_name = 'agent.def.v1'`,
    );
    const { turns } = await store.writer.submit({
      kind: 'request-turns',
      workspace: talk.workspace,
      cause: { id: cause.id, version: cause.version },
      turns: agents.map((agent) => ({
        agent,
        definition: { id: definitions.find((one) => one.agent === agent)?.id ?? '', version: 1 },
        generation: 0,
        chosen: { strategy: 'list', reason: 'next' },
      })),
      auto: { since: since.id, number, delay_seconds: 0 },
    });
    return turns;
  }
  const answerAll = async (turns: readonly TurnView[]): Promise<void> => {
    for (const { id } of turns) await talk.answer(id, 'hi');
  };

  it('begin once the last turn of the round before is closed, once, on the trail of the message', async () => {
    const said = await talk.say('go');
    const turns = await decide(said, ['ann', 'bob'], 1);
    expect(turns.map(({ state, chosen }) => [state, chosen?.reason])).toEqual([
      ['open', 'next'],
      ['queued', 'next'],
    ]);
    await talk.answer(turns[0]?.id ?? '', 'hi');
    await due.poll();
    expect(await roundsOf()).toEqual([]);
    await talk.answer(turns[1]?.id ?? '', 'hi');
    await store.db.database.query(`update due set due_at = now() - interval '1 s' where kind = 'round'`);
    await Promise.all([due.poll(), store.duePoller().poll()]);
    expect(await roundsOf()).toMatchObject([{ cause_id: said.id, hop: 1, context: { number: 2 } }]);
    expect(await planned()).toEqual([]);
  });

  it('end when a person stops a turn, and when a person writes, whose message is answered next', async () => {
    const said = await talk.say('go');
    const [first] = await decide(said, ['ann'], 1);
    const turn = first?.id ?? '';
    const cause = (await findCauseOfTurn(store.db.database, talk.workspace, turn)) ?? '';
    await store.writer.submit({ kind: 'stop-turn', caller: user(talk.workspace), turn, cause, content: null });
    expect(await planned()).toEqual([]);

    const again = await talk.say('go on');
    await answerAll(await decide(again, ['ann'], 1));
    await due.poll();
    const [round] = await roundsOf();
    const later = await decide(round as Ref, ['ann', 'bob'], 2, again);
    const interruption = await talk.say('wait');
    const [answer] = await decide(interruption, ['bob'], 1);
    expect(await talk.responses()).toMatchObject([{ action: 'stopped' }, { action: 'speak' }, { action: 'stopped' }]);
    await talk.answer(later[0]?.id ?? '', 'hi');
    expect(await talk.openTurns()).toEqual([answer?.id]);
    expect(await planned()).toEqual([]);
  });

  it('are counted since the latest message of a person, as of a position', async () => {
    const read = (as_of: number) => readSessionTalk(store.db.database, talk.workspace, { session: 'demo', as_of });
    expect(await read(1_000_000)).toMatchObject({ speakers: [], turns: 0, rounds: 1, silent: true });
    await answerAll(await decide(await talk.say('old'), ['ann'], 1));
    const said = await talk.say('go');
    expect(await read(said.position)).toMatchObject({
      message: { id: said.id },
      last: { id: said.id },
      speakers: [],
      turns: 0,
    });
    await answerAll(await decide(said, ['bob', 'ann'], 1));
    await due.poll();
    const end = store.writer.position;
    expect(await read(end)).toMatchObject({ speakers: ['bob', 'ann'], turns: 2, rounds: 2, silent: false });
    expect(await read(said.position)).toMatchObject({ speakers: [], turns: 0, rounds: 1 });
    await answerAll(await decide(said, ['ann'], 1));
    await store.create(operator(talk.workspace), { schema_name: SessionRound.name, session: 'demo', context: {} });
    expect(await read(store.writer.position)).toMatchObject({ rounds: 3, silent: true });
  });

  it('a trigger names an agent that is defined, a member and present; the refusal lists those', async () => {
    const trigger = (context: object, who = user(talk.workspace), more = {}) =>
      store.create(who, { schema_name: AgentTrigger.name, session: 'demo', context: { ...context }, ...more });
    await expect(trigger({ agent: 'eve' })).rejects.toMatchObject({ code: 'not_found', message: /No agent eve/ });
    await trigger({ agent: 'ann' });
    const members = [
      { kind: 'agent', id: 'ann', muted: true },
      { kind: 'agent', id: 'bob', present: false },
    ];
    await store.create(operator(talk.workspace), { schema_name: Session.name, context: { name: 'demo', members } });
    await trigger({ agent: 'ann' });
    await expect(trigger({ agent: 'helper' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'helper is no member of the session demo: its agents are ann.',
    });
    await expect(trigger({ agent: 'bob' })).rejects.toMatchObject({ message: /bob is absent from the session demo/ });
    const ann = { ...user(talk.workspace), participant: { kind: 'agent' as const, id: 'ann' } };
    await expect(trigger({ agent: 'ann' }, ann)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('a tool that names no session triggers only members of the session of its turn', async () => {
    const members = [
      { kind: 'agent', id: 'helper' },
      { kind: 'agent', id: 'ann' },
    ];
    await store.create(operator(talk.workspace), { schema_name: Session.name, context: { name: 'demo', members } });
    const [turn] = await decide(await talk.say('go'), ['ann'], 1);
    const { workspace } = talk;
    const [row] = await query<{ definition_id: string }>('select definition_id from turn where workspace = $1');
    const definition = { id: row?.definition_id ?? '', version: 1 };
    const of: TurnOf = { workspace, turn: turn?.id ?? '', agent: 'ann', definition, reply_to: 'pool' };
    const claim = async (key: string, who: string): Promise<number> => {
      const rights = claimRights(service(workspace, who));
      const job = {
        kind: 'claim' as const,
        workspace,
        key,
        ttl_ms: 30_000,
        fence: null,
        fence_step: randomFenceStep(),
      };
      const reply = await store.writer.submit({ ...job, ...rights });
      return reply.granted ? reply.fence : 0;
    };
    const turnKey = `turn:${of.turn}`;
    const asked = fencedRequest(turnKey, await claim(turnKey, 'agent-executor'), stepOf(of), requestOf(of));
    await store.commit(service(workspace, 'agent-executor'), asked);
    const toolKey = `tool:${requestIdOf(of)}`;
    const fence = await claim(toolKey, 'tool-runner');
    const trigger = (agent: string) =>
      store.commit(
        service(workspace, 'tool-runner'),
        fencedRequest(toolKey, fence, {
          schema_name: AgentTrigger.name,
          cause: { id: requestIdOf(of) },
          context: { agent, private: true },
        }),
      );
    await expect(trigger('bob')).rejects.toMatchObject({ message: /its agents are helper, ann\./ });
    const { results } = await trigger('helper');
    expect(await talk.crumb(results[0]?.id ?? '')).toMatchObject({ session: 'demo', author_id: 'ann', hop: 3 });
  });

  it('a private trigger is for agents, and its answer for everybody', async () => {
    const write = { schema_name: AgentTrigger.name, session: 'demo', context: { agent: 'ann', private: true } };
    const trigger = await store.create(user(talk.workspace), write);
    expect(await talk.crumb(trigger.id)).toMatchObject({ audience: ['@agents'], informs: ['*'] });
    await answerAll(await decide(trigger, ['ann'], 1));
    const [answer] = await talk.responses();
    expect(await talk.crumb(answer?.id ?? '')).toMatchObject({ audience: ['*'] });
    await expect(store.create(user(talk.workspace), { ...write, audience: 'all' })).rejects.toMatchObject({
      code: 'invalid_payload',
    });
  });
});
