import { countTokens, cutTokens } from '@crumbtrail/hints';
import { callRequestId, countRequestTokens, type ModelRequest, type Turn } from '@crumbtrail/prompting';
import type { TurnError } from './endings';

/** What a provider adds to each message and each call of a prompt, in tokens, at most. */
const TOKENS_AROUND_MESSAGE = 4;
/** How much of an old result stays where the window has no room for all of it, in tokens: first the larger number, then the smaller. */
const SHORTENED_TO = [200, 40] as const;
/** How much of the newest results stays at least, in tokens, where even they do not fit. */
const NEWEST_SHORTENED_TO = [2_000, 1_000, 500, 200] as const;

/** The prompt of the next call within the model's window, or why there is none. */
export type FittedRequest = { readonly request: ModelRequest } | { readonly error: TurnError };

/** By how much the provider has counted more tokens than we in this turn; at least 1. */
function billedOverCounted({ steps }: Turn): number {
  const ratios = steps.flatMap(({ usage }) => {
    const { prompt_tokens: billed, counted_prompt_tokens: counted } = usage ?? {};
    return billed !== undefined && counted !== undefined && counted > 0 ? [billed / counted] : [];
  });
  return Math.max(1, ...ratios);
}

/** Tokens that the prompt of a request takes in the window, with room for what the provider adds. */
function promptTokens(turn: Turn, request: ModelRequest): number {
  const messages = request.messages.length + (request.tools?.length ?? 0);
  const counted = countRequestTokens(turn, request) * billedOverCounted(turn);
  return Math.ceil(counted) + messages * TOKENS_AROUND_MESSAGE + (turn.window?.pictures ?? 0);
}

/** How the model gets the rest of a result: by the same call, unless that has effects. */
function howToReadAll(turn: Turn, tool: string): string {
  const effect = turn.tools.find(({ def }) => def.name === tool)?.def.effect;
  return effect === 'at_most_once' ? '' : `; call ${tool} again with the same arguments to read all of it`;
}

function shorten(turn: Turn, { tool, text }: { readonly tool: string; readonly text: string }, most: number): string {
  const tokenizer = turn.definition.model?.tokenizer ?? 'o200k_base';
  const all = countTokens(text, tokenizer);
  if (all <= most) return text;
  const start = cutTokens(text, most, tokenizer).text;
  return `${start}\n[Shortened to ${most} of ${all} tokens, because the context window is full${howToReadAll(turn, tool)}.]`;
}

/** The ids of the results of each step, oldest step first. */
const resultsByStep = (turn: Turn): string[][] =>
  turn.steps.map((step) => step.calls.map((call) => callRequestId(turn, step, call)));

/** The turn with some of its results shortened to `most` tokens each. */
function withShortened(turn: Turn, ids: readonly string[], most: number): Turn {
  const responses = new Map(turn.responses);
  for (const id of ids) {
    const response = responses.get(id);
    if (response) responses.set(id, { ...response, text: shorten(turn, response, most) });
  }
  return { ...turn, responses };
}

/** Ever shorter versions of a turn: old results go first, oldest first, then the newest. */
function* shorterTurns(turn: Turn): Generator<Turn> {
  const results = resultsByStep(turn);
  const newest = results.at(-1) ?? [];
  const older = results.slice(0, -1).flat();
  let current = turn;
  for (const most of SHORTENED_TO)
    for (const id of older) {
      if (!turn.responses.has(id)) continue;
      current = withShortened(current, [id], most);
      yield current;
    }
  for (const most of NEWEST_SHORTENED_TO) yield withShortened(current, newest, most);
}

const doesNotFit = (window: number, prompt: number, reserve: number): TurnError => ({
  code: 'context_window',
  message:
    `I had to stop: what this turn has gathered takes ${prompt} tokens with ${reserve} for the reply, and the context window of the model has ${window}. ` +
    'Ask for less at once, or raise "Context window (tokens)" (model.context_window) of the agent.',
});

/**
 * The request of a turn, within the model's window. The context was built to fit, so only what the turn has gathered since can be too much: results are
 * shortened, the oldest first, with a mark. Deterministic: the same log gives the same prompt. `build` makes the request of a turn.
 */
export function fitRequest(turn: Turn, build: (turn: Turn) => ModelRequest): FittedRequest {
  const request = build(turn);
  if (!turn.window || turn.steps.length === 0) return { request };
  const { context_window: window, reply_reserve } = turn.window;
  const reserve = request.max_output_tokens ?? reply_reserve;
  const room = window - reserve;
  let prompt = promptTokens(turn, request);
  if (prompt <= room) return { request };
  for (const shorter of shorterTurns(turn)) {
    const fitting = build(shorter);
    prompt = promptTokens(turn, fitting);
    if (prompt <= room) return { request: fitting };
  }
  return { error: doesNotFit(window, prompt, reserve) };
}
