/** Tokens that the server says it bills; `none`: it says nothing about them. */
export type ScriptedUsage = { readonly prompt_tokens: number; readonly completion_tokens: number } | 'none';

/** What the scripted model does with one call. */
export type Script =
  /** Answers. `pieces` sets how many chunks a stream has (one a word if absent). */
  | {
      readonly say: string;
      readonly pieces?: number;
      readonly finish_reason?: string;
      readonly usage?: ScriptedUsage;
      /** Milliseconds before the first byte, and between chunks. */
      readonly delay_ms?: number;
      readonly between_ms?: number;
      /** Chunks that are sent before the `ending` comes instead of the rest. */
      readonly after?: number;
      /** disconnect: the connection is cut. close: the stream ends early. stall: silence until the client goes. garbage: a line that is no JSON. */
      readonly ending?: 'disconnect' | 'close' | 'stall' | 'garbage';
      /** An error object in the middle of the stream, as some providers send it. */
      readonly stream_error?: string;
    }
  /** Refuses in words. */
  | { readonly refuse: string }
  /** Answers with an HTTP error. */
  | { readonly status: number; readonly message?: string; readonly retry_after?: number | string }
  /** Takes the request and never answers. */
  | { readonly stall: true }
  /** Cuts the connection before any answer. */
  | { readonly hang_up: true }
  /** Answers 200 with something else. */
  | { readonly body: string; readonly type: string };

/** One request that the server saw. */
export interface ModelCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: ModelCallBody;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What tests look at in a request; the rest is there too. */
export interface ModelCallBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly input?: string | readonly string[];
  readonly [name: string]: unknown;
}

/** Chooses what to do with a call: `n` counts chat calls from 1. */
export type Scripting = (call: ModelCall, n: number) => Script;
