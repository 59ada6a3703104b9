import { AgentContext, type Envelope, type Erased, type Participant } from '@crumbtrail/contracts';
import { audienceOf, authorOf, type CrumbRecord, type VersionRecord } from '../ledger/stored-rows';

/** The columns of `crumb c` and `crumb_version v` that an envelope needs. */
export const ENVELOPE_COLUMNS = `c.workspace, c.id, c.schema_name, c.session, c.author_kind, c.author_id, c.author_name, c.audience, c.informs,
  c.trail_id, c.cause_id, c.cause_version, c.hop, c.imported, c.created_at, c.occurred_at, c.created_position, c.traceparent, c.erased_at,
  c.erased_by_kind, c.erased_by_id, c.position as head_position, v.version, v.position, v.title, v.tags, v.context, v.llm_hints,
  v.content_hash, v.expires_at, v.updated_at, v.updated_by,
  case when c.schema_name = '${AgentContext.name}'
    then (select b.text from blob b where b.workspace = c.workspace and b.crumb_id = c.id) end as formatted_context`;

/** Predicate: the crumb is neither erased nor expired. */
export const PRESENT = `c.erased_at is null and (c.expires_at is null or c.expires_at > now())`;

/** The columns of `crumb` whose values are the same when they are read as when they are written. */
type StoredIdentity = Pick<
  CrumbRecord,
  | 'workspace'
  | 'id'
  | 'schema_name'
  | 'session'
  | 'author_kind'
  | 'author_id'
  | 'author_name'
  | 'audience'
  | 'informs'
  | 'trail_id'
  | 'cause_id'
  | 'hop'
  | 'imported'
  | 'created_position'
  | 'traceparent'
>;

export interface CrumbRow extends StoredIdentity {
  readonly cause_version: number;
  readonly created_at: Date;
  readonly occurred_at: Date;
  readonly erased_at: Date | null;
  readonly erased_by_kind: Participant['kind'];
  readonly erased_by_id: string;
  readonly head_position: number;
}

/** The columns of the requested version; all null if it does not exist. */
export interface VersionRow extends Omit<VersionRecord, 'workspace' | 'id' | 'expires_at' | 'updated_at'> {
  /** The text of an `agent.context.v1`; null for other schemas, and once a crumb that it quotes was erased. */
  readonly formatted_context: string | null;
  readonly expires_at: Date | null;
  readonly updated_at: Date;
}

/** One member of an object, or none if the column is null. */
export const includeIfSet = <Value>(name: string, value: Value | null): Record<string, Value> =>
  value === null ? {} : { [name]: value };

/** The parts of a participant's name as the store writes it, with its kind. */
export function toParticipant(name: string): Participant {
  const at = name.indexOf(':');
  return { kind: name.slice(0, at) as Participant['kind'], id: name.slice(at + 1) };
}

/** Converts a row to an envelope. */
export function toEnvelope(row: CrumbRow & VersionRow): Envelope {
  return {
    id: row.id,
    workspace: row.workspace,
    schema_name: row.schema_name,
    ...includeIfSet('session', row.session),
    ...includeIfSet('title', row.title),
    tags: [...row.tags],
    context: { ...row.context, ...includeIfSet('formatted_context', row.formatted_context) },
    ...includeIfSet('llm_hints', row.llm_hints),
    audience: audienceOf(row.audience) as Envelope['audience'],
    ...includeIfSet('informs', row.informs && audienceOf(row.informs) === 'all' ? true : null),
    author: authorOf(row),
    trail_id: row.trail_id,
    ...includeIfSet('cause', row.cause_id === null ? null : { id: row.cause_id, version: row.cause_version }),
    hop: row.hop,
    imported: row.imported,
    version: row.version,
    position: row.position,
    ...includeIfSet('expires_at', row.expires_at?.toISOString() ?? null),
    occurred_at: row.occurred_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...includeIfSet('updated_by', row.updated_by === null ? null : toParticipant(row.updated_by)),
    content_hash: row.content_hash,
    ...includeIfSet('traceparent', row.traceparent),
  };
}

/** Converts the row of an erased crumb to its tombstone. */
export function toTombstone(row: CrumbRow): Erased {
  return {
    id: row.id,
    erased: true,
    erased_at: (row.erased_at as Date).toISOString(),
    erased_by: { kind: row.erased_by_kind, id: row.erased_by_id },
    position: row.head_position,
  };
}
