import type { Problem, ProblemCode } from '@crumbtrail/contracts';
import { type ProblemReply, problemKinds } from '@crumbtrail/contracts/http/problem-details';

/** The HTTP status of an error. */
export function statusOf(code: ProblemCode): number {
  return problemKinds[code].status;
}

/** The message with the first reason, for whoever prints `detail` alone; a message that has it already stays as it is. */
function detailOf({ message, issues = [] }: Problem): string {
  const [first] = issues;
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
