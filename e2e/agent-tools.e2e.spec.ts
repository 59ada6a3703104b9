import {
  AgentContext,
  AgentNote,
  AgentPlan,
  AgentTurn,
  GuardFired,
  type GuardFiredV1,
  Session,
  type AgentContextV1,
  type AgentDefV1,
  type AgentNoteV1,
  type AgentTurnV1,
  type ToolCatalogV1,
  type SessionV1,
} from '@crumbtrail/contracts';
import { Crumbtrail } from '@crumbtrail/client';
import { eventually, type ModelCall, type Script } from '@crumbtrail/testing';
import { useScript, useSharedStack } from './support/fixture';
import { createTestWorkspace, type TestWorkspace } from './support/test-workspace';

const AGENTS = ['ann', 'bob', 'cat'];
const TOOLS = ['list_members', 'agent_note', 'trigger_agent', 'set_note', 'plan'];

const promptOf = (call: ModelCall): string => (call.body.messages ?? []).map(({ content }) => content).join('\n');
const agentOf = (call: ModelCall): string => /PERSONA-(\w+)/.exec(promptOf(call))?.[1] ?? '';

/** What an agent does, by what its prompt has last; without a tool's result, and only once a turn. */
const DOINGS: readonly (readonly [agent: string, asked: string, name: string, input: object])[] = [
  ['ann', 'TELL-CAT', 'agent_note', { to: ['cat'], message: 'SECRET-NOTE' }],
  ['ann', 'FORGE', 'agent_note', { to: ['cat'], message: 'SECRET-NOTE', from: 'bob' }],
  ['ann', 'PSST-BOB', 'trigger_agent', { agent: 'bob', message: 'PRIVATE-ORDER' }],
  ['ann', 'PSST-ZOE', 'trigger_agent', { agent: 'zoe' }],
  ['ann', 'WHISPER', 'set_note', { text: 'SPEAK-LOW', depth: 0 }],
];

const callOf = (name: string, input: object): Script => ({ calls: [{ id: 'call', name, arguments: input }] });

/** Agents that answer each other's trigger with a trigger, for ever, in a session whose prompts hold this word. */
const PING_PONG = 'PING-PONG';

function script(call: ModelCall): Script {
  const messages = call.body.messages ?? [];
  const agent = agentOf(call);
  if (messages.at(-1)?.role === 'tool') return { say: `DONE-BY-${agent}-${messages.length}` };
  const forced = JSON.stringify(call.body['tool_choice'] ?? null).includes('"plan"');
  if (forced && !promptOf(call).includes('STUBBORN')) return callOf('plan', { text: 'PLAN-OF-ACTS' });
  const asked = String(messages.findLast(({ role }) => role === 'user')?.content ?? '')
    .trim()
    .split('\n')
    .at(-1);
  return doingOf(call, agent, asked ?? '');
}

/** What an agent does that was asked this, the last line of its prompt. */
function doingOf(call: ModelCall, agent: string, asked: string): Script {
  if (promptOf(call).includes(PING_PONG))
    return callOf('trigger_agent', { agent: agent === 'ann' ? 'bob' : 'ann', message: PING_PONG });
  const doing = DOINGS.find(([who, words]) => who === agent && asked.includes(words));
  return doing ? callOf(doing[2], doing[3]) : { say: `WORDS-OF-${agent}` };
}

const stack = useSharedStack();
useScript(stack, script);

interface Inn extends TestWorkspace {
  captures(agent: string): ModelCall[];
  /** A reader of the session that is no operator. */
  readonly rita: Crumbtrail;
}

async function openInn(session: Partial<SessionV1> = {}, more: Partial<AgentDefV1> = {}): Promise<Inn> {
  const workspace = await createTestWorkspace(stack);
  const { conversations, client } = workspace;
  for (const agent of AGENTS)
    await conversations.defineAgent({ agent, prompt: `PERSONA-${agent}`, tools: TOOLS, ...more });
  const members = AGENTS.map((id) => ({ kind: 'agent' as const, id }));
  await client.append({ schema_name: Session.name, context: { name: 'inn', members, strategy: 'manual', ...session } });
  await eventually(async () => {
    const [catalog] = await conversations.listCrumbs<ToolCatalogV1>('tool.catalog.v1');
    return catalog?.context.tools?.some(({ name, available }) => name === 'plan' && available !== false) ?? false;
  });
  const { secret } = await client.createKey({ participant: { kind: 'user', id: 'rita' }, role: 'writer' });
  const before = stack.model.calls.length;
  return {
    ...workspace,
    rita: new Crumbtrail({ url: stack.api.url, key: secret }),
    captures: (agent) => stack.model.calls.slice(before).filter((call) => agentOf(call) === agent),
  };
}

const speak = (inn: Inn, agent: string, message: string) =>
  inn.client.speak('inn', { agent, message, wait_ms: 60_000 });

const turnsOf = async (inn: Inn, agent: string): Promise<AgentTurnV1[]> =>
  (await inn.conversations.listCrumbs<AgentTurnV1>(AgentTurn.name, 'inn'))
    .map(({ context }) => context)
    .filter((turn) => turn.agent === agent);

const lastContext = async (inn: Inn, agent: string) =>
  (await inn.conversations.listCrumbs<AgentContextV1>(AgentContext.name, 'inn'))
    .filter(({ context }) => context.agent === agent)
    .at(-1);

const shownToRita = async ({ rita }: Inn): Promise<string> =>
  JSON.stringify((await rita.list({ session: 'inn', limit: 200 })).breadcrumbs);

describe('agent_note', () => {
  it('is in the context of the named agent, not in that of another, not shown to people, and starts no turn', async () => {
    const inn = await openInn();
    await speak(inn, 'ann', 'TELL-CAT');
    const [note] = await inn.conversations.listCrumbs<AgentNoteV1>(AgentNote.name, 'inn');
    expect(note).toMatchObject({ author: { kind: 'agent', id: 'ann' }, context: { to: ['cat'] } });
    expect(await turnsOf(inn, 'cat')).toEqual([]);
    await speak(inn, 'bob', 'What now?');
    await speak(inn, 'cat', 'What now?');
    expect(promptOf(inn.captures('cat')[0] as ModelCall)).toContain('Note from ann to cat: SECRET-NOTE');
    expect(promptOf(inn.captures('bob')[0] as ModelCall)).not.toContain('SECRET-NOTE');
    expect(await shownToRita(inn)).not.toContain('SECRET-NOTE');
  });

  it('with another sender in its arguments is refused', async () => {
    const inn = await openInn();
    await speak(inn, 'ann', 'FORGE');
    expect(promptOf(inn.captures('ann').at(-1) as ModelCall)).toContain('additional propert');
    expect(await inn.conversations.listCrumbs(AgentNote.name, 'inn')).toEqual([]);
  });
});

describe('trigger_agent', () => {
  it('lets an agent speak after the turn of the caller, with a message that only agents read', async () => {
    const inn = await openInn();
    await speak(inn, 'ann', 'PSST-BOB');
    await eventually(async () => (await shownToRita(inn)).includes('WORDS-OF-bob'), { withinMs: 30_000 });
    expect(promptOf(inn.captures('bob')[0] as ModelCall)).toContain('PRIVATE-ORDER');
    expect(promptOf(inn.captures('bob')[0] as ModelCall)).toContain('DONE-BY-ann');
    expect(await shownToRita(inn)).not.toContain('PRIVATE-ORDER');
  });

  it('of an unknown agent lists the members, and starts no turn', async () => {
    const inn = await openInn();
    await speak(inn, 'ann', 'PSST-ZOE');
    const told = promptOf(inn.captures('ann').at(-1) as ModelCall);
    expect(told).toContain('No agent of this session: zoe. Its agents are: ann, bob, cat.');
    expect((await inn.conversations.listCrumbs(AgentTurn.name, 'inn')).length).toBe(1);
  });

  it('ends at the hop limit between two agents that trigger each other, with a breadcrumb that says so', async () => {
    const inn = await openInn({}, { limits: { max_hops: 12 } });
    await speak(inn, 'ann', PING_PONG);
    const [guard] = await eventually(
      async () => {
        const fired = await inn.conversations.listCrumbs<GuardFiredV1>(GuardFired.name, 'inn');
        return fired.length > 0 ? fired : null;
      },
      { withinMs: 60_000 },
    );
    expect(guard?.context).toMatchObject({ guard: 'hop_limit', limit: 12 });
    expect((await turnsOf(inn, 'bob')).length).toBeGreaterThan(0);
  });
});

describe('set_note', () => {
  it('is shown to the agents of the session as a note by the agent that set it', async () => {
    const inn = await openInn();
    await speak(inn, 'ann', 'WHISPER');
    await speak(inn, 'bob', 'What now?');
    const prompt = promptOf(inn.captures('bob')[0] as ModelCall);
    expect(prompt).toMatch(/Note by Ann[\s\S]*SPEAK-LOW/);
  });
});

describe('plan_first', () => {
  it('offers the tool plan alone until there is a plan, which then stands in the contexts of its agent alone', async () => {
    const inn = await openInn({}, { plan_first: true });
    await speak(inn, 'ann', 'Begin the story.');
    const [first, second] = inn.captures('ann');
    const offered = (call: ModelCall | undefined) =>
      ((call?.body.tools ?? []) as { function: { name: string } }[]).map((one) => one.function.name);
    expect(offered(first)).toEqual(['plan']);
    expect(offered(second)).toHaveLength(TOOLS.length);
    await speak(inn, 'ann', 'Go on.');
    const later = inn.captures('ann')[2];
    expect(offered(later)).toHaveLength(TOOLS.length);
    expect(promptOf(later as ModelCall)).toContain('PLAN-OF-ACTS');
    await speak(inn, 'bob', 'What now?');
    expect(promptOf(inn.captures('bob')[0] as ModelCall)).not.toContain('PLAN-OF-ACTS');
    expect(await shownToRita(inn)).not.toContain('PLAN-OF-ACTS');
    const [plan] = await inn.conversations.listCrumbs(AgentPlan.name, 'inn');
    const context = await lastContext(inn, 'ann');
    expect(context?.context.scene).toMatchObject({
      records: [{ id: plan?.id, version: 1 }],
      shown: [{ source: 'plan', slot: 'after' }],
    });
    const operator = new Crumbtrail({ url: stack.api.url, key: inn.key });
    expect(await operator.contexts.replay(context?.id as string)).toMatchObject({ identical: true });
  });

  it('refuses an answer without a plan once, then ends the turn with an error', async () => {
    const inn = await openInn({}, { plan_first: true });
    await speak(inn, 'ann', 'STUBBORN: begin the story.');
    expect(inn.captures('ann')).toHaveLength(2);
    expect(promptOf(inn.captures('ann')[1] as ModelCall)).toContain('you have no plan yet');
    expect(await inn.conversations.listCrumbs(AgentPlan.name, 'inn')).toEqual([]);
    const [end] = await inn.conversations.listCrumbs('agent.response.v1', 'inn');
    expect(end?.context).toMatchObject({ action: 'error', error: { code: 'plan_first' } });
  });
});
