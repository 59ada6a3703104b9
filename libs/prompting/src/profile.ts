import type { BilledUsage } from './model';

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** What a provider can do beyond plain chat. What is absent it is not asked to do. */
export interface Capabilities {
  /** `tools` of the protocol. Default true. */
  readonly tools?: boolean;
  /**
   * How a reply is gone on with. `portable` (default): what was said as an assistant's message, then the observation as a user's.
   * `continue_final_message`: vLLM. `prefix`: a flag on the last message. `prefill`: an assistant's message at the end is enough.
   */
  readonly resume?: 'portable' | 'continue_final_message' | 'prefix' | 'prefill';
  /** How a shape is asked for: `structured_outputs` (vLLM), `guided` (older vLLM), `response_format` (OpenAI; JSON only), `none` (default). */
  readonly guided?: 'structured_outputs' | 'guided' | 'response_format' | 'none';
  /** `stop` strings. Default true. `told`: the server says at which one it stopped, so what it takes away can be put back. */
  readonly stop?: boolean | 'told';
  /** Ids of the tokens 0 to 9, for logit_bias; absent: it is not biased. */
  readonly digit_tokens?: readonly number[];
  /** Usage comes with every piece when asked for (vLLM), so that it is known of a reply that was broken off. Default false. */
  readonly running_usage?: boolean;
  /** Its chat template opens `<think>` itself, so that a reply begins inside of it. Default false. */
  readonly begins_thinking?: boolean;
}

/** What is known of a model and how to reach it. Its context window is the context-builder's business: it fits what is sent. */
export interface ModelProfile {
  /** Root of an OpenAI-compatible API, with its version: `http://127.0.0.1:11434/v1`. */
  readonly base_url: string;
  readonly name: string;
  readonly key?: string;
  readonly prices?: Prices;
  readonly can?: Capabilities;
  /** Calls for one reply, the first included. */
  readonly max_attempts: number;
  /** Milliseconds that one attempt may take. */
  readonly attempt_timeout_ms: number;
  /** Milliseconds that one attempt may say nothing. */
  readonly silence_timeout_ms: number;
  /** Longest wait between attempts, milliseconds; a server that asks for more gets no further attempt. */
  readonly max_wait_ms: number;
}

/** AttemptDeadline that suits a hosted model. */
export const HOSTED_MODEL_LIMITS = {
  max_attempts: 3,
  attempt_timeout_ms: 110_000,
  silence_timeout_ms: 60_000,
  max_wait_ms: 20_000,
} as const;

/** US dollars of one reply, to a millionth of a cent; undefined when the prices or the billed tokens are unknown. */
export function costOf(usage: BilledUsage | undefined, prices: Prices | undefined): number | undefined {
  if (!usage || !prices) return undefined;
  const dollars = (usage.prompt_tokens * prices.input + usage.completion_tokens * prices.output) / 1_000_000;
  return Math.round(dollars * 1e8) / 1e8;
}
