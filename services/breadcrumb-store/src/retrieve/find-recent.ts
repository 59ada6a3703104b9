import type { LlmHints } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { indexVersion } from '../index/index-version';
import { byTime, CHUNK_COLUMNS, KeptText, type ChunkRow } from './kept-text';
import { matching, planned, Values, visible, type Filter, type Sight } from './visible';

/** Which newest crumbs. */
export interface RecentQuestion {
  readonly sight: Sight;
  readonly filter: Filter;
  readonly limit: number;
  /** What the text index is complete through; newer versions are rendered here. */
  readonly indexed: number;
}

interface RecentRow extends ChunkRow {
  readonly title: string | null;
  /** Set when the version is not indexed yet. */
  readonly context: Record<string, unknown> | null;
  readonly llm_hints: LlmHints | null;
}

/** Rows of versions that the index has not reached yet, under the names that predicates over `chunk` use. */
const UNINDEXED = `
  select c.workspace, c.id as crumb_id, v.version, v.position, c.session, c.schema_name, c.author_kind, c.author_id, c.audience,
    v.tags, c.imported, c.occurred_at, v.expires_at, v.title, v.context, v.llm_hints,
    (select min(n.position) from crumb_version n where n.workspace = v.workspace and n.id = v.id and n.version > v.version)
      as superseded_position
  from crumb_event e
  join crumb_version v on v.workspace = e.workspace and v.id = e.id and v.version = e.version
  join crumb c on c.workspace = e.workspace and c.id = e.id`;

function statement(values: Values, { sight, filter, limit, indexed }: RecentQuestion): string {
  const most = values.add(limit, 'int');
  const from = values.add(indexed, 'bigint');
  const late = `e.workspace = ${values.add(sight.workspace, 'text')} and e.position > ${from} and e.position <= ${values.add(sight.as_of, 'bigint')}`;
  return `
  with fresh as (
    select k.* from (${UNINDEXED} where e.kind in ('created', 'updated') and ${late}) k
    where ${visible(values, 'k', sight)} and ${matching(values, 'k', filter)}
  ),
  top as (
    select k.workspace, k.crumb_id, k.version from chunk k
    where ${visible(values, 'k', sight)} and ${matching(values, 'k', filter)} and k.ordinal = 0
      and not exists (select 1 from crumb_event e where e.id = k.crumb_id and e.kind <> 'expired' and ${late})
    order by k.occurred_at desc, k.position desc limit ${most}
  )
  select ${CHUNK_COLUMNS}, null as title, null::jsonb as context, null::jsonb as llm_hints
  from top join chunk k using (workspace, crumb_id, version)
  union all
  select k.crumb_id, k.version, 0, 1, k.position, k.superseded_position, k.session, k.schema_name, k.author_kind, k.author_id,
    k.audience, k.tags, k.imported, k.occurred_at, k.expires_at, '', '', null, 0, 0, '', 0, '', k.title, k.context, k.llm_hints
  from fresh k`;
}

function rendered(workspace: string, { title, context, llm_hints, ...row }: RecentRow): ChunkRow[] {
  if (context === null) return [row];
  return indexVersion({ ...row, workspace, title, context, llm_hints }).map((text) => ({ ...row, ...text }));
}

/** The newest crumbs that show anything, with all their pieces, newest first. One statement, whether indexed yet or not. */
export async function findRecent(sql: Sql, question: RecentQuestion): Promise<KeptText[]> {
  const values = new Values();
  const rows = await sql.query<RecentRow>(planned(statement(values, question)), values.list);
  const texts = rows.flatMap((row) => rendered(question.sight.workspace, row)).map((row) => KeptText.from(row));
  return texts.sort(byTime);
}
