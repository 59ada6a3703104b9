import { AgentError, type AgentErrorStatus } from '@crumbtrail/bus';
import { OpenAiError } from '../openai/openai-error';
import { readRefusal } from '../openai/read-refusal';

/** The codes of the agent protocol for statuses of HTTP that it does not have. */
const STATUSES: Readonly<Record<number, AgentErrorStatus>> = {
  400: 400,
  401: 401,
  403: 403,
  404: 404,
  409: 409,
  410: 404,
  412: 409,
  413: 400,
  415: 400,
  422: 400,
  428: 400,
  429: 429,
};

/** A turn that a guard has ended, such as the limit of its tokens, is no mistake of its prompt. */
const GUARD = 422;

const statusFor = (status: number): AgentErrorStatus => STATUSES[status] ?? 500;

/** What the caller of a prompt is told; the error itself where it is none that callers are told. */
export function toAgentError(error: unknown): unknown {
  const refusal = readRefusal(error);
  if (!refusal) return error;
  const { code, message, retryAfterSeconds: retry_after_s } = refusal;
  const status = error instanceof OpenAiError && refusal.status === GUARD ? 409 : statusFor(refusal.status);
  const body = { error: code, message, ...(retry_after_s !== undefined && { retry_after_s }) };
  return new AgentError(status, body, { cause: error });
}
