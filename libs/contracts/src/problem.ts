/** Every reason to refuse a request. Only the gateway maps them to HTTP status codes. */
export type ProblemCode =
  | 'not_json'
  | 'unsupported_media_type'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'erased'
  | 'unknown_schema'
  | 'invalid_payload'
  | 'unsafe_json'
  | 'wrong_writer'
  | 'wrong_runner'
  | 'too_large'
  | 'precondition_required'
  | 'version_conflict'
  | 'id_conflict'
  | 'idempotency_conflict'
  | 'stale_fence'
  | 'turn_closed'
  | 'cursor_gone'
  | 'rate_limited'
  | 'overloaded'
  | 'disk_full'
  | 'moving'
  | 'unavailable'
  | 'internal';

/** One issue of a payload: where (JSON pointer), which rule, and a message. */
export interface Issue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A refusal as services send it to each other. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
}

const TRANSIENT: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'rate_limited',
  'overloaded',
  'disk_full',
  'moving',
  'unavailable',
]);

/** Thrown for every refusal; `transient` says whether the same request may succeed later. */
export class CrumbError extends Error {
  override readonly name = 'CrumbError';
  constructor(
    readonly problem: Problem,
    options?: { cause?: unknown },
  ) {
    super(problem.message, options);
  }
  get code(): ProblemCode {
    return this.problem.code;
  }
  get transient(): boolean {
    return TRANSIENT.has(this.problem.code);
  }
}

/** Shorthand for `throw refuse('not_found', 'No crumb …')`. */
export function refuse(code: ProblemCode, message: string, more: Pick<Problem, 'issues' | 'details'> = {}): CrumbError {
  return new CrumbError({ code, message, ...more });
}
