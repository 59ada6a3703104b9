import { Crumbtrail } from '@crumbtrail/client';
import { AgentResponse, AgentTurn, Session, type AgentTurnV1 } from '@crumbtrail/contracts';
import { eventually, type ModelCall } from '@crumbtrail/testing';
import { A2aHost } from './support/a2a-host';
import { Conversations, echo, type EndedTurn, type SentMessage } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';
import { textOf } from './support/a2a-client';

const host = useFixture(
  () => A2aHost.start(),
  (one) => one.close(),
);
const stack = useStack(() => ({
  ...SHORT_LEASES,
  services: WITHOUT_TOOLS,
  env: { ...SHORT_LEASES.env, A2A_KEYS: JSON.stringify({ default: { [host.card]: 'secret-of-roofer' } }) },
}));
useScript(stack, echo);
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
    await stack.kill('agent-executor');
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
