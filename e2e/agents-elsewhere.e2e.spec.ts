import { Crumbtrail } from '@crumbtrail/client';
import type { AgentTurnV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { A2aHost } from './support/a2a-host';
import { Conversations, echo, type EndedTurn, type SentMessage } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useScript, useStack } from './support/fixture';
import { textOf } from './support/a2a-client';

const host = useFixture(
  () => A2aHost.start(),
  (one) => one.close(),
);
const stack = useStack(() => ({
  services: WITHOUT_TOOLS,
  env: { A2A_KEYS: JSON.stringify({ default: { [host.card]: 'secret-of-roofer' } }) },
}));
useScript(stack, echo);
const conversations = new Conversations(stack);

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
});
