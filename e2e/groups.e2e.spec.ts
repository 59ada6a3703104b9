import {
  AgentTrigger,
  AgentTurn,
  Session,
  SessionRound,
  type AgentTurnV1,
  type SessionV1,
} from '@crumbtrail/contracts';
import { Crumbtrail } from '@crumbtrail/client';
import { eventually, type ModelCall, type Script } from '@crumbtrail/testing';
import { useScript, useSharedStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const AGENTS = ['ann', 'bob', 'cat'];

const promptOf = (call: ModelCall): string => (call.body.messages ?? []).map(({ content }) => content).join('\n');
const agentOf = (call: ModelCall): string => /PERSONA-(\w+)/.exec(promptOf(call))?.[1] ?? '';

/** Every agent answers with its own words, so that a prompt shows who has spoken before. */
const script = (call: ModelCall): Script => ({ say: `WORDS-OF-${agentOf(call)}` });

const stack = useSharedStack();
useScript(stack, script);

/** A session in a workspace of its own, with three agents that listen to messages of people. */
async function openSession(session: Partial<SessionV1>): Promise<TestWorkspace & { captures(): ModelCall[] }> {
  const workspace = await createTestWorkspace(stack);
  for (const agent of AGENTS) await workspace.conversations.defineAgent({ agent, prompt: `PERSONA-${agent}` });
  const members = AGENTS.map((id) => ({ kind: 'agent' as const, id }));
  const context = { name: 'inn', members, ...session };
  await workspace.client.append({ schema_name: Session.name, context });
  const before = stack.model.calls.length;
  return { ...workspace, captures: () => stack.model.calls.slice(before) };
}

const muting = (muted: string, strategy: SessionV1['strategy']): Partial<SessionV1> => ({
  strategy,
  members: AGENTS.map((id) => ({ kind: 'agent', id, ...(id === muted ? { muted: true } : {}) })),
});

const turnsIn = async ({ conversations }: TestWorkspace): Promise<AgentTurnV1[]> =>
  (await conversations.listCrumbs<AgentTurnV1>(AgentTurn.name, 'inn')).map(({ context }) => context);

describe('a group of agents in a session', () => {
  it('list: all members but the muted one speak in order, and the second reads the words of the first', async () => {
    const inn = await openSession(muting('bob', 'list'));
    const { responses } = await inn.client.say('inn', 'Bob, what now?', { wait_ms: 60_000 });
    expect(responses?.map(({ author }) => author.id)).toEqual(['ann', 'cat']);
    expect(inn.captures().map(agentOf)).toEqual(['ann', 'cat']);
    expect(inn.captures().map((call) => promptOf(call).includes('WORDS-OF-ann'))).toEqual([false, true]);
    expect((await turnsIn(inn)).map(({ chosen }) => chosen)).toEqual([
      { strategy: 'list', reason: 'number 1 of 2 in the list' },
      { strategy: 'list', reason: 'number 2 of 2 in the list' },
    ]);
  });

  it('natural: whom the message mentions speaks, in the order of the text, and the trail says why', async () => {
    const members = AGENTS.map((id) => ({ kind: 'agent' as const, id, talkativeness: 0 }));
    const inn = await openSession({ strategy: 'natural', members });
    const { message, responses } = await inn.client.say('inn', 'Cat, ask Ann.', { wait_ms: 60_000 });
    expect(responses?.map(({ author }) => author.id)).toEqual(['cat', 'ann']);
    const woken = await inn.client.turnsOf(message.id);
    expect(woken.turns.map(({ agent, chosen }) => [agent, chosen?.reason]).sort()).toEqual([
      ['ann', 'mentioned at 9'],
      ['cat', 'mentioned at 0'],
    ]);
    expect(woken.silent).toMatch(/^The strategy is natural\. Silent: bob: talkativeness 0 < roll 0\.\d{3}\.$/);
    const { nodes } = await inn.client.trail(message.id);
    const summaries = nodes.filter(({ schema_name }) => schema_name === AgentTurn.name).map(({ summary }) => summary);
    expect(summaries).toContain('natural: mentioned at 0');
  });

  it('manual: nobody answers a message; a trigger lets a muted member speak, with a message that only agents read', async () => {
    const inn = await openSession(muting('bob', 'manual'));
    const silent = await inn.client.say('inn', 'Anybody?', { wait_ms: 60_000 });
    expect([silent.responses, silent.reason]).toEqual([
      [],
      expect.stringContaining('speaks only when it is triggered'),
    ]);
    expect(inn.captures()).toEqual([]);
    const rita = await inn.client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
    const reader = new Crumbtrail({ url: stack.api.url, key: rita.secret });
    const { message, responses } = await inn.client.speak('inn', {
      agent: 'bob',
      message: 'SECRET-ORDER',
      reason: 'it is late',
      private: true,
      wait_ms: 60_000,
    });
    expect(inn.captures().map(agentOf)).toEqual(['bob']);
    expect(promptOf(inn.captures()[0] as ModelCall)).toContain('SECRET-ORDER');
    expect(responses?.map(({ context, audience }) => [context['content'], audience])).toEqual([
      ['WORDS-OF-bob', 'all'],
    ]);
    const seen = (await reader.list({ session: 'inn', limit: 100 })).breadcrumbs;
    expect(seen.map(({ context }) => context['content'])).toContain('WORDS-OF-bob');
    expect(JSON.stringify(seen)).not.toContain('SECRET-ORDER');
    await expect(reader.get(message.id)).rejects.toMatchObject({ status: 404 });
    expect((await turnsIn(inn)).map(({ chosen }) => chosen)).toEqual([
      { strategy: 'trigger', reason: expect.stringMatching(/^forced by operator\/\S+: it is late$/) },
    ]);
    await expect(reader.speak('inn', { agent: 'eve' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('eve is no member of the session inn: its agents are ann, bob, cat') as string,
    });
    await expect(reader.speak('inn', { message: 'hm' })).rejects.toMatchObject({ status: 422 });
  });

  it('director: a message wakes the director alone, and whom it triggers speaks after it, with the reason', async () => {
    const inn = await openSession({ strategy: 'director', director: 'cat' });
    const { message, responses } = await inn.client.say('inn', 'Bob?', { wait_ms: 60_000 });
    expect(responses?.map(({ author }) => author.id)).toEqual(['cat']);
    const key = await inn.client.createKey({ participant: { kind: 'agent', id: 'cat' }, role: 'writer' });
    const director = new Crumbtrail({ url: stack.api.url, key: key.secret });
    const trigger = { agent: 'bob', reason: 'Bob was asked' };
    const { id } = await director.append({
      schema_name: AgentTrigger.name,
      session: 'inn',
      cause: { id: responses?.[0]?.id ?? '', version: 1 },
      context: trigger,
    });
    await eventually(async () => ((await inn.conversations.endedTurns('inn')).length === 2 ? true : null), {
      withinMs: 60_000,
    });
    const { turns } = await inn.client.turnsOf(id);
    expect(turns.map(({ agent, chosen }) => [agent, chosen])).toEqual([
      ['bob', { strategy: 'director', reason: 'director: Bob was asked' }],
    ]);
    expect((await inn.client.get(id)).trail_id).toBe(message.trail_id);
    await expect(
      director.append({ schema_name: AgentTrigger.name, session: 'inn', context: { agent: 'cat' } }),
    ).rejects.toMatchObject({
      status: 403,
    });
  });

  it('pooled: three rounds without a message have three speakers, and then never the same twice in a row', async () => {
    const inn = await openSession({ strategy: 'pooled' });
    const speakers: string[] = [];
    const first = await inn.client.say('inn', 'Begin.', { wait_ms: 60_000 });
    speakers.push(...(first.responses ?? []).map(({ author }) => author.id));
    for (let n = 0; n < 5; n += 1) {
      const { responses } = await inn.client.speak('inn', { wait_ms: 60_000 });
      speakers.push(...(responses ?? []).map(({ author }) => author.id));
    }
    expect(speakers).toHaveLength(6);
    expect(speakers.slice(0, 3).sort()).toEqual(AGENTS);
    expect(speakers.filter((agent, at) => agent === speakers[at - 1])).toEqual([]);
  });

  it('auto: rounds follow each other up to max_rounds on the trail of the message, and a message of a person begins anew', async () => {
    const inn = await openSession({ strategy: 'list', auto: { max_rounds: 2, delay_seconds: 0 } });
    const { message } = await inn.client.say('inn', 'Talk.', { wait_ms: 60_000 });
    const all = await eventually(async () => ((await turnsIn(inn)).length >= 6 ? turnsIn(inn) : null), {
      withinMs: 60_000,
    });
    expect(all.map(({ agent }) => agent)).toEqual([...AGENTS, ...AGENTS]);
    const [round, ...more] = await inn.conversations.listCrumbs(SessionRound.name, 'inn');
    expect(round).toMatchObject({ context: { since: { id: message.id }, number: 2 }, trail_id: message.id, hop: 1 });
    expect(more).toEqual([]);
    await eventually(async () => ((await inn.conversations.endedTurns('inn')).length === 6 ? true : null), {
      withinMs: 60_000,
    });
    await inn.client.say('inn', 'Again.', { wait_ms: 60_000 });
    await eventually(async () => ((await turnsIn(inn)).length >= 12 ? true : null), { withinMs: 60_000 });
    expect(
      (await inn.conversations.listCrumbs(SessionRound.name, 'inn')).map(({ context }) => context['number']),
    ).toEqual([2, 2]);
  });
});
