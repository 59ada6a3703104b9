import type { SqlReader } from '../../database/database';
import type { StatementParameters } from '../../database/statement-parameters';
import type { ReadScope } from '../filter/chunk-filter';
import { CHUNK_COLUMNS, type ChunkRow } from '../session-cache/text-chunk';
import { renderStored, type StoredRow } from './render-stored';

/** A row of an indexed chunk, or of a version that the index has not reached. */
export type IndexedOrStoredRow = Omit<StoredRow, 'context'> & {
  /** The payload of a version that is not indexed yet; null for an indexed chunk. */
  readonly context: Record<string, unknown> | null;
};

/** Versions that the index has not reached, with the column names of `chunk`, so that its predicates apply. */
export const UNINDEXED_VERSIONS = `
  select c.workspace, c.id as crumb_id, v.version, v.position, c.session, c.schema_name, c.author_kind, c.author_id, c.author_name, c.audience, c.informs,
    v.tags, c.imported, c.occurred_at, v.expires_at, v.title, v.context, v.llm_hints, c.created_at, v.content_hash,
    (select min(n.position) from crumb_version n where n.workspace = v.workspace and n.id = v.id and n.version > v.version)
      as superseded_position
  from crumb_event e
  join crumb_version v on v.workspace = e.workspace and v.id = e.id and v.version = e.version
  join crumb c on c.workspace = e.workspace and c.id = e.id`;

/** The columns of an {@link IndexedOrStoredRow} from an indexed `chunk k`. */
export const INDEXED_COLUMNS = `${CHUNK_COLUMNS}, null as title, null::jsonb as context, null::jsonb as llm_hints,
  null::timestamptz as created_at, null as content_hash`;

/** The columns of an {@link IndexedOrStoredRow} from `k`, one of the {@link UNINDEXED_VERSIONS}. */
export const UNINDEXED_COLUMNS = `k.crumb_id, k.version, 0, 1, k.position, k.superseded_position, k.session, k.schema_name, k.author_kind,
  k.author_id, k.author_name, k.audience, k.informs, k.tags, k.imported, k.occurred_at, k.expires_at, '', '', null, 0, 0, '', 0, '', k.title, k.context,
  k.llm_hints, k.created_at, k.content_hash`;

/** Predicate over `crumb_event e`: an event that the scope sees, and that the index, complete through `indexed`, does not have. */
export function unindexedEventSql(
  parameters: StatementParameters,
  { workspace, as_of }: ReadScope,
  indexed: number,
): string {
  const from = parameters.add(indexed, 'bigint');
  return `e.workspace = ${parameters.add(workspace, 'text')} and e.position > ${from} and e.position <= ${parameters.add(as_of, 'bigint')}`;
}

/** The chunks of all rows: those that are indexed, and those that the index would hold of the other versions. */
export async function renderUnindexed<Row extends IndexedOrStoredRow>(
  sql: SqlReader,
  workspace: string,
  rows: readonly Row[],
): Promise<ChunkRow[]> {
  const late = rows.flatMap((row) => (row.context === null ? [] : [{ ...row, context: row.context }]));
  const rendered = await renderStored(sql, workspace, late);
  return [...rows.filter(({ context }) => context === null), ...rendered.flatMap(({ pieces }) => pieces)];
}
