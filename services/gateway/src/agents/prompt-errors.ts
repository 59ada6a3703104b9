import { AgentError, type AgentErrorStatus } from '@crumbtrail/bus';
import { CrumbError } from '@crumbtrail/contracts';
import { problemDetails, retryAfterSeconds } from '../http/problem-details';
import { OpenAiError } from '../openai/openai-error';

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

function fromRefusal(error: CrumbError): AgentError {
  const { status, detail } = problemDetails(error.problem, '');
  const retry_after_s = retryAfterSeconds(error.problem);
  const body = { error: error.code, message: detail, ...(retry_after_s !== undefined && { retry_after_s }) };
  return new AgentError(statusFor(status), body, { cause: error });
}

/** What the caller of a prompt is told; the error itself where it is none that callers are told. */
export function toAgentError(error: unknown): unknown {
  if (error instanceof CrumbError && error.code !== 'internal') return fromRefusal(error);
  if (!(error instanceof OpenAiError)) return error;
  const { code, type, message } = error.error;
  const status = error.status === GUARD ? 409 : statusFor(error.status);
  return new AgentError(status, { error: code ?? type, message }, { cause: error });
}
