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
import { endByGuard, failure, type TurnEnd } from './endings';
import { fitRequest } from './fit-request';
import { mayNotAsk, outputLeft, roundsGuard } from './guards';
import { endBy } from './take-reply';

/** What to do next in a turn. */
export type TurnDecision =
  /** Ask the model; `step` is the number of its reply's step, unless it ends the turn. */
  | { readonly do: 'ask'; readonly step: number; readonly request: ModelRequest }
  /** Tools are running; the last response continues the turn. */
  | { readonly do: 'wait' }
  | { readonly do: 'end'; readonly ending: TurnEnd };

/**
 * The mode's request, with the definition's options where the mode sets none, limited to the tokens that the turn has
 * left.
 */
function requestOf(turn: Turn, mode: ToolMode, can: Capabilities): ModelRequest {
  const { name, temperature, max_output_tokens, cache_control } = turn.definition.model ?? {};
  const options = {
    model: name,
    temperature,
    max_output_tokens,
    ...(cache_control !== undefined && { cache_control }),
  };
  const request = { ...options, ...mode.buildRequest(withOfferedTools(turn), can) };
  const left = outputLeft(turn);
  if (left === undefined) return request;
  return { ...request, max_output_tokens: Math.min(left, request.max_output_tokens ?? left) };
}

/**
 * Decides what a turn in the log needs next. Deterministic, defined for every state, and never repeats a request that
 * is in the log.
 */
export function decideTurn(turn: Turn, can: Capabilities): TurnDecision {
  if (pendingRequests(turn).length > 0) return { do: 'wait' };
  const mode = modeOf(turn.definition);
  const settled = turn.steps.length > 0 ? mode.settle?.(withOfferedTools(turn)) : undefined;
  if (settled) return { do: 'end', ending: endBy(turn, settled) };
  const fired = mayNotAsk(turn);
  if (fired) return { do: 'end', ending: endByGuard(turn, fired) };
  if (turn.steps.length >= maxSteps(turn)) return { do: 'end', ending: endByGuard(turn, roundsGuard(turn)) };
  const fitted = fitRequest(turn, (shown) => requestOf(shown, mode, can));
  if ('error' in fitted) return { do: 'end', ending: failure(turn, fitted.error) };
  return { do: 'ask', step: turn.steps.length + 1, request: fitted.request };
}
