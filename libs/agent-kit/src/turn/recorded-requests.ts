import { type Capabilities, type ModelRequest, type Turn } from '@crumbtrail/prompting';
import { decideTurn, type TurnDecision } from './decide';

/** The turn as it was when its model was asked for the reply that is step `call`, or its response; only what that call showed is in it. */
function turnBefore(turn: Turn, call: number): Turn {
  const shown = new Set(turn.steps.slice(0, call).flatMap(({ injected = [] }) => injected.map(({ id }) => id)));
  const late = new Map([...turn.late].filter(([id]) => shown.has(id)));
  return { ...turn, steps: turn.steps.slice(0, call - 1), late };
}

/**
 * What the model was sent in each call of a turn, in order, put together from the log as the calls themselves were. The last is the call
 * that made the response, or that is running; a turn that a guard ended, or that waits for tools, has none. A message that arrived
 * during the turn and that only this last call showed is missing from it, because no step names it.
 */
export function recordedRequests(turn: Turn, can: Capabilities): ModelRequest[] {
  return Array.from({ length: turn.steps.length + 1 }, (_, at) => decideTurn(turnBefore(turn, at + 1), can)).flatMap(
    (decision) => (decision.do === 'ask' ? [decision.request] : []),
  );
}

/** What the turn did at that step, put together from the log: the request that the reply answered, or why the turn ends instead. */
export function recordedDecision(turn: Turn, step: number, can: Capabilities): TurnDecision {
  return decideTurn(turnBefore(turn, step), can);
}
