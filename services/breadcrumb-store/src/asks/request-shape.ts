import { compileValidator, refuse } from '@crumbtrail/contracts';
import { requireSafe } from '../commands/require-storable';

const position = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const text = { type: 'string', maxLength: 512 };
const name = { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' };
const version = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };
const time = { type: 'string', format: 'date-time' };
const ref = { type: 'object', required: ['id'], properties: { id: text, version } };
const fullRef = { ...ref, required: ['id', 'version'] };
const limit = { type: 'integer', minimum: 1, maximum: 10_000 };
const cursor = { type: 'string', maxLength: 1_024 };
const fence = { type: 'object', required: ['key', 'fence'], properties: { key: text, fence: position } };
const blob = {
  type: 'object',
  required: ['text', 'quotes'],
  properties: {
    text: { type: 'string', maxLength: 8 * 1024 * 1024 },
    quotes: { type: 'array', maxItems: 1_024, items: fullRef },
  },
};
const write = {
  type: 'object',
  required: ['op'],
  properties: { op: { enum: ['create', 'update', 'erase'] }, blob },
  allOf: [
    { if: { properties: { op: { const: 'create' } } }, then: { required: ['draft'] }, else: { required: ['id'] } },
    { if: { properties: { op: { const: 'update' } } }, then: { required: ['patch'] } },
  ],
};
const turn = {
  type: 'object',
  required: ['agent', 'definition', 'generation'],
  properties: { agent: name, definition: fullRef, generation: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
};
const ttl = { type: 'integer', minimum: 1, maximum: 600_000 };
const participant = {
  type: 'object',
  required: ['kind', 'id'],
  additionalProperties: false,
  properties: { kind: { enum: ['user', 'agent', 'tool', 'operator', 'service'] }, id: name },
};

const object = (properties: Record<string, object>, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
});

/** The shapes of requests, as far as the store relies on them; what a crumb holds is checked where it is prepared. */
export const shapes = {
  commit: object(
    { writes: { type: 'array', items: write }, idempotency_key: text, fence, traceparent: text },
    'writes',
  ),
  read: object({ refs: { type: 'array', maxItems: 512, items: ref }, as_of: position, min_position: position }, 'refs'),
  byId: object({ id: text }, 'id'),
  trail: object({ id: text, count: { type: 'boolean' } }, 'id'),
  list: object({
    ...{ schema: text, tag: text, session: text, author: text, since: time, limit, cursor },
    ...{ as_of: position, min_position: position, if_changed_since: position, order: { enum: ['asc', 'desc'] } },
  }),
  events: object({
    ...{ cursor, limit, session: text, schemas: { type: 'array', maxItems: 64, items: text } },
    kinds: { type: 'array', items: { enum: ['created', 'updated', 'erased', 'expired'] } },
  }),
  requestTurns: object({ cause: fullRef, turns: { type: 'array', maxItems: 256, items: turn } }, 'cause', 'turns'),
  openTurn: object({ agent: name, cause: fullRef }, 'agent', 'cause'),
  stopTurn: object({ turn: text, content: { type: 'string', maxLength: 262_144 } }, 'turn'),
  spent: object({ trail: text, agent: name }, 'trail', 'agent'),
  turns: object({ cause: text }, 'cause'),
  claim: object({ key: { ...text, minLength: 1 }, ttl_ms: ttl, fence: position }, 'key', 'ttl_ms'),
  createKey: object(
    { participant, role: { enum: ['reader', 'writer', 'operator'] }, expires_at: time },
    'participant',
    'role',
  ),
  createWorkspace: object({ name }, 'name'),
  embeddings: object({ use: { type: 'string', minLength: 1, maxLength: 256 } }),
  calibration: object({ model: text, agent: name, as_of: position }),
  influence: object({ id: text, limit: { type: 'integer', minimum: 1, maximum: 500 } }, 'id'),
  subscribe: object(
    {
      durable: name,
      filter: text,
      start: { enum: ['first', 'head'] },
      ack_wait_ms: { type: 'integer', minimum: 50, maximum: 3_600_000 },
    },
    ...['durable', 'filter', 'start', 'ack_wait_ms'],
  ),
};

const checks = new Map(Object.values(shapes).map((shape) => [shape, compileValidator(shape)]));

/** The request, if it has the shape; refused with every place where it has not. */
export function shaped<Request>(shape: object, request: Request): Request {
  const issues = checks.get(shape)?.(request) ?? [];
  if (issues.length > 0) throw refuse('invalid_payload', 'This request is not valid.', { issues });
  // What a commit holds is looked through crumb by crumb.
  if (shape !== shapes.commit) requireSafe(request);
  return request;
}
