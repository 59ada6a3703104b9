import type { Issue, Problem, ProblemCode } from '@crumbtrail/contracts';

/** The one place where refusals become HTTP statuses. */
const problemKinds: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = {
  not_json: [400, 'The body is not JSON'],
  unsupported_media_type: [415, 'The body has the wrong media type'],
  unauthenticated: [401, 'No valid API key'],
  forbidden: [403, 'This key may not do that'],
  not_found: [404, 'Nothing here'],
  erased: [410, 'Erased'],
  unknown_schema: [422, 'No such schema'],
  invalid_payload: [422, 'The request does not have the right shape'],
  unsafe_json: [422, 'The JSON holds something that cannot be kept'],
  wrong_writer: [403, 'This author may not write that schema'],
  wrong_runner: [409, 'Somebody else runs this agent'],
  too_large: [413, 'Too large'],
  precondition_required: [428, 'If-Match is needed'],
  version_conflict: [412, 'It has changed since'],
  id_conflict: [409, 'It exists already'],
  idempotency_conflict: [409, 'The Idempotency-Key was used for another request'],
  stale_fence: [409, 'Somebody else does this work now'],
  turn_closed: [409, 'The turn is closed'],
  cursor_gone: [410, 'What the cursor points to is no longer kept'],
  overloaded: [503, 'Too much at once'],
  unavailable: [503, 'Not available now'],
  internal: [500, 'Something went wrong here'],
};

/** The body of a refusal, RFC 9457. `code` names the refusal for programs; `issues` say where and which rule. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ProblemCode;
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
}

/** All codes, for the documentation. */
export const problemCodes = Object.keys(problemKinds) as ProblemCode[];

/** The HTTP status of a refusal. */
export function statusOf(code: ProblemCode): number {
  return problemKinds[code][0];
}

/** A refusal as problem details. What went wrong inside is for the log, never for the caller. */
export function problemDetails(problem: Problem, instance: string): ProblemDetails {
  const [status, title] = problemKinds[problem.code];
  const inside = problem.code === 'internal';
  return {
    type: `urn:crumbtrail:problem:${problem.code.replaceAll('_', '-')}`,
    title,
    status,
    detail: inside ? 'The request failed inside. It is in the log under this time.' : problem.message,
    instance,
    code: problem.code,
    ...(problem.issues?.length && !inside ? { issues: problem.issues } : {}),
    ...(problem.details && !inside ? { details: problem.details } : {}),
  };
}

/** Whole seconds after which a refused request may be tried again; undefined where trying again is no use. */
export function retryAfterSeconds(problem: Problem): number | undefined {
  if (statusOf(problem.code) !== 503) return undefined;
  const given = problem.details?.['retry_after_ms'];
  return typeof given === 'number' && given > 0 ? Math.ceil(given / 1000) : 1;
}
