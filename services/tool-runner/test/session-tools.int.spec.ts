import {
  AgentNote,
  AgentPlan,
  AgentTrigger,
  agentName,
  CreateKey,
  planId,
  Scene,
  sceneId,
  Session,
  type AgentPlanV1,
  type Envelope,
  type SceneV1,
} from '@crumbtrail/contracts';
import type { OpenTurn } from './turn-fixture';
import { RunnersUnderTest } from './start-runner';

const TOOLS = ['list_members', 'agent_note', 'trigger_agent', 'set_note', 'set_scenario', 'plan'];
let world: RunnersUnderTest;
let numbered = 0;

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner();
  for (const agent of ['abe', 'bob', 'cat']) await world.agent(agent, TOOLS);
}, 90_000);
afterAll(() => world?.stop());

/** A session of its own with Abe, Bob and Ann; Cat is no member. */
async function newSession(): Promise<string> {
  numbered += 1;
  const name = `inn-${numbered}`;
  const members = [
    { kind: 'user', id: 'ann', name: 'Ann' },
    { kind: 'agent', id: 'abe' },
    { kind: 'agent', id: 'bob', name: 'Bob the Innkeeper', muted: true },
  ];
  await world.leave(Session.name, { name, members });
  return name;
}

const turnIn = (session: string, agent = 'abe', more: object = {}): Promise<OpenTurn> =>
  world.turn(agent, { session, ...more });

/** Runs a tool in a turn of its own and ends it, so that the next one of the session can open. */
async function call(session: string, tool: string, input: object, agent = 'abe') {
  const turn = await turnIn(session, agent);
  const { context } = await world.run(tool, input, { turn });
  await world.end(turn);
  return context;
}

const list = async (schema: string, session: string): Promise<readonly Envelope[]> =>
  (await world.all.gateway.list({ schema, session })).crumbs;

async function asUser(id: string) {
  const { secret } = await world.all.gateway.request(CreateKey, { participant: { kind: 'user', id }, role: 'writer' });
  return world.as('gateway', secret);
}

const sceneOf = async (session: string, agent?: string) =>
  (await world.crumb(sceneId('default', { session, ...(agent ? { agent } : {}) }))) as Envelope<SceneV1> | null;

describe('list_members', () => {
  it('lists people and agents of the session with their names, and who is muted', async () => {
    const session = await newSession();
    expect((await call(session, 'list_members', {})).output).toEqual({
      members: [
        { kind: 'user', id: 'ann', name: 'Ann', muted: false, present: true },
        { kind: 'agent', id: 'abe', name: 'abe', muted: false, present: true },
        { kind: 'agent', id: 'bob', name: 'Bob the Innkeeper', muted: true, present: true },
      ],
    });
  });

  it('lists all agents where the session names no members', async () => {
    const { output } = await call('open-house', 'list_members', {});
    const { members } = output as unknown as { members: { id: string }[] };
    expect(members.map(({ id }) => id)).toEqual(expect.arrayContaining(['abe', 'bob', 'cat']));
  });
});

describe('agent_note', () => {
  it('is by the agent of the turn, for the named agents and itself alone, and wakes nobody', async () => {
    const session = await newSession();
    const turn = await turnIn(session);
    const { context } = await world.run('agent_note', { to: ['Bob the Innkeeper'], message: 'It is Ann.' }, { turn });
    expect(context.output).toEqual({ to: ['bob'] });
    const [note] = await list(AgentNote.name, session);
    expect(note).toMatchObject({
      author: { kind: 'agent', id: 'abe' },
      audience: [agentName('bob'), agentName('abe')],
      context: { to: ['bob'], message: 'It is Ann.' },
    });
    const ann = await asUser('ann');
    expect((await ann.read({ refs: [{ id: note?.id as string }] })).crumbs).toEqual([null]);
  });

  it('is refused with another sender or other readers in its arguments', async () => {
    const session = await newSession();
    const forged = { to: ['bob'], message: 'x', from: 'bob' };
    expect(await call(session, 'agent_note', forged)).toMatchObject({ error: { code: 'invalid_input' } });
    const wide = { to: ['bob'], message: 'x', audience: 'all' };
    expect(await call(session, 'agent_note', wide)).toMatchObject({ error: { code: 'invalid_input' } });
    expect(await list(AgentNote.name, session)).toEqual([]);
  });

  it('to somebody who is no agent of the session is refused with the agents', async () => {
    const session = await newSession();
    const { error } = await call(session, 'agent_note', { to: ['bob', 'cat', 'ann'], message: 'x' });
    expect(error).toMatchObject({
      code: 'unknown_member',
      message: 'No agent of this session: cat, ann. Its agents are: abe, bob (Bob the Innkeeper).',
    });
    expect(await list(AgentNote.name, session)).toEqual([]);
  });

  it('cannot tell what was said in private to agents that were not there', async () => {
    const session = await newSession();
    const turn = await turnIn(session, 'abe', { audience: ['agent:abe', 'user:ann'] });
    const { context } = await world.run('agent_note', { to: ['bob'], message: 'secret' }, { turn });
    expect(context).toMatchObject({ status: 'error' });
    expect(context.text).toContain('/context/to names an agent that may not read');
    expect(await list(AgentNote.name, session)).toEqual([]);
  });
});

describe('trigger_agent', () => {
  it('writes a trigger that only agents read, by the agent of the turn', async () => {
    const session = await newSession();
    const turn = await turnIn(session);
    const request = await world.ask('trigger_agent', { agent: 'bob', message: 'psst', reason: 'he knows' }, { turn });
    expect((await world.answer(request)).context.output).toEqual({ triggered: 'bob' });
    expect((await list(AgentTrigger.name, session))[0]).toMatchObject({
      author: { kind: 'agent', id: 'abe' },
      audience: 'agents',
      cause: { id: request },
      context: { agent: 'bob', message: 'psst', reason: 'he knows', private: true },
    });
  });

  it('of an unknown agent is refused with the agents, and triggers nobody', async () => {
    const session = await newSession();
    const { error } = await call(session, 'trigger_agent', { agent: 'zoe' });
    expect(error?.message).toContain('No agent of this session: zoe. Its agents are: abe, bob');
    expect(await list(AgentTrigger.name, session)).toEqual([]);
  });
});

describe('set_note and set_scenario', () => {
  it('create the scene of the session for its agents, and say which agent wrote what', async () => {
    const session = await newSession();
    await call(session, 'set_note', { text: 'Whisper.', interval: 2, depth: 1 });
    await call(session, 'set_scenario', { text: 'A cellar.' }, 'bob');
    expect(await sceneOf(session)).toMatchObject({
      version: 2,
      author: { kind: 'agent', id: 'abe' },
      audience: 'agents',
      context: {
        session,
        scenario: 'A cellar.',
        scenario_by: 'bob',
        note: { text: 'Whisper.', interval: 2, depth: 1, by: 'abe' },
      },
    });
  });

  it("change an operator's scene under the agent's name, and keep the rest of it", async () => {
    const session = await newSession();
    const injections = [{ id: 'storm', text: 'A storm.' }];
    await world.leave(Scene.name, { session, scenario: 'An inn.', note: { text: 'Be kind.', depth: 7 }, injections });
    expect(await call(session, 'set_note', { text: 'Be brief.' })).toMatchObject({ output: { version: 2 } });
    expect((await sceneOf(session))?.context).toEqual({
      session,
      scenario: 'An inn.',
      note: { text: 'Be brief.', depth: 7, by: 'abe' },
      injections,
    });
    await call(session, 'set_note', { text: '' });
    expect((await sceneOf(session))?.context).toEqual({ session, scenario: 'An inn.', injections });
  });

  it('set the scenario of one agent in the session', async () => {
    const session = await newSession();
    await call(session, 'set_scenario', { text: 'You are in the cellar.', agent: 'bob' });
    expect(await sceneOf(session)).toBeNull();
    expect((await sceneOf(session, 'bob'))?.context).toMatchObject({ agent: 'bob', scenario_by: 'abe' });
    const { error } = await call(session, 'set_scenario', { text: 'x', agent: 'cat' });
    expect(error?.code).toBe('unknown_member');
  });

  it('neither create nor change what others than the readers of the answer see', async () => {
    const session = await newSession();
    const aside = await turnIn(session, 'abe', { audience: ['agent:abe', 'user:ann'] });
    const { context: created } = await world.run('set_note', { text: 'secret' }, { turn: aside });
    expect(created).toMatchObject({ status: 'error' });
    await world.end(aside);
    await world.leave(Scene.name, { session, note: { text: 'Be kind.' } });
    const again = await turnIn(session, 'abe', { audience: ['agent:abe', 'user:ann'] });
    const { context: changed } = await world.run('set_note', { text: 'secret' }, { turn: again });
    expect(changed.text).toContain('it has readers who may not read the answer');
    expect((await sceneOf(session))?.context.note).toEqual({ text: 'Be kind.' });
  });

  it('do not change a scene that the agent may not read', async () => {
    const session = await newSession();
    await world.leave(Scene.name, { session, note: { text: 'Be kind.' } }, { audience: ['agent:bob'] });
    const { status, text } = await call(session, 'set_note', { text: 'x' });
    expect([status, text]).toEqual(['error', expect.stringContaining('abe may not read it')]);
  });

  it('both take effect when two agents write at the same time', async () => {
    const session = await newSession();
    await world.leave(Scene.name, { session, scenario: 'An inn.' });
    const turn = await turnIn(session);
    const [note, scenario] = await Promise.all([
      world.run('set_note', { text: 'Whisper.' }, { turn, step: 1 }),
      world.run('set_scenario', { text: 'A cellar.' }, { turn, step: 2 }),
    ]);
    expect([note.context.status, scenario.context.status]).toEqual(['ok', 'ok']);
    expect((await sceneOf(session))?.context).toMatchObject({ scenario: 'A cellar.', note: { text: 'Whisper.' } });
  });

  it('refuse a text that is too long', async () => {
    const session = await newSession();
    const long = await call(session, 'set_scenario', { text: 'x'.repeat(8_193) });
    expect(long).toMatchObject({ error: { code: 'invalid_input' } });
  });
});

describe('plan', () => {
  it('rewrites the plan of the agent in the session, keeps every version, and shows it to nobody else', async () => {
    const session = await newSession();
    expect(await call(session, 'plan', { text: 'Act 1.' })).toMatchObject({ output: { version: 1 } });
    expect(await call(session, 'plan', { text: 'Act 2.' })).toMatchObject({ output: { version: 2 } });
    const id = planId('default', { session, agent: 'abe' });
    expect(await world.crumb(id)).toMatchObject({
      schema_name: AgentPlan.name,
      session,
      author: { kind: 'agent', id: 'abe' },
      audience: [agentName('abe')],
      context: { session, agent: 'abe', text: 'Act 2.' },
    });
    const { versions } = await world.all.gateway.history(id);
    expect(versions.map(({ context }) => (context as unknown as AgentPlanV1).text).sort()).toEqual([
      'Act 1.',
      'Act 2.',
    ]);
    const ann = await asUser('ann');
    expect((await ann.read({ refs: [{ id }] })).crumbs).toEqual([null]);
    expect((await ann.list({ schema: AgentPlan.name })).crumbs).toEqual([]);
  });

  it('of another agent stays as it is', async () => {
    const session = await newSession();
    await call(session, 'plan', { text: 'Mine.' });
    await call(session, 'plan', { text: 'His.' }, 'bob');
    const mine = (await world.crumb(planId('default', { session, agent: 'abe' }))) as Envelope<AgentPlanV1> | null;
    expect(mine?.context.text).toBe('Mine.');
    const forged = await call(session, 'plan', { text: 'x', agent: 'bob' });
    expect(forged).toMatchObject({ error: { code: 'invalid_input' } });
  });
});
