/** A dependency failed and the same work may succeed later: the bus retries with backoff. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  /** Minimum delay in milliseconds before a retry, when known. */
  readonly retryInMs: number | undefined;
  constructor(message?: string, options?: ErrorOptions & { readonly retryInMs?: number }) {
    super(message, options);
    this.retryInMs = options?.retryInMs;
  }
}

/** The same work can never succeed: the bus writes a dead letter and continues. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Something outside of this process is wrong, and no restart mends it: `runService` exits with 78, so that a supervisor does not start it again. */
export class SetupError extends Error {
  override readonly name: string = 'SetupError';
}

/** The message of any thrown value. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Any thrown value as an error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(errorMessage(thrown));
}
