import { type Envelope, type RequestTurnsRequest, type SessionV1 } from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';
import { limitSpeakers, nextRound, whyRoundEnds } from './auto-rounds';
import { chooseSpeakers, type SilentAgent } from './choose-speakers';
import { canReceive, isAuthor, mayTakePart, requestTurn, type DecisionInput } from './decision-input';
import { isMessageSchema } from './message-text';

/** How many silent agents a reason names. */
const MOST_NAMED = 12;
/** Characters of a reason that the store takes. */
const MOST_CHARACTERS = 1_024;

/** A session that chooses who speaks. */
export type StrategicSession = SessionV1 & Required<Pick<SessionV1, 'strategy'>>;

/** Whether the session chooses who speaks. */
export const hasStrategy = (session: SessionV1 | undefined): session is StrategicSession =>
  session?.strategy !== undefined;

/** The agents of the session that may not speak, as silent ones. */
function barredAgents(input: DecisionInput): SilentAgent[] {
  const agents = (input.session?.members ?? []).filter(({ kind }) => kind === 'agent');
  return agents
    .filter(({ id }) => !mayTakePart(input, { agent: id }))
    .map(({ id, present }) => ({ agent: id, reason: present === false ? 'not present' : 'muted' }));
}

/** Why each other agent does not speak, for the author of the crumb; undefined where all speak. */
function explainOthers({ strategy }: StrategicSession, silent: readonly SilentAgent[]): string | undefined {
  if (silent.length === 0) return undefined;
  const named = silent.slice(0, MOST_NAMED).map(({ agent, reason }) => `${agent}: ${reason}`);
  const more = silent.length - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ');
  return `The strategy is ${strategy}. Silent: ${all}.`.slice(0, MOST_CHARACTERS);
}

/** Of agents that could speak about a message, those that the strategy of the session chooses, as far as `auto` lets them. */
export function decideByStrategy(
  input: DecisionInput & { readonly session: StrategicSession },
  candidates: readonly AgentDefinition[],
  message: Envelope = input.crumb,
): RequestTurnsRequest {
  const { crumb, session } = input;
  const { strategy } = session;
  const sorted = [...candidates].sort((a, b) => (a.context.agent < b.context.agent ? -1 : 1));
  const chosen = limitSpeakers(input, chooseSpeakers(strategy, { ...input, message, candidates: sorted }));
  const label = strategy === 'manual' ? 'trigger' : strategy;
  const turns = chosen.speakers.map(({ definition, reason }) =>
    requestTurn(definition, crumb, { strategy: label, reason }),
  );
  const reason = explainOthers(session, [...chosen.silent, ...barredAgents(input)]);
  const auto = nextRound(input, turns.length);
  return {
    cause: { id: crumb.id, version: crumb.version },
    turns,
    ...(reason === undefined ? {} : { reason }),
    ...(auto ? { auto } : {}),
  };
}

const listensToMessages = ({ context }: AgentDefinition): boolean =>
  context.subscriptions.some(({ schema }) => isMessageSchema(schema));

/** The other strategies say themselves who speaks after whom. */
const avoidsLastSpeaker = ({ strategy, allow_self }: StrategicSession): boolean =>
  allow_self !== true && (strategy === 'natural' || strategy === 'manual');

/** Who speaks in a round that a person or `auto` asked for: the agents that listen to messages are the candidates. */
export function decideRound(input: DecisionInput): RequestTurnsRequest {
  const { crumb, session, last: message = crumb } = input;
  const cause = { id: crumb.id, version: crumb.version };
  if (!hasStrategy(session))
    return {
      cause,
      turns: [],
      reason: `The session ${crumb.session ?? ''} has no strategy: set one in its session.v1.`,
    };
  const ended = whyRoundEnds(input);
  if (ended !== undefined) return { cause, turns: [], reason: ended };
  const candidates = input.definitions.filter(
    (one) =>
      listensToMessages(one) &&
      canReceive(one, crumb) &&
      mayTakePart(input, one.context) &&
      !(avoidsLastSpeaker(session) && isAuthor(one, message)),
  );
  return decideByStrategy({ ...input, session }, candidates, message);
}
