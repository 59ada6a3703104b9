import type { StatementParameters } from '../../database/statement-parameters';
import type { ChunkFilter, ReadScope } from '../filter/chunk-filter';
import { chunkAccessSql, chunkFilterSql } from '../filter/chunk-filter.sql';
import { CHUNK_COLUMNS } from '../session-cache/text-chunk';
import type { StoredRow } from './render-stored';

/** Which recent crumbs are wanted. */
export interface RecentQuestion {
  readonly scope: ReadScope;
  readonly filter: ChunkFilter;
  readonly limit: number;
  /** Position through which the text index is complete; newer versions are rendered on the fly. */
  readonly indexed: number;
}

/** A row that {@link buildRecentStatement} selects. */
export type RecentRow = Omit<StoredRow, 'context'> & {
  /** The payload of a version that is not indexed yet; null for an indexed chunk. */
  readonly context: Record<string, unknown> | null;
};

/** Versions that the index has not reached, with the column names of `chunk`, so that its predicates apply. */
const UNINDEXED = `
  select c.workspace, c.id as crumb_id, v.version, v.position, c.session, c.schema_name, c.author_kind, c.author_id, c.audience,
    v.tags, c.imported, c.occurred_at, v.expires_at, v.title, v.context, v.llm_hints, c.created_at, v.content_hash,
    (select min(n.position) from crumb_version n where n.workspace = v.workspace and n.id = v.id and n.version > v.version)
      as superseded_position
  from crumb_event e
  join crumb_version v on v.workspace = e.workspace and v.id = e.id and v.version = e.version
  join crumb c on c.workspace = e.workspace and c.id = e.id`;

/** The newest chunks, and the newest versions that are not indexed yet. */
export function buildRecentStatement(
  parameters: StatementParameters,
  { scope, filter, limit, indexed }: RecentQuestion,
): string {
  const most = parameters.add(limit, 'int');
  const from = parameters.add(indexed, 'bigint');
  const late = `e.workspace = ${parameters.add(scope.workspace, 'text')} and e.position > ${from} and e.position <= ${parameters.add(scope.as_of, 'bigint')}`;
  return `
  with fresh as (
    select k.* from (${UNINDEXED} where e.kind in ('created', 'updated') and ${late}) k
    where ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)}
  ),
  top as (
    select k.workspace, k.crumb_id, k.version from chunk k
    where ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)} and k.ordinal = 0
      and not exists (select 1 from crumb_event e where e.id = k.crumb_id and e.kind <> 'expired' and ${late})
    order by k.occurred_at desc, k.position desc limit ${most}
  )
  select ${CHUNK_COLUMNS}, null as title, null::jsonb as context, null::jsonb as llm_hints, null::timestamptz as created_at,
    null as content_hash
  from top join chunk k using (workspace, crumb_id, version)
  union all
  select k.crumb_id, k.version, 0, 1, k.position, k.superseded_position, k.session, k.schema_name, k.author_kind, k.author_id,
    k.audience, k.tags, k.imported, k.occurred_at, k.expires_at, '', '', null, 0, 0, '', 0, '', k.title, k.context, k.llm_hints,
    k.created_at, k.content_hash
  from fresh k`;
}
