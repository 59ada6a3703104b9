import type { AgentResponseV1, GuardFiredV1 } from '@crumbtrail/contracts';
import { toStorableText, turnUsage, type CallUsage, type Turn } from '@crumbtrail/prompting';
import { guardCrumb, type Fired } from './guards';

/** Maximum size of a reply in bytes of UTF-8: the limit of a crumb less its envelope and the rest of the payload. */
export const MAX_REPLY_BYTES = 200 * 1024;

/** How a turn ends: its one response and, when a guard ended it, the guard's crumb. */
export interface TurnEnd {
  readonly response: AgentResponseV1;
  readonly guard?: GuardFiredV1;
}

type ResponseContent = Pick<AgentResponseV1, 'action' | 'content' | 'error' | 'partial' | 'output'>;

/** Why a turn ends without an answer. */
export type TurnError = NonNullable<AgentResponseV1['error']>;

/**
 * Builds the final response, with the usage of the whole turn. `last` is the usage of the call that ended it, if one
 * did.
 */
export function buildEnd(turn: Turn, said: ResponseContent, last?: CallUsage): TurnEnd {
  return {
    response: {
      turn: { id: turn.turn_id },
      context_id: turn.context_id,
      ...said,
      ...(turn.late_sources && { late: turn.late_sources }),
      ...turnUsage(turn, last),
    } as AgentResponseV1,
  };
}

/** An error that everybody in the conversation sees; text that people have seen is kept and marked as partial. */
export function failure(
  turn: Turn,
  error: TurnError,
  { shown = '', last }: { shown?: string; last?: CallUsage } = {},
): TurnEnd {
  const { text } = toStorableText(shown, MAX_REPLY_BYTES);
  const kept = text.trim() === '' ? {} : { content: text, partial: true };
  return buildEnd(turn, { action: 'error', ...kept, error }, last);
}

/** The end by a guard: its sentence for people, and its crumb. */
export function endByGuard(
  turn: Turn,
  fired: Fired,
  { shown, last }: { shown?: string; last?: CallUsage } = {},
): TurnEnd {
  const { guard: code, message } = fired;
  return { ...failure(turn, { code, message }, { shown, last }), guard: guardCrumb(turn, fired) };
}
