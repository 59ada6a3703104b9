import { isObject } from '@crumbtrail/contracts';
import { errorMessage } from '@crumbtrail/platform';

/** Why a call failed, and whether the tool may have run. */
export type CallFailure =
  /** The server answered with an error. */
  | { readonly kind: 'refused'; readonly code: 'invalid_input' | 'invalid_output' | 'failed'; readonly message: string }
  /** The call was not delivered. */
  | { readonly kind: 'not-sent'; readonly message: string }
  /** The call may have been delivered before the connection was lost. */
  | { readonly kind: 'lost'; readonly message: string }
  /** We cancelled the call. */
  | { readonly kind: 'called-off' };

/** JSON-RPC: invalid arguments, or no such tool. */
const INVALID_PARAMS = -32602;
const NOT_SENT: ReadonlySet<unknown> = new Set(['NOT_CONNECTED', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
const UNREADABLE: ReadonlySet<unknown> = new Set(['INVALID_RESULT', 'UNSUPPORTED_RESULT_TYPE']);
const WANTS_MORE: ReadonlySet<unknown> = new Set(['INPUT_REQUIRED_ROUNDS_EXCEEDED', 'CAPABILITY_NOT_SUPPORTED']);

const MOST_CAUSES = 5;

/** Of several attempts, such as one for each address of a name, the first. */
const firstOf = (error: unknown): unknown =>
  isObject(error) && Array.isArray(error['errors']) ? (error['errors'][0] as unknown) : error;

const messageOf = (error: unknown): string =>
  isObject(error) && typeof error['message'] === 'string' ? error['message'] : errorMessage(error);

/** Why something failed, with the causes that the message leaves out: `fetch failed` alone says nothing. */
export function explainFailure(error: unknown): string {
  const told: string[] = [];
  let one = error;
  for (let nth = 0; one !== undefined && nth < MOST_CAUSES; nth += 1) {
    const message = messageOf(firstOf(one));
    if (!told.some((before) => before.includes(message))) told.push(message);
    one = isObject(one) ? one['cause'] : undefined;
  }
  return told.join(': ');
}

interface RpcError extends Error {
  readonly code?: unknown;
  readonly status?: unknown;
}

/** The codes of an error and its causes. */
function codesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const within = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const causes = [error.cause, ...within];
  return [(error as RpcError).code, ...causes.flatMap((one) => codesOf(one, depth + 1))];
}

/**
 * HTTP statuses with which a server rejects a request without processing it. Others, including 408, 409 and 429, may
 * follow processing.
 */
const UNHEARD: ReadonlySet<unknown> = new Set([400, 401, 403, 404, 405, 406, 410, 413, 415]);
const turnedAway = ({ status }: RpcError): boolean => UNHEARD.has(status);

function classifyAnswer({ code, message }: RpcError): CallFailure | null {
  if (typeof code === 'number')
    return { kind: 'refused', code: code === INVALID_PARAMS ? 'invalid_input' : 'failed', message };
  if (UNREADABLE.has(code)) return { kind: 'refused', code: 'invalid_output', message };
  if (WANTS_MORE.has(code))
    return { kind: 'refused', code: 'failed', message: `it requests something that is not supported here: ${message}` };
  return null;
}

/** Classifies what a client's call threw. */
export function failureOf(error: unknown, signal: AbortSignal): CallFailure {
  if (signal.aborted) return { kind: 'called-off' };
  const rpcError = error instanceof Error ? (error as RpcError) : new Error(String(error));
  const { message } = rpcError;
  if (turnedAway(rpcError) || codesOf(rpcError).some((code) => NOT_SENT.has(code)))
    return { kind: 'not-sent', message };
  return classifyAnswer(rpcError) ?? { kind: 'lost', message };
}
