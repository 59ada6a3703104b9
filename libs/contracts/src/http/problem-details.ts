import { z } from 'zod';
import type { ProblemCode } from '../problem';
import { integer, jsonObjectAs, list } from './fields';

/** The HTTP status and the title of an error. */
interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/** The HTTP status and title of each error code. */
export const problemKinds: Readonly<Record<ProblemCode, ProblemKind>> = {
  not_json: { status: 400, title: 'The body is not valid JSON' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  unauthenticated: { status: 401, title: 'No valid API key' },
  forbidden: { status: 403, title: 'This key is not allowed to do that' },
  not_found: { status: 404, title: 'Not found' },
  erased: { status: 410, title: 'Erased' },
  unknown_schema: { status: 422, title: 'Unknown schema' },
  invalid_payload: { status: 422, title: 'The request is not valid' },
  unsafe_json: { status: 422, title: 'The JSON contains something that cannot be stored' },
  wrong_writer: { status: 403, title: 'This author may not write that schema' },
  wrong_runner: { status: 409, title: 'This agent is run elsewhere' },
  too_large: { status: 413, title: 'Too large' },
  precondition_required: { status: 428, title: 'If-Match is required' },
  version_conflict: { status: 412, title: 'The breadcrumb was changed in the meantime' },
  id_conflict: { status: 409, title: 'It already exists' },
  idempotency_conflict: { status: 409, title: 'The Idempotency-Key was used for a different request' },
  stale_fence: { status: 409, title: 'Somebody else holds the claim' },
  turn_closed: { status: 409, title: 'The turn is closed' },
  cursor_gone: { status: 410, title: 'The cursor is no longer available' },
  rate_limited: { status: 429, title: 'Too many requests' },
  overloaded: { status: 503, title: 'Overloaded' },
  moving: { status: 503, title: 'The workspace is being moved' },
  disk_full: { status: 507, title: 'The disk of the server is full' },
  unavailable: { status: 503, title: 'Unavailable' },
  internal: { status: 500, title: 'Internal error' },
};

/** One issue or warning: where, by which rule, and a message. */
export const issueShape = z.object({
  path: z.string().describe('JSON pointer'),
  rule: z.string(),
  message: z.string(),
});

/** The body of every error except those of the OpenAI protocol. */
export const problemReply = z
  .object({
    type: z.string(),
    title: z.string(),
    status: integer,
    detail: z.string(),
    instance: z.string(),
    code: z.enum(Object.keys(problemKinds) as ProblemCode[]),
    issues: list(issueShape).optional(),
    details: jsonObjectAs<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }).optional(),
  })
  .meta({ id: 'Problem' });

/** An error as RFC 9457 problem details. `code` names it for programs; `issues` say where the request breaks which rule. */
export type ProblemReply = Readonly<z.output<typeof problemReply>>;
