import {
  type AgentResponseV1,
  type UserMessageV1,
  AgentResponse,
  UserMessage,
  type Envelope,
} from '@crumbtrail/contracts';
import { eventually, TestStack } from '@crumbtrail/testing';
import { nkeys } from 'nats';
import { agentSender, type AgentCaller, type ReceivedStream } from './agent-caller';
import { Conversations } from './conversations';
import { connectAsGuest, createKey, publishAgent, reachableByAgents } from './published-agents';

export const SCRIBE = 'agents.prompt.crumbtrail.default.scribe';
export const CLERK = 'agents.prompt.crumbtrail.default.clerk';
export const NOTARY = 'agents.prompt.crumbtrail.default.notary';

type Pair = ReturnType<typeof nkeys.createUser>;

/** The header of a key. */
export const bearer = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });

/** The session that the first message of a stream names. */
export const sessionOf = ({ messages }: ReceivedStream): string => messages[0]?.headers['Crumbtrail-Session'] ?? '';

/** The header of a signature. */
export const signed = (pair: Pair, subject: string, payload: string, more: object = {}): Record<string, string> => ({
  'Agent-Sender': agentSender(new TextDecoder().decode(pair.getSeed()), subject, payload, { ...more }),
});

/** A stack with agents that are published with different rights, and those who prompt them. */
export class PublishedScene {
  readonly conversations: Conversations;

  private constructor(
    readonly stack: TestStack,
    readonly caller: AgentCaller,
    /** A NATS user who is user:rita, and one who is nobody. */
    readonly users: { readonly rita: Pair; readonly stranger: Pair },
    readonly keys: Readonly<Record<'carl' | 'uma' | 'reader' | 'elsewhere', string>>,
  ) {
    this.conversations = new Conversations(stack);
  }

  static async start(): Promise<PublishedScene> {
    const stack = await TestStack.start(await reachableByAgents());
    const caller = await connectAsGuest(stack);
    const users = { rita: nkeys.createUser(), stranger: nkeys.createUser() };
    const tools = ['ask_person', 'calculator'];
    const approvals = [{ tools, approval: 'always' as const, deciders: ['author'] }];
    await publishAgent(stack, { agent: 'scribe', name: 'The Scribe', tools, approvals });
    await publishAgent(stack, { agent: 'clerk', publish: { nats: { callers: ['user:carl'], session: 'office' } } });
    await publishAgent(stack, { agent: 'notary', publish: { nats: { min_sender_trust: 'signed' } } });
    await publishAgent(stack, { agent: 'hermit', publish: {} });
    const rita = { participant: { kind: 'user', id: 'rita' }, role: 'writer', nats_user: users.rita.getPublicKey() };
    await stack.api.post('/v1/keys/nats', rita);
    const other = await stack.api.post<{ secret: string }>('/v1/workspaces', { name: 'elsewhere' });
    const keys = {
      carl: await createKey(stack, 'user:carl'),
      uma: await createKey(stack, 'user:uma'),
      reader: await createKey(stack, 'user:rex', 'reader'),
      elsewhere: other.secret,
    };
    await eventually(async () => (await caller.discover('PING')).length === 3);
    return new PublishedScene(stack, caller, users, keys);
  }

  messagesIn(session: string): Promise<Envelope<UserMessageV1>[]> {
    return this.conversations.listCrumbs<UserMessageV1>(UserMessage.name, session);
  }

  answersIn(session: string): Promise<Envelope<AgentResponseV1>[]> {
    return this.conversations.listCrumbs<AgentResponseV1>(AgentResponse.name, session);
  }

  async stop(): Promise<void> {
    await this.caller.close();
    await this.stack.stop();
  }
}
