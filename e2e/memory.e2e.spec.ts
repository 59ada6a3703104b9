import { MemoryShort, Session, type AgentDefV1, type Envelope, type MemoryShortV1 } from '@crumbtrail/contracts';
import { eventually, type ModelCall, type Script } from '@crumbtrail/testing';
import { Conversations, type SentMessage } from './support/conversations';
import { useScript, useStack } from './support/fixture';
import { readMetric } from './support/metric';
import { SHORT_LEASES } from './support/short-leases';

const stack = useStack({ ...SHORT_LEASES, healthOf: ['memory-keeper'] });
const conversations = new Conversations(stack);

const promptOf = ({ body }: ModelCall): string => (body.messages ?? []).map(({ content }) => content).join('\n');
const isManager = (call: ModelCall): boolean =>
  JSON.stringify(call.body['tools'] ?? []).includes('append_to_short_term_memory');

/** The agent says one word; the manager remembers the numbers of the pebbles that it was told of. */
function script(call: ModelCall): Script {
  if (!isManager(call)) return { say: 'Fine.' };
  const numbers = [...promptOf(call).matchAll(/Pebble (\d+) is grey/g)].map(([, number]) => number);
  const facts = [{ text: `Ann counted pebbles ${numbers.join(', ')}.`, messages: [1] }];
  return { calls: [{ name: 'append_to_short_term_memory', arguments: { facts } }] };
}

useScript(stack, script);

const memoriesOf = async (session: string): Promise<Envelope<MemoryShortV1>[]> =>
  (await conversations.listCrumbs<MemoryShortV1>(MemoryShort.name, session)).filter(
    ({ context }) => context.session === session,
  );

async function talk(session: string, from: number, to: number): Promise<void> {
  for (let nth = from; nth <= to; nth += 1) {
    const message: SentMessage = await conversations.say(session, `Pebble ${nth} is grey.`);
    await conversations.waitForTurns([message]);
  }
}

/** Defines an agent with a memory, the only one in the session of its name. */
async function defineCook(agent: string, memory: AgentDefV1['memory']): Promise<void> {
  await conversations.defineAgent({ agent, memory, context: { sources: [{ type: 'recent' }] } });
  await conversations.append({
    schema_name: Session.name,
    context: { name: agent, members: [{ kind: 'agent', id: agent }] },
  });
}

describe('the memory of an agent', () => {
  it('holds the eight oldest of eleven messages, and the next prompts have it and the newest ones, also after a restart', async () => {
    await defineCook('kitchen', {});
    await talk('kitchen', 1, 6);
    const memory = await eventually(async () =>
      (await memoriesOf('kitchen')).find(({ context }) => context.taken === 8),
    );
    expect(memory.context.facts.map(({ text }) => text)).toEqual(['Ann counted pebbles 1, 2, 3, 4.']);
    for (const service of ['memory-keeper', 'context-builder', 'agent-executor'] as const) {
      await stack.halt(service);
      await stack.start(service);
    }
    await stack.whenReady();
    const before = stack.model.calls.length;
    await talk('kitchen', 7, 7);
    const prompt = promptOf(stack.model.calls.slice(before).find((call) => !isManager(call)) as ModelCall);
    expect(prompt).toContain('Ann counted pebbles 1, 2, 3, 4.');
    expect([...prompt.matchAll(/Pebble (\d+) is grey/g)].map(([, number]) => number)).toEqual(['5', '6', '7']);
    expect(stack.model.calls.filter(isManager)).toHaveLength(1);
    for (const name of ['crumbtrail_memory_lag_seconds_count', 'crumbtrail_memory_refused_rewrites_total'])
      expect(await readMetric(stack, 'memory-keeper', name)).toBe(0);
  }, 120_000);
});
