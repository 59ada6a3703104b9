import {
  type ModelRequest,
  type ToolMode,
  modeOf,
  type Capabilities,
  pendingRequests,
  withOfferedTools,
  maxSteps,
  type Turn,
} from '@crumbtrail/prompting';
import { guarded, type Ending } from './endings';
import { mayNotAsk, outputLeft, roundsGuard } from './guards';
import { endBy } from './take-reply';

/** What is to be done next in a turn. */
export type Decision =
  /** The model is asked; `step` is the number that its reply has if it does not end the turn. */
  | { readonly do: 'ask'; readonly step: number; readonly request: ModelRequest }
  /** Tools are at work; whoever hears of the last result goes on. */
  | { readonly do: 'wait' }
  | { readonly do: 'end'; readonly ending: Ending };

/** What the mode asks, with the definition's own settings where it leaves them open, and no more to write than the turn has left. */
function requestOf(turn: Turn, mode: ToolMode, can: Capabilities): ModelRequest {
  const { name, temperature, max_output_tokens } = turn.definition.model ?? {};
  const request = { model: name, temperature, max_output_tokens, ...mode.buildRequest(withOfferedTools(turn), can) };
  const left = outputLeft(turn);
  if (left === undefined) return request;
  return { ...request, max_output_tokens: Math.min(left, request.max_output_tokens ?? left) };
}

/**
 * What a turn as the log has it needs next: the same for whoever asks and however often. Every state has an answer, and no
 * answer ever asks for what the log has.
 */
export function decide(turn: Turn, can: Capabilities): Decision {
  if (pendingRequests(turn).length > 0) return { do: 'wait' };
  const mode = modeOf(turn.definition);
  const settled = turn.steps.length > 0 ? mode.settle?.(withOfferedTools(turn)) : undefined;
  if (settled) return { do: 'end', ending: endBy(turn, settled) };
  const fired = mayNotAsk(turn);
  if (fired) return { do: 'end', ending: guarded(turn, fired) };
  if (turn.steps.length >= maxSteps(turn)) return { do: 'end', ending: guarded(turn, roundsGuard(turn)) };
  return { do: 'ask', step: turn.steps.length + 1, request: requestOf(turn, mode, can) };
}
