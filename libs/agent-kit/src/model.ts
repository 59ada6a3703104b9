/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a model is asked. Unset options are left to the model's own defaults. */
export interface ModelRequest {
  /** The definition's model; the profile's when absent. */
  readonly model?: string;
  readonly messages: readonly PromptMessage[];
  readonly temperature?: number;
  readonly max_output_tokens?: number;
}

/** Tokens as the provider bills them. */
export interface BilledUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** Why a reply is no answer. */
export type FailureCode =
  | 'empty_reply'
  | 'refused'
  | 'cut_off'
  | 'rate_limited'
  | 'model_error'
  | 'timeout'
  | 'unreachable'
  | 'disconnected'
  | 'bad_stream';

export interface ModelFailure {
  readonly code: FailureCode;
  /** A sentence for whoever reads the conversation. Never holds a key. */
  readonly message: string;
}

/** All that came of asking, after every attempt. `content` may be partial when there is a `failure`. */
export interface ModelReply {
  readonly content: string;
  readonly model: string;
  readonly attempts: number;
  readonly finish_reason?: string;
  readonly usage?: BilledUsage;
  readonly failure?: ModelFailure;
}

/** Hears a reply while it is written. `attempt` counts from 1; a new one makes the text before it void. */
export interface ModelListener {
  attempt(attempt: number): void;
  text(piece: string): void;
}

/**
 * A language model behind a port. Every way of failing comes back as `failure`; the promise rejects only with the
 * signal's reason, when the caller called it off.
 */
export interface Model {
  /** For logs: the adapter and where it goes. */
  readonly description: string;
  generate(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelReply>;
}
