/** A program to run once. */
export interface SandboxProgram {
  /** An ES module whose default export is called with the input. */
  readonly code: string;
  readonly input: unknown;
  /** The time that the program sees, in milliseconds since 1970: it stands still. */
  readonly now: number;
  /** What `Math.random` draws from: the same seed gives the same numbers. */
  readonly seed: string;
  readonly limits: SandboxLimits;
}

/** What a program may take. */
export interface SandboxLimits {
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
  readonly fetches: number;
}

/** A request that a program makes. */
export interface SandboxRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a program gets for a request. */
export interface SandboxResponse {
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Why a program gave no result. `code` is one of tool.response.v1. */
export interface SandboxFailure {
  readonly code: 'timeout' | 'out_of_memory' | 'too_large' | 'failed';
  readonly message: string;
}

/** How a program ended, and what it logged. */
export interface SandboxEnd {
  /** The result as JSON; absent where it failed. */
  readonly json?: string;
  readonly failure?: SandboxFailure;
  readonly logs: readonly string[];
}

/** What the thread of a program says. */
export type FromSandbox =
  | { readonly say: 'begin' }
  | { readonly say: 'fetch'; readonly id: number; readonly request: SandboxRequest }
  | ({ readonly say: 'end' } & SandboxEnd);

/** What the thread of a program is told: what a request gave, or why it gave nothing. */
export interface ToSandbox {
  readonly id: number;
  readonly response?: SandboxResponse;
  readonly error?: string;
}
