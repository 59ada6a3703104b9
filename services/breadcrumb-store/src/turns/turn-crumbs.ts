import {
  agentName,
  AgentResponse,
  AgentTurn,
  contentHash,
  contextId,
  derivedId,
  GuardFired,
  responseId,
  withAuthor,
  type AgentResponseV1,
  type AgentTurnV1,
  type Contract,
  type GuardFiredV1,
  type Participant,
} from '@crumbtrail/contracts';
import { insertCrumb, type Cause, type NewCrumb } from '../ledger/insert-crumb';
import type { Ledger } from '../ledger/ledger';
import { audienceOf, audienceTokens, keyOf, type CrumbRecord, type TurnRecord } from '../ledger/stored-rows';

/** The author of crumbs that the store writes itself. */
export const STORE_SERVICE: Participant = { kind: 'service', id: 'breadcrumb-store' };
/** Fields that crumbs of the store leave empty. */
export const EMPTY_FIELDS = {
  title: null,
  tags: [],
  informs: null,
  llm_hints: null,
  imported: false,
  occurred_at: null,
  expires_at: null,
};

/** The recipient of a turn's context and of its end: the service that runs the agent. */
export const turnRecipient = ({ runner, agent }: TurnRecord): string => (runner === 'service' ? agent : 'pool');

/** The audience of a turn and its context. Where only some may read the trigger, only the agent may read these. */
export function turnAudience(turn: TurnRecord, bySchema: readonly string[]): readonly string[] {
  return isPrivate(turn) ? [agentName(turn.agent)] : bySchema;
}

/**
 * The audience of an answer, and of what the tools of its turn write and return: that of `replyAudience`, unless the context of a confidant
 * has made it fewer.
 */
export function responseAudience({
  audience,
  cause_author,
  readers,
}: Pick<TurnRecord, 'audience' | 'cause_author' | 'readers'>): readonly string[] {
  return readers ?? audienceTokens(withAuthor(audienceOf(audience), cause_author));
}

const isPrivate = ({ audience }: Pick<TurnRecord, 'audience'>): boolean =>
  !audience.some((token) => token === '*' || token === '@agents');

/** The cause of a response: the turn's context, or the turn itself if no context was built. */
export function responseCause(turn: TurnRecord, ledger: Ledger): Cause {
  const context = ledger.crumbs.get(keyOf(turn.workspace, contextId(turn.workspace, turn.id)));
  const { trail_id, hop } = turn;
  if (context) return { id: context.id, version: context.version, trail_id, hop: context.hop };
  return { id: turn.id, version: 1, trail_id, hop };
}

/** The fields of a crumb that the store writes about a turn, apart from its id, its cause and its audience. */
function ownFields(
  { workspace, session, traceparent }: TurnRecord,
  { name }: Contract,
  context: Record<string, unknown>,
): Omit<NewCrumb, 'id' | 'cause' | 'audience'> {
  return {
    ...EMPTY_FIELDS,
    workspace,
    session,
    traceparent,
    schema_name: name,
    context,
    content_hash: contentHash(context),
    author: STORE_SERVICE,
    recipient: null,
  };
}

/** Inserts the crumb that announces an open turn. */
export function insertTurn(ledger: Ledger, turn: TurnRecord, deadline_at: string): CrumbRecord {
  const context: AgentTurnV1 = {
    agent: turn.agent,
    definition: { id: turn.definition_id, version: turn.definition_version },
    trigger: { id: turn.cause_id, version: turn.cause_version },
    generation: turn.generation,
    lane: turn.lane,
    runner: turn.runner,
    as_of: ledger.position,
    now: ledger.now,
    deadline_at,
    ...(turn.chosen === null ? {} : { chosen: turn.chosen }),
  };
  return insertCrumb(ledger, {
    ...ownFields(turn, AgentTurn, context),
    id: turn.id,
    audience: turnAudience(turn, audienceTokens(AgentTurn.rules.audience)),
    cause: { id: turn.cause_id, version: turn.cause_version, trail_id: turn.trail_id, hop: turn.hop - 1 },
  });
}

/** How the store ends a turn: the payload of the response without the reference to the turn. */
export type TurnEnding = Omit<AgentResponseV1, 'turn' | 'action'> & { readonly action: 'error' | 'stopped' };

/** An ending with an error code and a message with the reason. */
export const failedEnding = (action: TurnEnding['action'], code: string, message: string): TurnEnding => ({
  action,
  error: { code, message },
});

/** Inserts the response of a turn that its agent did not end. If it holds text of the agent, the agent is its author. */
export function insertEnding(ledger: Ledger, turn: TurnRecord, ending: TurnEnding): CrumbRecord {
  const context: AgentResponseV1 = { turn: { id: turn.id }, ...ending };
  const author: Participant = ending.content === undefined ? STORE_SERVICE : { kind: 'agent', id: turn.agent };
  return insertCrumb(ledger, {
    ...ownFields(turn, AgentResponse, context),
    id: responseId(turn.workspace, turn.id),
    author,
    recipient: turnRecipient(turn),
    audience: responseAudience(turn),
    cause: responseCause(turn, ledger),
  });
}

/** What a guard of the store measured. */
export type GuardReport = Pick<GuardFiredV1, 'guard' | 'limit' | 'value' | 'message'>;

/** Inserts the crumb that records that a guard refused a turn. */
export function insertGuard(ledger: Ledger, turn: TurnRecord, guard: GuardReport): CrumbRecord {
  const context: GuardFiredV1 = { ...guard, turn: { id: turn.id }, agent: turn.agent };
  return insertCrumb(ledger, {
    ...ownFields(turn, GuardFired, context),
    id: derivedId(turn.workspace, 'guard', { context }) as string,
    audience: turnAudience(turn, audienceTokens(GuardFired.rules.audience)),
    cause: responseCause(turn, ledger),
  });
}
