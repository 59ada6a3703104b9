/** The codes that an error of the agent protocol may have. */
export type AgentErrorStatus = 400 | 401 | 403 | 404 | 409 | 429 | 500;

/** What an error says beside its code. */
export interface AgentErrorBody {
  /** The name of the error for programs, such as `rate_limited`. */
  readonly error: string;
  readonly message: string;
  /** Seconds after which the same prompt may succeed. */
  readonly retry_after_s?: number;
}

/** An error of the agent protocol, which ends the stream of a prompt. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  constructor(
    readonly status: AgentErrorStatus,
    readonly body: AgentErrorBody,
    options?: { readonly cause?: unknown },
  ) {
    super(body.message, options);
  }
}

/** A prompt, or its sender's header, that breaks the protocol. */
export const refuseMalformed = (message: string): AgentError =>
  new AgentError(400, { error: 'malformed_request', message });
