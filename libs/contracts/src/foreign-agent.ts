import type { AgentDefV1 } from './generated/types';
import { WIRE } from './wire-names';

/** An agent of another program as it was seen on NATS, as far as its definition needs it. */
export interface ForeignAgent {
  readonly agent: string;
  readonly owner: string;
  readonly name: string;
  readonly is_compatible: boolean;
  readonly min_sender_trust: string;
}

const TOKEN = /^[a-z0-9_-]{1,63}$/;

/** The program, the owner and the name as one word: `claude-code/otto/desk`. */
export const foreignAddress = ({ agent, owner, name }: Pick<ForeignAgent, 'agent' | 'owner' | 'name'>): string =>
  `${agent}/${owner}/${name}`;

/** Why Crumbtrail cannot prompt an agent, as a sentence; undefined if it can. */
export function explainUnpromptable({ agent, owner, name, ...seen }: ForeignAgent): string | undefined {
  if (agent === 'crumbtrail') return 'It is an agent of Crumbtrail.';
  if (!seen.is_compatible) return 'It speaks another version of the protocol.';
  if (seen.min_sender_trust !== 'any')
    return 'It answers only signed prompts, and Crumbtrail does not sign its prompts.';
  const isNamed = [agent, owner, name].every((token) => TOKEN.test(token));
  return isNamed ? undefined : 'Its program, owner or name has other characters than a-z, 0-9, dash and underscore.';
}

/** The definition by which an agent of another program takes part in the sessions that list it. `taken`: the names of the agents that there are. */
export function defineForeignAgent(
  { agent, owner, name }: Pick<ForeignAgent, 'agent' | 'owner' | 'name'>,
  taken: readonly string[],
): AgentDefV1 {
  const names = [name, `${name}-${owner}`, `${name}-${owner}-${agent}`].map((one) =>
    one.replace(/^[_-]+/, '').slice(0, 64),
  );
  const id = names.find((one) => one !== '' && !taken.includes(one)) ?? `agent-${name}`.slice(0, 64);
  return {
    agent: id,
    name: `${name} of ${owner}`.slice(0, 80),
    prompt: 'You take part in a conversation that may have several people and agents in it. Answer its newest message.',
    runner: 'nats',
    remote: { nats: { agent, owner, name } },
    tools: ['ask_person'],
    subscriptions: [{ schema: WIRE.userMessage }],
    sessions: 'member',
  };
}

/** Whether a definition is of this agent of another program. */
export const isForeignAgent = (
  { remote }: Pick<AgentDefV1, 'remote'>,
  seen: Pick<ForeignAgent, 'agent' | 'owner' | 'name'>,
): boolean => remote?.nats !== undefined && foreignAddress(remote.nats) === foreignAddress(seen);
