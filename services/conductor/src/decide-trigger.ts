import {
  type AgentTriggerV1,
  type RequestTurnsRequest,
  type TurnChoice,
  asPayload,
  AgentTrigger,
} from '@crumbtrail/contracts';
import { nextRound } from './auto-rounds';
import { canReceive, requestTurn, type DecisionInput } from './decision-input';

/** Who triggered the agent, and why. */
function choiceOf({ crumb: { author }, session }: DecisionInput, { reason }: AgentTriggerV1): TurnChoice {
  const { strategy, director } = session ?? {};
  const isDirected = strategy === 'director' && author.kind === 'agent' && author.id === director;
  const who = isDirected ? 'director' : `forced by ${author.kind}/${author.id}`;
  return { strategy: isDirected ? 'director' : 'trigger', reason: reason === undefined ? who : `${who}: ${reason}` };
}

/** The turn of the one agent that a trigger names, whatever its subscriptions and whether it is muted or not. */
export function decideTrigger(input: DecisionInput): RequestTurnsRequest {
  const { crumb, definitions } = input;
  const cause = { id: crumb.id, version: crumb.version };
  const trigger = asPayload(AgentTrigger.name, crumb.context);
  const definition = definitions.find(({ context: { agent } }) => agent === trigger.agent);
  if (definition === undefined || !canReceive(definition, crumb)) {
    const why = definition === undefined ? 'is not defined' : 'is younger than the trigger, or not in its audience';
    return { cause, turns: [], reason: `The agent ${trigger.agent} ${why}.` };
  }
  const auto = nextRound(input, 1);
  return { cause, turns: [requestTurn(definition, crumb, choiceOf(input, trigger))], ...(auto ? { auto } : {}) };
}
