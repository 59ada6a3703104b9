/** One message of a prompt. */
export type PromptMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly call_id: string };

/** A call of a tool as the model wrote it; `arguments` is JSON text that may be broken. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A tool as the model is told of it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
}

/** What the reply must look like; kept to by providers that can, and checked by us whatever they can. */
export type ReplyShape =
  | { readonly kind: 'json'; readonly schema?: object }
  | { readonly kind: 'regex'; readonly pattern: string }
  /** One token: a digit from 0 to `most`. */
  | { readonly kind: 'digit'; readonly most: number };

/**
 * Listens to a reply as it is written: says what of each piece people may see, and whether enough was said. Told to stop, the
 * adapter breaks the request off; what `text` gives then is the reply's content. Pieces may be cut anywhere.
 */
export interface StreamFilter {
  push(piece: string): { readonly show: string; readonly stop: boolean };
  /** All that counts of what was heard, with the closing tag that it was cut at. */
  text(): string;
}

/** What a model is asked. Unset options are left to the model's own defaults; what a provider cannot do its adapter does without. */
export interface ModelRequest {
  /** The definition's model; the profile's when absent. */
  readonly model?: string;
  readonly messages: readonly PromptMessage[];
  readonly temperature?: number;
  readonly max_output_tokens?: number;
  readonly tools?: readonly OfferedTool[];
  /** A saving only: what is said after them is never needed. Four at most. */
  readonly stop?: readonly string[];
  readonly shape?: ReplyShape;
  /**
   * The last message is what the assistant has written so far, to be gone on with. Only for profiles whose `resume` is not
   * `portable`.
   */
  readonly resume?: boolean;
  /** A fresh one for each attempt; without it everything said is shown. */
  readonly streamFilter?: () => StreamFilter;
  /** The ear hears what the model thinks in its text too. Without it `<think>…</think>` at the beginning reaches nobody. */
  readonly thinking?: boolean;
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
  | 'bad_stream'
  | 'invalid_output';

export interface ModelFailure {
  readonly code: FailureCode;
  /** A sentence for whoever reads the conversation. Never holds a key. */
  readonly message: string;
}

/** All that came of asking, after every attempt. `content` may be partial when there is a `failure`. */
export interface ModelReply {
  readonly content: string;
  /** What of `content` people may see: all that the listener heard of the last attempt. */
  readonly shown?: string;
  readonly model: string;
  readonly attempts: number;
  readonly finish_reason?: string;
  /** Tools that it asks for, in its order. */
  readonly calls?: readonly ModelToolCall[];
  /** The ear had heard enough, and the request was broken off: often nothing is known of its usage then. */
  readonly cut?: boolean;
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
