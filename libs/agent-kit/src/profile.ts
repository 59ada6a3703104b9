import type { BilledUsage } from './model';

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** What is known of a model and how to reach it. Its context window is the context-builder's business: it fits what is sent. */
export interface ModelProfile {
  /** Root of an OpenAI-compatible API, with its version: `http://127.0.0.1:11434/v1`. */
  readonly base_url: string;
  readonly name: string;
  readonly key?: string;
  readonly prices?: Prices;
  /** Calls for one reply, the first included. */
  readonly max_attempts: number;
  /** Milliseconds that one attempt may take. */
  readonly attempt_timeout_ms: number;
  /** Milliseconds that one attempt may say nothing. */
  readonly silence_timeout_ms: number;
  /** Longest wait between attempts, milliseconds; a server that asks for more gets no further attempt. */
  readonly max_wait_ms: number;
}

/** Patience that suits a hosted model. */
export const PATIENCE = {
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
