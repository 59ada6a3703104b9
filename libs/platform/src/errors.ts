/** Something outside failed and the same work may succeed later: the bus tries again with backoff. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  /** No sooner than after this many milliseconds, when whoever threw it knows. */
  readonly retryInMs: number | undefined;
  constructor(message?: string, options?: ErrorOptions & { readonly retryInMs?: number }) {
    super(message, options);
    this.retryInMs = options?.retryInMs;
  }
}

/** The same work can never succeed: the bus leaves a dead letter and goes on. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** The sentence of anything thrown. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
