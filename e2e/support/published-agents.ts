import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDefV1 } from '@crumbtrail/contracts';
import { freePort, type TestStack } from '@crumbtrail/testing';
import { AgentCaller } from './agent-caller';
import { Conversations } from './conversations';
import type { StackInUse } from './fixture';

/** Settings of a stack whose private NATS server other agents reach. */
export async function reachableByAgents(): Promise<{ readonly env: Readonly<Record<string, string>> }> {
  return { env: { AGENTS_NATS: `127.0.0.1:${await freePort()}`, AGENTS_NATS_HEARTBEAT_S: '1' } };
}

/** Connects as everybody else on the NATS server of a stack. */
export function connectAsGuest(stack: Pick<TestStack, 'home' | 'natsUrl'>): Promise<AgentCaller> {
  const pass = readFileSync(join(stack.home, 'secrets/nats-agents'), 'utf8');
  return AgentCaller.connect(stack.natsUrl, { user: 'agents', pass });
}

/** Defines an agent that answers messages in sessions that list it, and publishes it. */
export async function publishAgent(
  stack: StackInUse,
  definition: Partial<AgentDefV1> & { readonly agent: string },
): Promise<void> {
  const conversations = new Conversations(stack);
  await conversations.defineAgent({ sessions: 'member', publish: { nats: {} }, ...definition });
}

/** Creates a key and returns its secret. */
export async function createKey(stack: StackInUse, participant: string, role = 'writer'): Promise<string> {
  const [kind, id] = participant.split(':');
  const { secret } = await stack.api.post<{ secret: string }>('/v1/keys', { participant: { kind, id }, role });
  return secret;
}
