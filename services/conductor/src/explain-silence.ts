import { mayRead, satisfies, takesPart, type SessionV1 } from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';
import { needsMembership, whyMuted, type DecisionInput } from './decision-input';
import type { Selector } from './selector';

/** How many agents a reason names. */
const MOST_NAMED = 5;

/** Why one agent does not wake. Lower ranks are named first: what is nearest to waking. */
interface Reason {
  readonly rank: number;
  readonly text: string;
}

const tagsOf = ({ any_tags = [], all_tags = [] }: Selector): string[] => [
  ...(any_tags.length > 0 ? [any_tags.join(' or ')] : []),
  ...(all_tags.length > 0 ? [all_tags.join(' and ')] : []),
];

function explainSubscriptions(agent: string, subscriptions: readonly Selector[]): Reason {
  const tags = [...new Set(subscriptions.flatMap(tagsOf))];
  if (tags.length > 0) return { rank: 1, text: `${agent} listens for the tag ${tags.join(', or ')}` };
  return { rank: 1, text: `the conditions of ${agent} do not match it` };
}

function explainMembership(agent: string, members: SessionV1['members']): Reason {
  const member = members?.find(({ kind, id }) => kind === 'agent' && id === agent);
  if (!member) return { rank: 0, text: `${agent} is not a member of the session` };
  return { rank: 0, text: `${agent} is ${member.muted === true ? 'muted in' : 'absent from'} the session` };
}

function explainAgent({ context }: AgentDefinition, input: DecisionInput): Reason {
  const { crumb, session } = input;
  const members = session?.members;
  const { agent, subscriptions } = context;
  const { schema_name } = crumb;
  const ofSchema = subscriptions.filter(({ schema }) => satisfies(schema_name, schema));
  if (ofSchema.length === 0) return { rank: 3, text: `${agent} does not subscribe to ${schema_name}` };
  if (!takesPart(members, agent)) return explainMembership(agent, members);
  if (needsMembership(input, context))
    return { rank: 0, text: `${agent} answers only in sessions that list it as a member` };
  const muted = whyMuted(input, agent);
  if (muted !== undefined) return { rank: 0, text: muted };
  if (!mayRead(crumb, { participant: { kind: 'agent', id: agent } }))
    return { rank: 0, text: `${agent} is not in its audience` };
  if (crumb.author.kind === 'agent' && crumb.author.id === agent) return { rank: 2, text: `${agent} wrote it` };
  return explainSubscriptions(agent, ofSchema);
}

/** Why a crumb wakes no agent, in one sentence for its author: of each agent the first reason, for at most five agents. */
export function explainSilence(input: DecisionInput): string {
  const older = input.definitions.filter(({ position }) => position < input.crumb.position);
  const reasons = older
    .map((definition) => explainAgent(definition, input))
    .sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : 1));
  const named = reasons.slice(0, MOST_NAMED).map(({ text }) => text);
  const more = reasons.length - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])];
  return `No agent listens for this message: ${all.length > 0 ? all.join('; ') : 'no agent is defined'}.`;
}
