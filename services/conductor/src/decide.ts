import {
  AgentContext,
  AgentResponse,
  AgentStep,
  AgentTurn,
  GuardFired,
  ScheduleTick,
  TimerFired,
  ToolRequest,
  ToolResponse,
  ToolStart,
  ToolTried,
  ToolTry,
  UserMessage,
  mayRead,
  satisfies,
  takesPart,
  exceedsHopLimit,
  type AgentDef,
  type Crumb,
  type Envelope,
  type RequestTurns,
  type SessionV1,
  type TurnRequest,
} from '@crumbtrail/contracts';
import { selects } from './selector';

/** An agent's definition as a crumb. */
export type Definition = Crumb<typeof AgentDef>;

/** What a decision is made of: a crumb, and the world as of its position. */
export interface Heard {
  readonly crumb: Envelope;
  readonly definitions: readonly Definition[];
  /** Of the crumb's session; absent where there is no session, or it lists nobody: everybody takes part. */
  readonly members?: SessionV1['members'];
}

/**
 * Who speaks. The same crumb, definitions and members always give the same decision: at most one turn for an agent, in
 * order of agent ids. Null where there is nothing to report: no selector picks the crumb and nobody waits for an answer
 * to it. A user's message is always decided on, even when nobody wakes.
 */
export function decide(heard: Heard): RequestTurns | null {
  const { crumb } = heard;
  if (crumb.imported || wakesNobody(crumb.schema_name)) return null;
  const picked = heard.definitions.filter((definition) => isFor(definition, crumb));
  if (picked.length === 0 && !awaitsDecision(crumb)) return null;
  const turns = picked
    .filter((definition) => mayWake(definition, heard))
    .map((definition) => request(definition, crumb))
    .sort((a, b) => (a.agent < b.agent ? -1 : 1));
  return { cause: { id: crumb.id, version: crumb.version }, turns };
}

/** Could a crumb of this schema come to a decision? Answers from the event alone, before anything is read. */
export function couldMatter(schemaName: string, definitions: readonly Definition[]): boolean {
  if (wakesNobody(schemaName)) return false;
  if (satisfies(schemaName, UserMessage.name)) return true;
  return definitions.some(({ context }) => context.subscriptions.some(({ schema }) => satisfies(schemaName, schema)));
}

const WAKE_NOBODY = [AgentStep, ToolRequest, ToolStart, ToolResponse, ToolTry, ToolTried, GuardFired];
const ADDRESSED = [TimerFired, ScheduleTick];

/** What is made inside turns belongs to their agents, and what an operator tries to nobody's turn: it wakes nobody, whatever a subscription says. */
const wakesNobody = (schemaName: string): boolean => WAKE_NOBODY.some(({ name }) => satisfies(schemaName, name));

/** A time that was set for one agent is for no other. */
function isForAnother(agent: string, { schema_name, context }: Envelope): boolean {
  const { agent: named } = context;
  return named !== undefined && named !== agent && ADDRESSED.some(({ name }) => satisfies(schema_name, name));
}

const awaitsDecision = (crumb: Envelope): boolean => satisfies(crumb.schema_name, UserMessage.name);

/** A definition is never applied to a crumb older than itself. */
const isFor = (definition: Definition, crumb: Envelope): boolean =>
  definition.position < crumb.position && definition.context.subscriptions.some((one) => selects(one, crumb));

function mayWake({ context: { agent } }: Definition, { crumb, members }: Heard): boolean {
  if (!isSpoken(crumb) || isOwn(agent, crumb) || isForAnother(agent, crumb)) return false;
  if (!mayRead(crumb, { participant: { kind: 'agent', id: agent } })) return false;
  return takesPart(members, agent);
}

/** A response that says nothing (wait, error, stopped) wakes nobody. */
const isSpoken = (crumb: Envelope): boolean =>
  !satisfies(crumb.schema_name, AgentResponse.name) || crumb.context['action'] === 'speak';

/** What an agent wrote, and the turns and contexts that were made for it, do not wake it. */
function isOwn(agent: string, { author, schema_name, context }: Envelope): boolean {
  if (author.kind === 'agent' && author.id === agent) return true;
  const isMadeForAgents = satisfies(schema_name, AgentTurn.name) || satisfies(schema_name, AgentContext.name);
  return isMadeForAgents && context['agent'] === agent;
}

function request({ id, version, context }: Definition, { hop }: Envelope): TurnRequest {
  const refused = exceedsHopLimit(context, hop);
  return { agent: context.agent, definition: { id, version }, generation: 0, ...(refused ? { refused } : {}) };
}
