import type { AgentResponseV1, GuardFiredV1 } from '@crumbtrail/contracts';
import { toStorableText, turnUsage, type CallUsage, type Turn } from '@crumbtrail/prompting';
import { guardCrumb, type Fired } from './guards';

/** Bytes of UTF-8 that a reply may fill: what a crumb holds, less its envelope and the rest of the payload. */
export const MAX_REPLY_BYTES = 200 * 1024;

/** How a turn ends: its one response and, where a guard ended it, the crumb that says so. */
export interface Ending {
  readonly response: AgentResponseV1;
  readonly guard?: GuardFiredV1;
}

type Said = Pick<AgentResponseV1, 'action' | 'content' | 'error' | 'partial' | 'output'>;

/** Why a turn ends in no answer. */
export type TurnError = NonNullable<AgentResponseV1['error']>;

/** The terminal response: what is said, and what the whole turn took. `last` is the call that ended it, if one did. */
export function ending(turn: Turn, said: Said, last?: CallUsage): Ending {
  return {
    response: {
      turn: { id: turn.turn_id },
      context_id: turn.context_id,
      ...said,
      ...turnUsage(turn, last),
    } as AgentResponseV1,
  };
}

/** An error that everybody in the conversation sees; what people saw of the reply stays, marked as a part. */
export function failure(
  turn: Turn,
  error: TurnError,
  { shown = '', last }: { shown?: string; last?: CallUsage } = {},
): Ending {
  const { text } = toStorableText(shown, MAX_REPLY_BYTES);
  const kept = text.trim() === '' ? {} : { content: text, partial: true };
  return ending(turn, { action: 'error', ...kept, error }, last);
}

/** A guard's end: its sentence for the person, and its crumb. */
export function guarded(turn: Turn, fired: Fired, { shown, last }: { shown?: string; last?: CallUsage } = {}): Ending {
  const { guard: code, message } = fired;
  return { ...failure(turn, { code, message }, { shown, last }), guard: guardCrumb(turn, fired) };
}
