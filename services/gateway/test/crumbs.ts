import type { CrumbEvent, Envelope, ReadReply } from '@crumbtrail/contracts';

export const ID = '0197a6d0-0000-7000-8000-000000000002';
export const OTHER = '0197a6d0-0000-7000-8000-000000000003';

/** The store's reply to a read. */
export function found(crumbs: ReadReply['crumbs']): ReadReply {
  return { crumbs, position: 9, now: '2026-01-01T00:00:00.000Z' };
}

/** A breadcrumb as the store would return it. */
export function crumb(more: Partial<Envelope> = {}): Envelope {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id: ID,
    workspace: 'default',
    schema_name: 'user.message.v1',
    session: 'demo',
    tags: [],
    context: { content: 'hello' },
    audience: 'all',
    author: { kind: 'user', id: 'rita' },
    trail_id: ID,
    hop: 0,
    imported: false,
    version: 3,
    position: 7,
    occurred_at: at,
    created_at: at,
    updated_at: at,
    content_hash: 'sha256:00',
    ...more,
  } as Envelope;
}

/** The event of a breadcrumb. */
export function announced(one: Envelope, more: Partial<CrumbEvent> = {}): CrumbEvent {
  const { position, workspace, id, version, schema_name, session, trail_id, hop, author, imported, content_hash } = one;
  return {
    position,
    kind: 'created',
    workspace,
    id,
    version,
    schema_name,
    trail_id,
    hop,
    author,
    imported,
    content_hash,
    ...(session ? { session } : {}),
    ...more,
  } as CrumbEvent;
}
