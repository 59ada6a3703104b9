import type { Issue } from '@crumbtrail/contracts';

/** The body of an error reply: RFC 9457 problem details. `code` names the error for programs. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance?: string;
  readonly code: string;
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
}

const MAX_SHOWN_ISSUES = 3;

function formatProblem({ detail, issues = [] }: ProblemDetails): string {
  const places = issues
    .filter(({ message }) => !detail.includes(message))
    .map(({ path, message }) => `${path || 'the body'} ${message}`);
  return places.length === 0 ? detail : `${detail} (${places.slice(0, MAX_SHOWN_ISSUES).join('; ')})`;
}

/** The gateway replied with an error. `status` is the HTTP status; `problem` holds the details. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly problem: ProblemDetails,
    /** Seconds after which the request may be retried, if the gateway says so. */
    readonly retryAfter?: number,
  ) {
    super(formatProblem(problem));
  }

  get status(): number {
    return this.problem.status;
  }
}

/** Is it an error reply, of this status if one is given? */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/** Nothing replied, or something that is not a Crumbtrail gateway. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
