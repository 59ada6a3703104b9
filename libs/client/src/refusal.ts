import type { Issue } from '@crumbtrail/contracts';

/** What the gateway says of a request that it refuses: RFC 9457 problem details. */
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

function sentence({ detail, issues = [] }: ProblemDetails): string {
  const places = issues
    .map(({ path, message }) => `${path || 'the body'} ${message}`)
    .filter((place) => !detail.includes(place));
  return places.length === 0 ? detail : `${detail} (${places.slice(0, 3).join('; ')})`;
}

/** The gateway refused a request. `status` is HTTP's; `problem` says what and where. */
export class ApiError extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly problem: ProblemDetails,
    /** Seconds after which it may be tried again, where the gateway says so. */
    readonly retryAfter?: number,
  ) {
    super(sentence(problem));
  }
  get status(): number {
    return this.problem.status;
  }
}

/** Nobody answered, or somebody who is no gateway. */
export class UnreachableError extends Error {
  override readonly name = 'Unreachable';
}
