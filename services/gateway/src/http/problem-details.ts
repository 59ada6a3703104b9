import type { Issue, Problem, ProblemCode } from '@crumbtrail/contracts';
import { type ProblemReply, problemKinds } from '@crumbtrail/contracts/http/problem-details';

/** The HTTP status of an error. */
export function statusOf(code: ProblemCode): number {
  return problemKinds[code].status;
}

const depthOf = ({ path }: Issue): number => path.split('/').length;

/** The issue that says most: the first of the deepest, as a value with several allowed shapes breaks each of them. */
const mostSpecific = (issues: readonly Issue[]): Issue | undefined =>
  issues.reduce<Issue | undefined>((best, one) => (best && depthOf(best) >= depthOf(one) ? best : one), undefined);

/** The message with the most specific reason, for clients that print only `detail`. A message that contains the reason already is not changed. */
function detailOf({ message, issues = [] }: Problem): string {
  const first = mostSpecific(issues);
  if (!first || message.includes(first.message)) return message;
  const more = issues.length > 1 ? ` (${issues.length - 1} more in \`issues\`)` : '';
  return `${message.replace(/\.$/, '')}: ${first.path || 'the body'} ${first.message}${more}.`;
}

/** Formats an error as problem details. Internal errors are only logged, never shown to the caller. */
export function problemDetails(problem: Problem, instance: string): ProblemReply {
  const { status, title } = problemKinds[problem.code];
  const isInternal = problem.code === 'internal';
  return {
    type: `urn:crumbtrail:problem:${problem.code.replaceAll('_', '-')}`,
    title,
    status,
    detail: isInternal
      ? 'The request failed with an internal error. The gateway logged it at this time.'
      : detailOf(problem),
    instance,
    code: problem.code,
    ...(problem.issues?.length && !isInternal ? { issues: problem.issues } : {}),
    ...(problem.details && !isInternal ? { details: problem.details } : {}),
  };
}

/** Whole seconds after which the request may be retried; undefined if a retry cannot help. */
export function retryAfterSeconds(problem: Problem): number | undefined {
  if (![429, 503].includes(statusOf(problem.code))) return undefined;
  const given = problem.details?.['retry_after_ms'];
  return typeof given === 'number' && given > 0 ? Math.ceil(given / 1000) : 1;
}
