import {
  exceedsHopLimit,
  mayRead,
  rulesFor,
  satisfies,
  takesPart,
  type AgentTurnV1,
  type CrumbRules,
  type Envelope,
  type RequestTurnsRequest,
  type SessionV1,
  type TurnRequest,
} from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';
import { inOrderOfTalk } from './order-of-talk';
import { selects } from './selector';

/** The input of a decision: a crumb, and the definitions and members as of its position. */
export interface DecisionInput {
  readonly crumb: Envelope;
  readonly definitions: readonly AgentDefinition[];
  /** The members of the crumb's session; absent if there is no session or it lists no members, in which case every agent takes part. */
  readonly members?: SessionV1['members'];
}

/** The input of a retry: a turn that has ended without an answer, and the definition of its agent. */
export interface RetryInput {
  readonly turn: Pick<AgentTurnV1, 'agent' | 'trigger' | 'generation'>;
  readonly definition: AgentDefinition;
}

/**
 * Decides which agents take a turn on a crumb. The same crumb, definitions and members always give the same decision: at
 * most one turn for an agent, in the order in which they speak. Null if there is nothing to report: no selector matches the crumb,
 * and its schema does not require a decision.
 */
export function decide(input: DecisionInput): RequestTurnsRequest | null {
  const { crumb } = input;
  const rules = rulesFor(crumb.schema_name);
  if (crumb.imported || wakesNobody(rules)) return null;
  const subscribers = input.definitions.filter((definition) => subscribes(definition, crumb));
  if (subscribers.length === 0 && !rules?.always_decided) return null;
  const woken = subscribers.filter((definition) => mayWake(definition, input, rules));
  const turns = inOrderOfTalk(woken, crumb, input.members).map((definition) => requestTurn(definition, crumb));
  return { cause: { id: crumb.id, version: crumb.version }, turns };
}

/** The same turn once more, by the current definition of its agent: the next generation of a turn that a dead letter had ended. */
export function retryTurn({ turn, definition }: RetryInput): RequestTurnsRequest {
  const { agent, trigger, generation } = turn;
  const { id, version } = definition;
  return {
    cause: { id: trigger.id, version: trigger.version },
    turns: [{ agent, definition: { id, version }, generation: generation + 1 }],
  };
}

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

function mayWake(
  definition: AgentDefinition,
  { crumb, members }: DecisionInput,
  rules: CrumbRules | undefined,
): boolean {
  const { agent } = definition.context;
  const isAuthor = crumb.author.kind === 'agent' && crumb.author.id === agent;
  if (isAuthor || !wakesAgent(rules?.wakes, agent, crumb.context)) return false;
  return mayRead(crumb, { participant: { kind: 'agent', id: agent } }) && takesPart(members, agent);
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

function requestTurn({ id, version, context }: AgentDefinition, { hop }: Envelope): TurnRequest {
  const refused = exceedsHopLimit(context, hop);
  return { agent: context.agent, definition: { id, version }, generation: 0, ...(refused ? { refused } : {}) };
}
