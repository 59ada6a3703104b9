/** What can be said of a call that came to no result: whether the tool may have run. */
export type CallFailure =
  /** The server answered, in words, and gave no result. */
  | { readonly kind: 'refused'; readonly code: 'invalid_input' | 'invalid_output' | 'failed'; readonly message: string }
  /** It never got there. */
  | { readonly kind: 'not-sent'; readonly message: string }
  /** It may have got there, and then the server was gone. */
  | { readonly kind: 'lost'; readonly message: string }
  /** It was called off from our side. */
  | { readonly kind: 'called-off' };

/** JSON-RPC: what was asked for is not as the tool wants it, or there is no such tool. */
const INVALID_PARAMS = -32602;
const NOT_SENT: ReadonlySet<unknown> = new Set(['NOT_CONNECTED', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
const UNREADABLE: ReadonlySet<unknown> = new Set(['INVALID_RESULT', 'UNSUPPORTED_RESULT_TYPE']);
const WANTS_MORE: ReadonlySet<unknown> = new Set(['INPUT_REQUIRED_ROUNDS_EXCEEDED', 'CAPABILITY_NOT_SUPPORTED']);

interface Told extends Error {
  readonly code?: unknown;
  readonly status?: unknown;
}

/** All codes that an error and its causes carry. */
function codesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const within = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [(error as Told).code, ...[error.cause, ...within].flatMap((one) => codesOf(one, depth + 1))];
}

/** Statuses with which a server turns a request away unheard. Others, 408 and 409 and 429 among them, may come of one that was heard. */
const UNHEARD: ReadonlySet<unknown> = new Set([400, 401, 403, 404, 405, 406, 410, 413, 415]);
const turnedAway = ({ status }: Told): boolean => UNHEARD.has(status);

function answered({ code, message }: Told): CallFailure | null {
  if (typeof code === 'number')
    return { kind: 'refused', code: code === INVALID_PARAMS ? 'invalid_input' : 'failed', message };
  if (UNREADABLE.has(code)) return { kind: 'refused', code: 'invalid_output', message };
  if (WANTS_MORE.has(code))
    return { kind: 'refused', code: 'failed', message: `it asks for something that cannot be given here: ${message}` };
  return null;
}

/** Reads what a client's call threw. */
export function failureOf(error: unknown, signal: AbortSignal): CallFailure {
  if (signal.aborted) return { kind: 'called-off' };
  const told = error instanceof Error ? (error as Told) : new Error(String(error));
  const { message } = told;
  if (turnedAway(told) || codesOf(told).some((code) => NOT_SENT.has(code))) return { kind: 'not-sent', message };
  return answered(told) ?? { kind: 'lost', message };
}
