/** One message of a prompt. */
export type PromptMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly pictures?: readonly PromptPicture[] }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly call_id: string };

/** A picture that a message brings to a model that sees. */
export interface PromptPicture {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** Its bytes in base64. */
  readonly data: string;
}

/** A tool call as the model wrote it; `arguments` is JSON text that may be invalid. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A tool as it is described to the model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
}

/** A call of a tool that a reply must make; without a name, of any. */
export interface ToolChoice {
  readonly tool?: string;
}

/** The required form of a reply. Providers that support it enforce it; every reply is checked here anyway. */
export type ReplyShape =
  | { readonly kind: 'json'; readonly schema?: object }
  | { readonly kind: 'regex'; readonly pattern: string }
  /** One token: a digit from 0 to `most`. */
  | { readonly kind: 'digit'; readonly most: number };

/**
 * Filters a reply while it streams: decides which part of each piece people may see, and when the reply is complete
 * enough to stop. After a stop the adapter aborts the request and takes `text()` as the reply's content. Pieces may be
 * cut at any position.
 */
export interface StreamFilter {
  push(piece: string): { readonly show: string; readonly stop: boolean };
  /** The content of the reply, up to and including the closing tag at which it was stopped. */
  text(): string;
}

/**
 * A request to a model. Unset options use the model's own defaults; the adapter leaves out what the provider does not
 * support.
 */
export interface ModelRequest {
  /** The model that the definition names; the profile's model when absent. */
  readonly model?: string;
  readonly messages: readonly PromptMessage[];
  readonly temperature?: number;
  readonly max_output_tokens?: number;
  readonly tools?: readonly OfferedTool[];
  /**
   * The reply must call a tool, this one if it is named. `none`: it may call none, and the tools are sent only to keep the beginning of the
   * prompt that the provider has cached. Default: the model chooses.
   */
  readonly tool_choice?: ToolChoice | 'none';
  /** Only saves tokens: nothing after these strings is used. At most four. */
  readonly stop?: readonly string[];
  readonly shape?: ReplyShape;
  /**
   * The last message is the beginning of the assistant's reply, which the model continues. Only for profiles whose
   * `resume` is not `portable`.
   */
  readonly resume?: boolean;
  /** Marks the stable part of the prompt for the provider's cache. Default: the provider's capability `cache_control`. */
  readonly cache_control?: boolean;
  /** Creates a new filter for each attempt; without it people see everything. */
  readonly streamFilter?: () => StreamFilter;
  /** Passes text in `<think>…</think>` to the filter too. Without it a `<think>` block at the beginning is dropped. */
  readonly thinking?: boolean;
}

/** Tokens as billed by the provider. */
export interface BilledUsage {
  readonly prompt_tokens: number;
  /** Of the prompt tokens, those that the provider had cached; undefined when it does not say. */
  readonly cached_tokens?: number;
  readonly completion_tokens: number;
}

/** Why a reply cannot be used as an answer. */
export type FailureCode =
  | 'empty_reply'
  | 'tool_call_as_text'
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
  /** A sentence for the people in the conversation. Never contains a key. */
  readonly message: string;
}

/** The result of a request after all its attempts. With a `failure`, `content` may be partial. */
export interface ModelReply {
  readonly content: string;
  /** The part of `content` that people may see: everything that the listener received in the last attempt. */
  readonly shown?: string;
  readonly model: string;
  readonly attempts: number;
  readonly finish_reason?: string;
  /** The tool calls that it makes, in its order. */
  readonly calls?: readonly ModelToolCall[];
  /** Names of the tools that the model was not offered, because its server refuses their schemas. */
  readonly tools_left_out?: readonly string[];
  /** The filter stopped the reply and the request was aborted; `usage` is often unknown then. */
  readonly cut?: boolean;
  readonly usage?: BilledUsage;
  readonly failure?: ModelFailure;
}

/** Receives a reply while it streams. `attempt` counts from 1; a new attempt discards the text of the one before. */
export interface ModelListener {
  attempt(attempt: number): void;
  text(piece: string): void;
}

/**
 * Port of a language model. Every failure is returned as `failure`; the promise rejects only when `signal` is aborted,
 * with its reason.
 */
export interface Model {
  /** For logs: the adapter and the address it calls. */
  readonly description: string;
  generate(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelReply>;
}
