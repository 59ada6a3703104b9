import {
  AgentResponse,
  AgentTurn,
  contentHash,
  contextId,
  responseId,
  type AgentResponseV1,
  type AgentTurnV1,
  type Participant,
} from '@crumbtrail/contracts';
import { insert, type Cause } from './insert';
import type { Ledger } from './ledger';
import { audienceTokens, keyOf, type CrumbRecord, type TurnRecord } from './records';

const STORE: Participant = { kind: 'service', id: 'breadcrumb-store' };
const PLAIN = { title: null, tags: [], llm_hints: null, imported: false, occurred_at: null, expires_at: null };

/** A trigger that only some may read has a turn and a context that only its agent may read. */
export function turnAudience(turn: TurnRecord, bySchema: readonly string[]): readonly string[] {
  return isPrivate(turn) ? [turn.agent] : bySchema;
}

/** The answer to a private trigger goes to those who could read it, and to who asked. */
export function responseAudience(turn: TurnRecord, bySchema: readonly string[]): readonly string[] {
  if (isPrivate(turn)) return [...new Set([...turn.audience, turn.cause_author])];
  return turn.audience.includes('@agents') ? turn.audience : bySchema;
}

const isPrivate = ({ audience }: TurnRecord): boolean =>
  !audience.some((token) => token === '*' || token === '@agents');

/** A response comes of the turn's context, or, where none was built, of the turn itself. */
export function causeOfResponse(turn: TurnRecord, ledger: Ledger): Cause {
  const context = ledger.crumbs.get(keyOf(turn.workspace, contextId(turn.workspace, turn.id)));
  const { trail_id, hop } = turn;
  if (context) return { id: context.id, version: context.version, trail_id, hop: context.hop };
  return { id: turn.id, version: 1, trail_id, hop };
}

/** Leaves the crumb that says a turn is open. */
export function leaveTurn(ledger: Ledger, turn: TurnRecord, deadline_at: string): CrumbRecord {
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
  };
  return insert(ledger, {
    ...PLAIN,
    ...{ workspace: turn.workspace, id: turn.id, schema_name: AgentTurn.name, session: turn.session, context },
    ...{ content_hash: contentHash(context), author: STORE, recipient: null, traceparent: turn.traceparent },
    audience: turnAudience(turn, audienceTokens(AgentTurn.rules.audience)),
    cause: { id: turn.cause_id, version: turn.cause_version, trail_id: turn.trail_id, hop: turn.hop - 1 },
  });
}

/** Why the store itself ends a turn. */
export interface Ending {
  readonly action: 'error' | 'stopped';
  readonly code: string;
  readonly message: string;
}

/** Leaves the visible end of a turn that no agent ended. */
export function leaveEnding(ledger: Ledger, turn: TurnRecord, { action, code, message }: Ending): CrumbRecord {
  const context: AgentResponseV1 = { turn: { id: turn.id }, action, error: { code, message } };
  return insert(ledger, {
    ...PLAIN,
    ...{ workspace: turn.workspace, id: responseId(turn.workspace, turn.id), schema_name: AgentResponse.name },
    ...{ session: turn.session, context, content_hash: contentHash(context), author: STORE, recipient: null },
    traceparent: turn.traceparent,
    audience: responseAudience(turn, audienceTokens(AgentResponse.rules.audience)),
    cause: causeOfResponse(turn, ledger),
  });
}
