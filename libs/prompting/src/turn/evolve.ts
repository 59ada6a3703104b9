import type { AgentStepV1, ToolResponseV1 } from '@crumbtrail/contracts';
import type { LateMessage, Turn } from './turn';

/** What the log adds to a turn after its context. */
export type TurnEvent =
  | { readonly kind: 'step'; readonly step: AgentStepV1 }
  | { readonly kind: 'result'; readonly response: ToolResponseV1 }
  | { readonly kind: 'late'; readonly message: LateMessage };

function withStep(turn: Turn, step: AgentStepV1): Turn {
  if (step.turn.id !== turn.turn_id || turn.steps.some((known) => known.step === step.step)) return turn;
  return { ...turn, steps: [...turn.steps, step].sort((a, b) => a.step - b.step) };
}

function withResult(turn: Turn, response: ToolResponseV1): Turn {
  if (response.turn.id !== turn.turn_id || turn.responses.has(response.request.id)) return turn;
  return { ...turn, responses: new Map([...turn.responses, [response.request.id, response]]) };
}

function withLate(turn: Turn, message: LateMessage): Turn {
  return turn.late.has(message.id) ? turn : { ...turn, late: new Map([...turn.late, [message.id, message]]) };
}

/** Adds one crumb of the log to the turn. The result does not depend on the order or on repetition. */
export function evolve(turn: Turn, event: TurnEvent): Turn {
  if (event.kind === 'step') return withStep(turn, event.step);
  return event.kind === 'result' ? withResult(turn, event.response) : withLate(turn, event.message);
}

/** Messages that arrived during the turn and that no step has shown to the model yet, in order. */
export function unseenMessages({ late, steps }: Pick<Turn, 'late' | 'steps'>): LateMessage[] {
  const injectedIds = new Set(steps.flatMap(({ injected = [] }) => injected.map(({ id }) => id)));
  return [...late.values()].filter(({ id }) => !injectedIds.has(id));
}
