import { APIConnectionError, APIError } from 'openai';
import type { ModelFailure } from '@crumbtrail/prompting';
import { redact } from '../redact';

/** A failed attempt: its error, and whether (and after how long, if the server said) another attempt may help. */
export interface FailedAttempt {
  readonly failure: ModelFailure;
  readonly retry: boolean;
  readonly retry_after_ms?: number;
}

/**
 * `Retry-After` (seconds or an HTTP date) or `retry-after-ms`, as milliseconds from `now`; undefined when absent or
 * unreadable.
 */
export function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/**
 * Maps an HTTP status to an error: 408, 409, 429 and 5xx can be retried, unless the server sends `x-should-retry:
 * false`.
 */
function ofStatus(error: APIError, key: string | undefined, now: number): FailedAttempt {
  const status = Number(error.status);
  const headers = error.headers as Headers | undefined;
  const said = redact(saidBy(error), key);
  const passing = PASSING.has(status) || status >= 500;
  const wait = retryAfter(headers, now) ?? retryDelayIn(error.error);
  return {
    failure: {
      code: codeOf(error),
      message: `The model's server answered ${status}${said ? `: ${said}` : ''}`,
    },
    retry: passing && !isSpent(error) && headers?.get('x-should-retry') !== 'false',
    ...(wait !== undefined && { retry_after_ms: wait }),
  };
}

/** Statuses below 500 that may be over at the next attempt. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

/** Whether the account has no money left: no wait helps. */
const isSpent = ({ code, type }: APIError): boolean => [code, type].includes('insufficient_quota');

/** Whether the provider's content filter refused the prompt, which Azure says with status 400. */
const isFiltered = ({ code }: APIError): boolean => code === 'content_filter' || code === 'content_policy_violation';

function codeOf(error: APIError): ModelFailure['code'] {
  if (isFiltered(error)) return 'refused';
  return error.status === 429 ? 'rate_limited' : 'model_error';
}

interface ErrorDetails {
  readonly details?: readonly { readonly retryDelay?: unknown }[];
}

/** Milliseconds that Google's error body asks to wait: `details` with a `retryDelay` such as `1.5s`. */
function retryDelayIn(body: unknown): number | undefined {
  const { details } = (body ?? {}) as ErrorDetails;
  if (!Array.isArray(details)) return undefined;
  const delays = (details as NonNullable<ErrorDetails['details']>).map((one) =>
    /^(\d+(?:\.\d+)?)s$/.exec(String(one?.retryDelay ?? '')),
  );
  const seconds = delays.find((found) => found !== null)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

function saidBy(error: APIError): string {
  const body = error.error as { message?: unknown } | string | undefined;
  if (typeof body === 'string') return body;
  return typeof body?.message === 'string'
    ? body.message
    : error.message.replace(/^\d{3}\s*/, '').replace('status code (no body)', '');
}

interface Cause {
  readonly code?: string;
  readonly message?: string;
}

function causeOf(error: unknown): Cause {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  return deepest as Cause;
}

function describeCause({ code, message }: Cause): string {
  const parts = message?.includes(code ?? '') ? [message] : [code, message];
  return parts.filter((part) => part && part !== '').join(' ') || 'no reason given';
}

/** What failed on the way to the server, by the code of Node's error. */
const FAILED_PARTS: readonly (readonly [code: RegExp, part: string])[] = [
  [/^(ENOTFOUND|EAI_\w+)$/, ': DNS does not know its name, or does not answer; check the base URL'],
  [
    /^(EPROTO|ERR_(TLS|SSL)_\w+)$|CERT|ISSUER|SIGNATURE/,
    ' over TLS: check its certificate, and whether the base URL begins with http or https',
  ],
];

function unreachable(cause: Cause, why: string): FailedAttempt {
  const [, part = ''] = FAILED_PARTS.find(([code]) => code.test(cause.code ?? '')) ?? [];
  return {
    failure: { code: 'unreachable', message: `The model's server cannot be reached${part} (${why}).` },
    retry: true,
  };
}

/** Classifies whatever an attempt threw. `started` says whether the reply had begun. */
export function failedAttempt(error: unknown, at: { started: boolean; key?: string; now: number }): FailedAttempt {
  if (error instanceof APIError && error.status !== undefined) return ofStatus(error, at.key, at.now);
  if (error instanceof SyntaxError) {
    return {
      failure: { code: 'bad_stream', message: "The model's server sent a stream that is not valid JSON." },
      retry: false,
    };
  }
  const cause = causeOf(error);
  const why = redact(describeCause(cause), at.key);
  if (at.started && !(error instanceof APIConnectionError)) {
    return {
      failure: {
        code: 'disconnected',
        message: `The model's server disconnected in the middle of its reply (${why}).`,
      },
      retry: true,
    };
  }
  return unreachable(cause, why);
}
