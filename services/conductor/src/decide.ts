import {
  AgentTrigger,
  rulesFor,
  satisfies,
  SessionRound,
  type AgentTurnV1,
  type CrumbRules,
  type Envelope,
  type RequestTurnsRequest,
} from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';
import { decideByStrategy, decideRound, hasStrategy } from './decide-by-strategy';
import { decideTrigger } from './decide-trigger';
import { canReceive, isAuthor, mayTakePart, requestTurn, whyPaused, type DecisionInput } from './decision-input';
import { isMessageSchema } from './message-text';
import { inOrderOfTalk } from './order-of-talk';
import { selects } from './selector';

/** The input of a retry: a turn that has ended without an answer, and the definition of its agent. */
export interface RetryInput {
  readonly turn: Pick<AgentTurnV1, 'agent' | 'trigger' | 'generation' | 'chosen'>;
  /** How deep in its trail the crumb is that the turn is about. */
  readonly hop: number;
  readonly definition: AgentDefinition;
}

/**
 * Decides which agents take a turn on a crumb. The same crumb, definitions and session always give the same decision: at
 * most one turn for an agent, in the order in which they speak. Null if there is nothing to report: no selector matches the crumb,
 * and its schema does not require a decision.
 */
export function decide(input: DecisionInput): RequestTurnsRequest | null {
  const { crumb } = input;
  const rules = rulesFor(crumb.schema_name);
  if (crumb.imported || wakesNobody(rules)) return null;
  const decideRequest = REQUESTS_TO_SPEAK.get(crumb.schema_name);
  const decision = decideRequest ? decideRequest(input) : decideSubscribers(input, rules);
  const paused = decision && whyPaused(input);
  return paused ? { cause: decision.cause, turns: [], reason: paused } : decision;
}

/** Crumbs that ask agents to speak, whether they subscribe to them or not. */
const REQUESTS_TO_SPEAK: ReadonlyMap<string, (input: DecisionInput) => RequestTurnsRequest> = new Map([
  [AgentTrigger.name, decideTrigger],
  [SessionRound.name, decideRound],
]);

function decideSubscribers(input: DecisionInput, rules: CrumbRules | undefined): RequestTurnsRequest | null {
  const { crumb, session } = input;
  const subscribers = input.definitions.filter((definition) => subscribes(definition, crumb));
  if (subscribers.length === 0 && !rules?.always_decided) return null;
  const woken = subscribers.filter((definition) => mayWake(definition, input, rules));
  if (hasStrategy(session) && isMessageSchema(crumb.schema_name)) return decideByStrategy({ ...input, session }, woken);
  const turns = inOrderOfTalk(woken, crumb, session?.members).map((definition) => requestTurn(definition, crumb));
  return { cause: { id: crumb.id, version: crumb.version }, turns };
}

/** The same turn once more, by the current definition of its agent: the next generation of a turn that had ended with an error. */
export function retryTurn({ turn, hop, definition }: RetryInput): RequestTurnsRequest {
  const { trigger, generation, chosen } = turn;
  const again = { ...requestTurn(definition, { hop }, chosen), generation: generation + 1 };
  return { cause: { id: trigger.id, version: trigger.version }, turns: [again] };
}

/** Does a crumb of this schema wake nobody, whatever the agents subscribe to? */
export const neverMatters = (schemaName: string): boolean => wakesNobody(rulesFor(schemaName));

/** Could a crumb of this schema lead to a decision? Answers from the event alone, before anything is read. */
export function couldMatter(schemaName: string, definitions: readonly AgentDefinition[]): boolean {
  const rules = rulesFor(schemaName);
  if (wakesNobody(rules)) return false;
  if (rules?.always_decided) return true;
  return definitions.some(({ context }) => context.subscriptions.some(({ schema }) => satisfies(schemaName, schema)));
}

const wakesNobody = (rules: CrumbRules | undefined): boolean => rules?.wakes === 'nobody';

/** Does the agent subscribe to the crumb? A definition is never applied to a crumb older than itself. */
const subscribes = (definition: AgentDefinition, crumb: Envelope): boolean =>
  definition.position < crumb.position && definition.context.subscriptions.some((one) => selects(one, crumb));

function mayWake(definition: AgentDefinition, input: DecisionInput, rules: CrumbRules | undefined): boolean {
  const { crumb, session } = input;
  const speaksAfterItself = hasStrategy(session) && session.allow_self === true;
  if (isAuthor(definition, crumb) && !speaksAfterItself) return false;
  if (!wakesAgent(rules?.wakes, definition.context.agent, crumb.context)) return false;
  return canReceive(definition, crumb) && mayTakePart(input, definition.context);
}

/** Does the schema let a crumb with this payload wake the agent? */
function wakesAgent(wakes: CrumbRules['wakes'], agent: string, context: Envelope['context']): boolean {
  if (wakes === undefined) return true;
  if (wakes === 'nobody') return false;
  const { only, except, when = {} } = wakes;
  if (Object.entries(when).some(([field, value]) => context[field] !== value)) return false;
  if (except !== undefined && context[except] === agent) return false;
  return only === undefined || context[only] === undefined || context[only] === agent;
}
