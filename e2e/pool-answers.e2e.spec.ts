import { AgentResponse, turnId } from '@crumbtrail/contracts';
import { Crumbtrail, isApiError } from '@crumbtrail/client';
import { eventually } from '@crumbtrail/testing';
import { Conversations } from './support/conversations';
import { useFixture, useScript, useSharedStack } from './support/fixture';

const stack = useSharedStack();
useScript(stack, { say: 'the real answer', delay_ms: 1_500 });
const operator = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const conversations = new Conversations(stack);
const keyFor = async (kind: 'user' | 'agent', id: string): Promise<Crumbtrail> => {
  const { secret } = await operator.createKey({ participant: { kind, id }, role: 'writer' });
  return new Crumbtrail({ url: stack.api.url, key: secret });
};

const refusal = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'it was not rejected',
    (error: unknown) => (isApiError(error) ? error.problem.code : error),
  );

describe('a turn of the pool', () => {
  test('is answered by the pool alone: neither a key of its agent, nor of another or of an operator, with or without a fence', async () => {
    await conversations.defineAgent({
      agent: 'pooled',
      subscriptions: [{ schema: 'user.message.v1', any_tags: ['p'] }],
    });
    const { id } = await conversations.append({
      schema_name: 'user.message.v1',
      session: 'pool',
      tags: ['p'],
      context: { content: 'who answers?' },
    });
    const turn = turnId(stack.workspace, { agent: 'pooled', trigger: { id, version: 1 }, generation: 0 });
    await eventually(() => operator.get(turn), { everyMs: 20 });
    const forged = { action: 'speak', content: 'forged' } as const;
    const draft = { schema_name: AgentResponse.name, session: 'pool', context: { turn: { id: turn }, ...forged } };
    const forgers = [await keyFor('agent', 'pooled'), await keyFor('agent', 'other'), operator];
    const outcomes = new Set<unknown>();
    for (const forger of forgers) {
      outcomes.add(await refusal(forger.append(draft)));
      for (let fence = 0; fence < 40; fence += 1)
        outcomes.add(await refusal(forger.loop.respond(turn, { claim: { fence }, ...forged })));
    }
    expect([...outcomes]).toEqual(['wrong_writer']);
    const ended = await conversations.waitForTurns([{ id, session: 'pool', content: '' }], { each: 2 });
    expect(ended.find((one) => one.turn.id === turn)?.response.context.content).toBe('the real answer');
  });
});
