import type { BilledUsage } from './model';

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  /** Of prompt tokens that the provider had cached. Default: `input`. */
  readonly cached_input?: number;
}

/** What a provider supports beyond plain chat. An absent capability is not used. */
export interface Capabilities {
  /** The protocol's `tools`. Default true. */
  readonly tools?: boolean;
  /**
   * How a reply is continued. `portable` (default): the text so far as an assistant message, then the observation as a
   * user message. `continue_final_message`: vLLM. `prefix`: a flag on the last message. `prefill`: an assistant message
   * at the end is enough.
   */
  readonly resume?: 'portable' | 'continue_final_message' | 'prefix' | 'prefill';
  /**
   * How a shape is requested: `structured_outputs` (vLLM), `guided` (older vLLM), `response_format` (OpenAI; JSON
   * only), `none` (default).
   */
  readonly guided?: 'structured_outputs' | 'guided' | 'response_format' | 'none';
  /**
   * `stop` strings. Default true. `told`: the server reports at which string it stopped, so the removed text can be
   * restored.
   */
  readonly stop?: boolean | 'told';
  /** Token ids of the digits 0 to 9, for logit_bias; without them no bias is sent. */
  readonly digit_tokens?: readonly number[];
  /** Usage can be requested with every piece (vLLM), so that it is known when a reply is aborted. Default false. */
  readonly running_usage?: boolean;
  /** The chat template opens `<think>` itself, so that a reply begins inside it. Default false. */
  readonly begins_thinking?: boolean;
  /** The system message is sent with a `cache_control` breakpoint: for models that cache only what is marked. Default false. */
  readonly cache_control?: boolean;
}

/** A model and how to reach it. Its context window is not here: the context-builder fits prompts into it. */
export interface ModelProfile {
  /** Root of an OpenAI-compatible API, with its version: `http://127.0.0.1:11434/v1`. */
  readonly base_url: string;
  readonly name: string;
  readonly key?: string;
  readonly prices?: Prices;
  readonly can?: Capabilities;
  /** Attempts for one reply, including the first. */
  readonly max_attempts: number;
  /** Time limit of one attempt, in milliseconds. */
  readonly attempt_timeout_ms: number;
  /** Maximum time without data within one attempt, in milliseconds. */
  readonly silence_timeout_ms: number;
  /** Maximum wait between attempts, in milliseconds; if the server asks for more, no further attempt is made. */
  readonly max_wait_ms: number;
}

/** Limits that suit a hosted model. */
export const HOSTED_MODEL_LIMITS = {
  max_attempts: 3,
  attempt_timeout_ms: 110_000,
  silence_timeout_ms: 60_000,
  max_wait_ms: 20_000,
} as const;

/**
 * The cost of one reply in US dollars, rounded to a millionth of a cent; undefined when the prices or the billed tokens
 * are unknown.
 */
export function replyCost(usage: BilledUsage | undefined, prices: Prices | undefined): number | undefined {
  if (!usage || !prices) return undefined;
  const { prompt_tokens, completion_tokens, cached_tokens = 0 } = usage;
  const { input, output, cached_input = input } = prices;
  const asked = (prompt_tokens - cached_tokens) * input + cached_tokens * cached_input;
  const dollars = (asked + completion_tokens * output) / 1_000_000;
  return Math.round(dollars * 1e8) / 1e8;
}
