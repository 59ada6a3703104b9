import type { Sql } from '../../database/database';
import { compareByTime, CHUNK_COLUMNS, TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import { renderStored, type StoredRow } from './render-stored';
import {
  chunkFilterSql,
  prepared,
  StatementParameters,
  accessFilterSql,
  type ChunkFilter,
  type ReadScope,
} from '../filter/chunk-filter.sql';

/** Which newest crumbs. */
export interface RecentQuestion {
  readonly sight: ReadScope;
  readonly filter: ChunkFilter;
  readonly limit: number;
  /** What the text index is complete through; newer versions are rendered here. */
  readonly indexed: number;
}

type RecentRow = Omit<StoredRow, 'context'> & {
  /** Set when the version is not indexed yet. */
  readonly context: Record<string, unknown> | null;
};

/** Rows of versions that the index has not reached yet, under the names that predicates over `chunk` use. */
const UNINDEXED = `
  select c.workspace, c.id as crumb_id, v.version, v.position, c.session, c.schema_name, c.author_kind, c.author_id, c.audience,
    v.tags, c.imported, c.occurred_at, v.expires_at, v.title, v.context, v.llm_hints, c.created_at, v.content_hash,
    (select min(n.position) from crumb_version n where n.workspace = v.workspace and n.id = v.id and n.version > v.version)
      as superseded_position
  from crumb_event e
  join crumb_version v on v.workspace = e.workspace and v.id = e.id and v.version = e.version
  join crumb c on c.workspace = e.workspace and c.id = e.id`;

function buildStatement(values: StatementParameters, { sight, filter, limit, indexed }: RecentQuestion): string {
  const most = values.add(limit, 'int');
  const from = values.add(indexed, 'bigint');
  const late = `e.workspace = ${values.add(sight.workspace, 'text')} and e.position > ${from} and e.position <= ${values.add(sight.as_of, 'bigint')}`;
  return `
  with fresh as (
    select k.* from (${UNINDEXED} where e.kind in ('created', 'updated') and ${late}) k
    where ${accessFilterSql(values, 'k', sight)} and ${chunkFilterSql(values, 'k', filter)}
  ),
  top as (
    select k.workspace, k.crumb_id, k.version from chunk k
    where ${accessFilterSql(values, 'k', sight)} and ${chunkFilterSql(values, 'k', filter)} and k.ordinal = 0
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

/** The newest crumbs that show anything, with all their pieces. One statement, whether indexed yet or not. */
export async function findRecent(sql: Sql, question: RecentQuestion): Promise<TextChunk[]> {
  const values = new StatementParameters();
  const rows = await sql.query<RecentRow>(prepared(buildStatement(values, question)), values.list);
  const late = rows.flatMap((row) => (row.context === null ? [] : [{ ...row, context: row.context }]));
  const rendered = await renderStored(sql, question.sight.workspace, late);
  const indexed: readonly ChunkRow[] = rows.filter(({ context }) => context === null);
  return [...indexed, ...rendered.flatMap(({ pieces }) => pieces)]
    .map((row) => TextChunk.from(row))
    .sort(compareByTime);
}
