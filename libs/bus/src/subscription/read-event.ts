import { compileValidator, type CrumbEvent } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { decode } from '../protocol/reply-envelope';

const name = { type: 'string', minLength: 1 };
const ref = { type: 'object', properties: { id: name, version: { type: 'integer' } }, required: ['id', 'version'] };

const check = compileValidator(() => ({
  type: 'object',
  properties: {
    position: { type: 'integer', minimum: 1 },
    kind: { enum: ['created', 'updated', 'erased', 'expired'] },
    workspace: name,
    id: name,
    version: { type: 'integer', minimum: 1 },
    schema_name: name,
    session: name,
    trail_id: name,
    cause: ref,
    hop: { type: 'integer', minimum: 0 },
    author: { type: 'object', properties: { kind: name, id: name }, required: ['kind', 'id'] },
    recipient: name,
    imported: { type: 'boolean' },
    content_hash: { type: 'string' },
    traceparent: { type: 'string' },
    leaves: { type: 'boolean' },
    at: { type: 'string' },
  },
  required: ['position', 'kind', 'workspace', 'id', 'version', 'schema_name', 'trail_id', 'hop', 'author', 'imported'],
}));

/** Parses the event in a message's body. An invalid body will never become valid: PermanentError. */
export function readEvent(body: Uint8Array): CrumbEvent {
  let value: unknown;
  try {
    value = decode(body);
  } catch (error) {
    throw new PermanentError('The message is not JSON.', { cause: error });
  }
  const [issue] = check(value);
  if (issue) throw new PermanentError(`The message is not a crumb event: ${issue.path || '/'} ${issue.message}.`);
  return value as CrumbEvent;
}
