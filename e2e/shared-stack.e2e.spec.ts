import { AgentDef, Session, UserMessage, type Envelope } from '@crumbtrail/contracts';
import { SharedStack } from '@crumbtrail/testing';
import { Conversations, echo } from './support/conversations';

const listCrumbs = (stack: SharedStack, schema: string): Promise<Envelope[]> =>
  new Conversations(stack).listCrumbs(schema);

describe('spec files that share a stack', () => {
  it('share no data and no model: each begins with the agent and the session of a new installation', async () => {
    const first = await SharedStack.enter();
    first.model.otherwise(echo);
    const conversations = new Conversations(first);
    const [ended] = await conversations.waitForTurns([await conversations.say('demo', 'hello')]);
    expect(ended?.response.context.content).toBe('answer to hello');
    await first.leave();

    const second = await SharedStack.enter();
    expect(second.api.url).toBe(first.api.url);
    expect(second.model.calls).toEqual([]);
    expect(await listCrumbs(second, UserMessage.name)).toEqual([]);
    expect(await listCrumbs(second, AgentDef.name)).toMatchObject([
      { context: { agent: 'assistant' }, audience: 'all' },
    ]);
    expect(await listCrumbs(second, Session.name)).toMatchObject([{ context: { name: 'demo' } }]);
    await second.leave();
  });
});
