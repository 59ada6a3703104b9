import type { Issue, Problem } from '@crumbtrail/contracts';
import { problemDetails, retryAfterSeconds } from '../http/problem-details';

/** An error reply in the format of the OpenAI protocol. */
export interface OpenAiErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

/** An error of the OpenAI protocol; `mayRetry`: the same request may be retried. */
export class OpenAiError extends Error {
  override readonly name = 'OpenAiRefusal';
  constructor(
    readonly status: number,
    readonly error: OpenAiErrorBody,
    readonly mayRetry = false,
  ) {
    super(error.message);
  }
}

/** The error for an invalid or unsupported parameter. */
export function invalidParam(param: string | null, message: string, code: string | null = null): OpenAiError {
  return new OpenAiError(400, { message, type: 'invalid_request_error', param, code });
}

/** An error reply; its headers tell a client whether and when to retry. */
export interface OpenAiErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: OpenAiErrorBody };
}

/** Statuses that differ in the OpenAI protocol: every invalid body is 400. */
const statuses: Readonly<Record<number, number>> = { 415: 400, 422: 400, 428: 400 };
const codes: Readonly<Record<string, string>> = { unauthenticated: 'invalid_api_key' };

function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** Converts the JSON pointer `/messages/0/content` to `messages[0].content`. */
export function toParamName(issues: readonly Issue[] = []): string | null {
  const path = issues[0]?.path;
  if (!path) return null;
  return path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((whole, part) => (/^\d+$/.test(part) ? `${whole}[${part}]` : `${whole}.${part}`));
}

function fromProblem(problem: Problem): OpenAiErrorReply {
  const details = problemDetails(problem, '');
  const status = statuses[details.status] ?? details.status;
  const error = {
    message: details.detail,
    type: errorType(status),
    param: toParamName(details.issues),
    code: codes[problem.code] ?? problem.code,
  };
  const seconds = retryAfterSeconds(problem);
  return { status, headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) }, body: { error } };
}

/** Converts anything that was thrown to an error reply of the OpenAI protocol. */
export function toOpenAiError(thrown: unknown, problemOf: (thrown: unknown) => Problem): OpenAiErrorReply {
  if (!(thrown instanceof OpenAiError)) return fromProblem(problemOf(thrown));
  const { status, error, mayRetry } = thrown;
  return { status, headers: { 'X-Should-Retry': String(mayRetry) }, body: { error } };
}
