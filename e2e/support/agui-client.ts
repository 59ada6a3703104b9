import { type BaseEvent, HttpAgent, type Interrupt, type Message, type RunAgentParameters } from '@ag-ui/client';
import type { AgentDefV1 } from '@crumbtrail/contracts';
import { randomUUID } from 'node:crypto';
import { Conversations } from './conversations';
import type { StackInUse } from './fixture';

/** A tool of a client. */
export const weatherTool = {
  name: 'get_weather',
  description: 'The weather of a place',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};

/** Defines an agent that everybody of the workspace may read, as a person's key must. */
export async function defineReadableAgent(
  stack: StackInUse,
  definition: Partial<AgentDefV1> & { readonly agent: string },
): Promise<void> {
  const subscriptions = [{ schema: 'user.message.v1' }];
  const context = { prompt: 'Answer.', sessions: 'member', subscriptions, ...definition };
  await new Conversations(stack).append({ schema_name: 'agent.def.v1', audience: 'all', context });
}

/** Defines an agent whose tools wait for the author of a message. */
export function defineScribe(stack: StackInUse): Promise<void> {
  const tools = ['ask_person', 'calculator'];
  const approvals = [{ tools, approval: 'always' as const, deciders: ['author'] }];
  return defineReadableAgent(stack, { agent: 'scribe', tools, approvals });
}

/** What a run brought. */
export interface AgUiRun {
  readonly events: readonly BaseEvent[];
  readonly newMessages: readonly Message[];
}

/** Whose key is used for which agent, in which thread. */
export interface AgUiAccess {
  readonly url: string;
  readonly agent: string;
  readonly key: string;
  /** Default: a new one. */
  readonly threadId?: string;
}

/** A user interface: AG-UI's own client with the conversation of one thread. */
export class UserInterface {
  readonly agent: HttpAgent;

  constructor({ url, agent, key, threadId = randomUUID() }: AgUiAccess) {
    const headers = { authorization: `Bearer ${key}` };
    this.agent = new HttpAgent({ url: `${url}/v1/agui/${agent}`, headers, threadId });
  }

  /** What waits for the person. */
  get interrupt(): Interrupt {
    return this.agent.pendingInterrupts[0] as Interrupt;
  }

  say(content: string): this {
    this.agent.addMessage({ id: randomUUID(), role: 'user', content });
    return this;
  }

  async run(parameters: RunAgentParameters = {}): Promise<AgUiRun> {
    const events: BaseEvent[] = [];
    const { newMessages } = await this.agent.runAgent(parameters, { onEvent: ({ event }) => void events.push(event) });
    return { events, newMessages };
  }
}
