/** Tokens that the server says it bills; `none`: it says nothing about them. */
export type ScriptedUsage =
  | {
      readonly prompt_tokens: number;
      readonly completion_tokens: number;
      readonly prompt_tokens_details?: { readonly cached_tokens: unknown };
    }
  | 'none';

/** A call of a tool that the model asks for; an object is sent as its JSON, a string as it is. */
export interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: string | object;
}

/** How an answer is sent, and what goes wrong on the way. */
interface Manner {
  readonly finish_reason?: string;
  readonly usage?: ScriptedUsage;
  /** Milliseconds before the first byte, and between chunks. */
  readonly delay_ms?: number;
  readonly between_ms?: number;
  /** Chunks of text or of calls that are sent before the `ending` comes instead of the rest. */
  readonly after?: number;
  /** disconnect: the connection is cut. close: the stream ends early. stall: silence until the client goes. garbage: a line that is no JSON. */
  readonly ending?: 'disconnect' | 'close' | 'stall' | 'garbage';
  /** An error object in the middle of the stream, as some providers send it. */
  readonly stream_error?: string;
  /** One completion as JSON, whether it was asked to stream or not. */
  readonly whole?: boolean;
}

/** An answer in words, with or without calls of tools. */
export interface ScriptedReply extends Manner {
  readonly say: string;
  /** How many chunks the text is streamed in, one a word if absent; or the chunks themselves. */
  readonly pieces?: number | readonly string[];
  /** What it thinks, in a field of its own before the text. */
  readonly reasoning?: string;
  readonly reasoning_in?: 'reasoning_content' | 'reasoning';
  readonly calls?: readonly ScriptedCall[];
  /** How many chunks the arguments of each call are streamed in; 2 if absent. */
  readonly call_pieces?: number;
}

/** Calls of tools and nothing else. */
export type ScriptedToolCalls = Omit<ScriptedReply, 'say' | 'calls'> & { readonly calls: readonly ScriptedCall[] };

/** Bytes as they are, cut at these offsets. */
export interface Bytes {
  readonly bytes: string | Uint8Array;
  readonly cuts?: readonly number[];
  /** Milliseconds between the parts; 1 if absent. */
  readonly between_ms?: number;
  /** The media type; an event stream if absent. */
  readonly type?: string;
  /** stall: silence until the client goes. */
  readonly ending?: 'stall' | 'disconnect';
}

/** What the scripted model does with one call. */
export type Script =
  | ScriptedReply
  | ScriptedToolCalls
  | Bytes
  /** Refuses in words. */
  | { readonly refuse: string }
  /** Answers with an HTTP error; `param` names what it does not like of the request. */
  | {
      readonly status: number;
      readonly message?: string;
      readonly param?: string;
      /** The whole answer, for servers whose errors look otherwise. */
      readonly body?: string;
      readonly retry_after?: number | string;
    }
  /** Takes the request and never answers. */
  | { readonly stall: true }
  /** Cuts the connection before any answer. */
  | { readonly hang_up: true }
  /** Answers 200 with something else. */
  | { readonly body: string; readonly type: string };

/**
 * What the server makes of `stop`. strip (default): it ends there, and what it stopped at is not in the text. tell: so too, and
 * `stop_reason` says at what. keep: it ends there, and the text holds it. ignore: it goes on.
 */
export type StopHabit = 'strip' | 'tell' | 'keep' | 'ignore';

/** How the connection of a call ended. */
export type CallEnd = 'answered' | 'broken off by the client' | 'cut by the server';

/** One request that the server saw. */
export interface ModelCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: ModelCallBody;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Comes once the connection is through with it. */
  readonly over: Promise<CallEnd>;
}

/** What tests look at in a request; the rest is there too. */
export interface ModelCallBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean; readonly continuous_usage_stats?: boolean };
  readonly messages?: readonly { readonly role: string; readonly content: string; readonly [name: string]: unknown }[];
  readonly input?: string | readonly string[];
  readonly [name: string]: unknown;
}

/** Chooses what to do with a call: `n` counts chat calls from 1. */
export type ScriptOptions = (call: ModelCall, n: number) => Script;
