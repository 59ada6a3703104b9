import { Crumbtrail } from '@crumbtrail/client';
import { AgentResponse, AgentTurn, Session, type AgentDefV1, type AgentTurnV1 } from '@crumbtrail/contracts';
import { eventually, type ModelCall } from '@crumbtrail/testing';
import type { ApprovalPage } from '@crumbtrail/contracts/http/approvals';
import { A2aHost } from './support/a2a-host';
import { AgentHost, type ReceivedPrompt } from './support/agent-host';
import { consoleInChromium, LONG } from './support/console';
import { Conversations, echo, type EndedTurn, type SentMessage } from './support/conversations';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';
import { textOf } from './support/a2a-client';
import { DESK, RoofSeller } from './support/roof-seller';
import { connectAsGuest, reachableByAgents } from './support/published-agents';
import { runCrumb } from './support/run-crumb';

const host = useFixture(
  () => A2aHost.start(),
  (one) => one.close(),
);
const stack = useStack(async () => ({
  ...SHORT_LEASES,
  services: { ...WITHOUT_MEMORY, 'agent-executor': { replicas: 2 } },
  env: {
    ...SHORT_LEASES.env,
    ...(await reachableByAgents()).env,
    A2A_KEYS: JSON.stringify({ default: { [host.card]: 'secret-of-roofer' } }),
  },
}));
useScript(stack, echo);
const guest = useFixture(
  () => connectAsGuest(stack),
  (one) => one.close(),
);
const conversations = new Conversations(stack);

const promptOf = (call: ModelCall): string => (call.body.messages ?? []).map(({ content }) => content).join('\n');

/** The turn of the agent elsewhere; the assistant of the stack answers too. */
async function endedTurn(message: SentMessage): Promise<EndedTurn> {
  const turns = await conversations.waitForTurns([message], { each: 2 });
  const ours = turns.find(({ turn }) => turn.context.agent === 'roofer');
  if (!ours) throw new Error('The agent elsewhere has no turn');
  return ours;
}

beforeAll(async () => {
  const remote = { url: host.card };
  await conversations.defineAgent({ agent: 'roofer', prompt: 'Mend roofs.', runner: 'a2a', remote });
});

describe('an agent elsewhere that is reached by A2A', () => {
  test('gets the context, asks a person, continues its task with what they say next, and costs an unknown amount', async () => {
    const asked = await conversations.say('roof', 'My roof leaks.');
    const first = await endedTurn(asked);
    expect(first.response.context).toMatchObject({ action: 'speak', content: 'How large is it?' });
    const told = await conversations.say('roof', '40 square metres.');
    const second = await endedTurn(told);
    expect(second.response.context).toMatchObject({ action: 'speak', content: 'That costs 900 euros.' });
    expect(JSON.stringify(second.response.context)).not.toContain('cost_usd');
    const [one, other] = host.received;
    expect(textOf(one?.parts)).toContain('Mend roofs.');
    expect(textOf(one?.parts)).toContain('My roof leaks.');
    expect(one?.messageId).toBe(`${first.turn.id}:0`);
    expect(other?.contextId).toBe(one?.contextId);
    expect(host.keys.every((key) => key === 'Bearer secret-of-roofer')).toBe(true);
  });

  test('has its task canceled when its turn is stopped', async () => {
    await conversations.say('stopped', 'stall');
    await eventually(() => host.received.find(({ parts }) => textOf(parts).includes('stall')));
    const turn = await eventually(async () => {
      const turns = await conversations.listCrumbs<AgentTurnV1>('agent.turn.v1', 'stopped');
      return turns.find(({ context }) => context.agent === 'roofer');
    });
    await new Crumbtrail({ url: stack.api.url, key: stack.key }).stopTurn(turn.id);
    expect(await eventually(() => host.canceled[0])).toBeTruthy();
  });

  test('gets its message once and gives one answer, although the executor is killed in the middle of it', async () => {
    const message = await conversations.say('killed', 'pause');
    await eventually(() => host.paused > 0, { withinMs: 30_000 });
    await Promise.all(['agent-executor', 'agent-executor-2'].map((name) => stack.kill(name)));
    await eventually(() => host.methods.includes('SubscribeToTask'), { withinMs: 60_000, everyMs: 100 });
    host.resume();
    const { turn, response } = await endedTurn(message);
    expect(response.context).toMatchObject({ action: 'speak', content: 'That costs 900 euros.' });
    expect(host.received.filter(({ messageId }) => messageId === `${turn.id}:0`)).toHaveLength(1);
    expect(host.received.filter(({ parts }) => textOf(parts).includes('pause'))).toHaveLength(1);
    const answers = await conversations.listCrumbs(AgentResponse.name, 'killed');
    expect(answers.filter(({ author }) => author.id === 'roofer')).toHaveLength(1);
  });

  test('speaks in a group with an agent of the workspace, which reads its words, on one trail', async () => {
    const members = ['roofer', 'assistant'].map((id) => ({ kind: 'agent' as const, id }));
    const client = new Crumbtrail({ url: stack.api.url, key: stack.key });
    await client.append({ schema_name: Session.name, context: { name: 'site', strategy: 'list', members } });
    const { message, responses } = await client.say('site', 'It rains in.', { wait_ms: 60_000 });
    expect(responses?.map(({ author }) => author.id)).toEqual(['roofer', 'assistant']);
    const [own] = stack.model.calls.filter((call) => promptOf(call).includes('It rains in.'));
    expect(promptOf(own as ModelCall)).toContain('How large is it?');
    const { nodes } = await client.trail(message.id);
    const ids = (schema: string): string[] => nodes.filter((node) => node.schema_name === schema).map(({ id }) => id);
    expect(ids(AgentResponse.name).sort()).toEqual((responses ?? []).map(({ id }) => id).sort());
    expect(ids(AgentTurn.name)).toHaveLength(2);
  });
});

describe('agents of other programs that are online on NATS', () => {
  const tab = consoleInChromium(() => stack);
  const others = ['shed', 'barn'].map((name) => ({ ...DESK, name }));
  const hosts: AgentHost[] = [];

  beforeAll(async () => {
    for (const address of others) hosts.push(await AgentHost.start(guest.connection, address, new RoofSeller().answer));
  });
  afterAll(() => Promise.all(hosts.map((one) => one.stop())));

  const definitionOf = async (agent: string): Promise<AgentDefV1 | undefined> =>
    (await conversations.listCrumbs<AgentDefV1>('agent.def.v1')).find(({ context }) => context.agent === agent)
      ?.context;

  test('are listed by crumb agents discover, which prints or makes the definition of one', async () => {
    const discover = (...options: string[]) => runCrumb(stack, 'agents', 'discover', ...options);
    expect((await discover()).out).toMatch(/shed +pi +otto +shed +online/);
    const printed = JSON.parse((await discover('shed')).out) as AgentDefV1;
    expect(printed).toMatchObject({ agent: 'shed', runner: 'nats', remote: { nats: others[0] }, sessions: 'member' });
    expect(await definitionOf('shed')).toBeUndefined();
    expect((await discover('pi/otto/shed', '--define')).code).toBe(0);
    expect(await definitionOf('shed')).toEqual(printed);
    const again = await discover('shed', '--define');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is defined already')]);
    expect((await discover('nobody')).err).toContain('Online are: ');
    expect((await discover('--define')).code).toBe(2);
  });

  test('are listed in the console with owner, session and state, and one click makes the definition of one', async () => {
    await tab.at('#/agents');
    const row = tab.page
      .getByRole('row')
      .filter({ has: tab.page.getByRole('rowheader', { name: 'barn', exact: true }) });
    await row.getByText('online').waitFor(LONG);
    expect(await row.getByRole('cell').allTextContents()).toEqual(expect.arrayContaining(['pi', 'otto', 'barn']));
    await row.getByRole('button', { name: 'Add barn' }).click();
    await tab.page.getByText('barn of otto was created.').waitFor(LONG);
    expect(await definitionOf('barn')).toMatchObject({ runner: 'nats', remote: { nats: others[1] } });
    await tab.at('#/agents');
    await row.getByRole('link', { name: 'barn', exact: true }).waitFor(LONG);
  });
});

describe('an agent elsewhere that is prompted over NATS', () => {
  const desk = { runner: 'nats' as const, remote: { nats: DESK }, sessions: 'member' as const };
  const seller = new RoofSeller();
  let client: Crumbtrail;
  let nats: AgentHost;

  beforeAll(async () => {
    client = new Crumbtrail({ url: stack.api.url, key: stack.key });
    nats = await seller.start(guest.connection);
    await conversations.defineAgent({ agent: 'desk', prompt: 'Mend roofs.', tools: ['ask_person'], ...desk });
    await conversations.defineAgent({ agent: 'mute', prompt: 'Mend roofs.', ...desk });
  });
  afterAll(() => nats.stop());

  /** A session of these agents. */
  const meet = async (name: string, ...agents: string[]): Promise<void> => {
    const members = agents.map((id) => ({ kind: 'agent' as const, id }));
    await client.append({ schema_name: Session.name, context: { name, strategy: 'list', members } });
  };
  const promptsWith = (text: string): readonly ReceivedPrompt[] =>
    nats.received.filter(({ prompt }) => prompt.includes(text));
  /** Says something in a session of one agent, and returns its answer. */
  const answerTo = async (session: string, text: string, agent = 'desk'): Promise<EndedTurn> => {
    await meet(session, agent);
    const [ended] = await conversations.waitForTurns([await conversations.say(session, text)]);
    return ended as EndedTurn;
  };

  test('gets the context with the id of the turn, and its pieces are the answer, which costs an unknown amount', async () => {
    const { turn, response } = await answerTo('nats-plain', 'My roof leaks, see the file.');
    expect(response.context).toMatchObject({
      action: 'speak',
      content: 'That costs 900 euros.\n\n[Files that were not taken over: offer.pdf]',
    });
    expect(JSON.stringify(response.context)).not.toContain('cost_usd');
    const [got] = promptsWith('My roof leaks, see the file.');
    expect(got?.prompt).toContain('Mend roofs.');
    expect(got?.ids).toEqual([`${turn.id}:0`, `${turn.id}:0`]);
  });

  test('asks people, who answer in the console, and goes on with their answer, whichever executor has its stream', async () => {
    const sessions = ['nats-asks-1', 'nats-asks-2', 'nats-asks-3', 'nats-asks-4'];
    const asked = await Promise.all(
      sessions.map(async (session) => {
        await meet(session, 'desk');
        return conversations.say(session, 'ask me');
      }),
    );
    for (const session of sessions) {
      const [question] = await eventually(async () => {
        const { approvals } = await stack.api.get<ApprovalPage>(`/v1/approvals?session=${session}`);
        return approvals.length > 0 ? approvals : null;
      });
      expect(question).toMatchObject({
        kind: 'question',
        agent: 'desk',
        arguments: { question: 'May I climb the roof?' },
      });
      const verb = session === 'nats-asks-4' ? 'deny' : 'answer';
      await stack.api.post(
        `/v1/approvals/${question?.id}/${verb}`,
        verb === 'answer' ? { text: `yes, ${session}` } : {},
      );
    }
    const turns = await conversations.waitForTurns(asked);
    expect(turns.map(({ response }) => response.context.content)).toEqual(sessions.map(() => 'That costs 900 euros.'));
    expect([...seller.replies].sort()).toEqual([
      expect.stringMatching(/^deny: /) as string,
      ...sessions.slice(0, 3).map((session) => `yes, ${session}`),
    ]);
    expect(promptsWith('ask me')).toHaveLength(4);
  });

  test('is told that nobody can be asked where its definition does not grant that', async () => {
    seller.replies.length = 0;
    const { response } = await answerTo('nats-mute', 'ask me too', 'mute');
    expect(response.context).toMatchObject({ action: 'speak', content: 'That costs 900 euros.' });
    expect(seller.replies).toEqual([expect.stringContaining('does not grant it ask_person')]);
  });

  test('is prompted again when it asks for that, and otherwise its error is the answer', async () => {
    const busy = await answerTo('nats-busy', 'busy?');
    expect(busy.response.context).toMatchObject({ action: 'speak', content: 'That costs 900 euros.' });
    expect(promptsWith('busy?').map(({ ids }) => ids[0])).toEqual([`${busy.turn.id}:0`, `${busy.turn.id}:0`]);
    const { response } = await answerTo('nats-forbidden', 'forbidden?');
    const message = expect.stringContaining('the error 403: Not for you.') as string;
    expect(response.context).toMatchObject({ action: 'error', error: { code: 'refused', message } });
  });

  test('cannot make Crumbtrail publish to subjects of its server by asking for the answer there', async () => {
    const { response } = await answerTo('nats-steal', 'steal');
    expect(response.context).toMatchObject({ action: 'error', error: { code: 'bad_stream' } });
    expect((await stack.api.request('GET', '/readyz')).status).toBe(200);
  });

  test('is given up when its turn is stopped', async () => {
    await meet('nats-stopped', 'desk');
    const message = await conversations.say('nats-stopped', 'pause for good');
    await eventually(() => seller.paused > 0);
    const [turn] = await conversations.listCrumbs<AgentTurnV1>('agent.turn.v1', 'nats-stopped');
    await client.stopTurn(turn?.id ?? '');
    const [stopped] = await conversations.waitForTurns([message]);
    expect(stopped?.response.context.action).not.toBe('speak');
    seller.resume();
  });

  test('is prompted again after the executors were killed only where its program knows repetitions, with the same id', async () => {
    const known = { ...DESK, name: 'memo' };
    const memo = await AgentHost.start(guest.connection, known, seller.answer, {
      metadata: { repetitions: 'Nats-Msg-Id' },
    });
    await conversations.defineAgent({ agent: 'memo', ...desk, remote: { nats: known } });
    const sent: SentMessage[] = [];
    for (const agent of ['desk', 'memo']) {
      await meet(`killed-${agent}`, agent);
      sent.push(await conversations.say(`killed-${agent}`, 'pause once'));
    }
    await eventually(() => seller.paused === 2);
    await Promise.all(['agent-executor', 'agent-executor-2'].map((name) => stack.kill(name)));
    await eventually(() => memo.received.length === 2, { withinMs: 60_000 });
    await eventually(() => seller.paused === 3);
    seller.resume();
    const turns = await conversations.waitForTurns(sent);
    const [lost, found] = ['desk', 'memo'].map((agent) => turns.find(({ turn }) => turn.context.agent === agent));
    const said = expect.stringContaining('does not recognise repetitions') as string;
    expect(lost?.response.context).toMatchObject({ action: 'error', error: { code: 'disconnected', message: said } });
    expect(promptsWith('pause once')).toHaveLength(1);
    expect(found?.response.context).toMatchObject({ action: 'speak', content: 'That costs 900 euros.' });
    expect(new Set(memo.received.flatMap(({ ids }) => ids))).toEqual(new Set([`${found?.turn.id}:0`]));
    await memo.stop();
  });

  test('speaks in a group with an agent of the workspace, each reads the words of the other, on one trail', async () => {
    await meet('nats-group', 'desk', 'assistant');
    const { message, responses } = await client.say('nats-group', 'It rains in again.', { wait_ms: 60_000 });
    expect(responses?.map(({ author }) => author.id)).toEqual(['desk', 'assistant']);
    const [own] = stack.model.calls.filter((call) => promptOf(call).includes('It rains in again.'));
    expect(promptOf(own as ModelCall)).toContain('That costs 900 euros.');
    await client.say('nats-group', 'And now?', { wait_ms: 60_000 });
    expect(promptsWith('And now?')[0]?.prompt).toContain('answer to ');
    const { nodes } = await client.trail(message.id);
    const ids = (schema: string): string[] => nodes.filter((node) => node.schema_name === schema).map(({ id }) => id);
    expect(ids(AgentResponse.name).sort()).toEqual((responses ?? []).map(({ id }) => id).sort());
    expect(ids(AgentTurn.name)).toHaveLength(2);
  });
});
