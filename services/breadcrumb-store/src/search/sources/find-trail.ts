import type { Ref } from '@crumbtrail/contracts';
import type { Sql } from '../../database/database';
import { CHUNK_COLUMNS, TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import {
  chunkFilterSql,
  prepared,
  StatementParameters,
  accessFilterSql,
  type ChunkFilter,
  type ReadScope,
} from '../filter/chunk-filter.sql';

/** What a crumb was caused by, and that by what, and so on. */
export interface TrailQuestion {
  readonly sight: ReadScope;
  readonly filter: ChunkFilter;
  readonly from: Ref;
  /** Ancestors that are shown. */
  readonly limit: number;
}

/** A trail is no longer than its hops allow; this ends one that is broken. */
const MOST_HOPS = 128;

/**
 * The causal ancestors of a crumb, nearest first, as they are now; those that may not be seen are passed over. The way back
 * leads over ids: a cause that has a newer version is shown by it.
 */
export async function findTrail(sql: Sql, { sight, filter, from, limit }: TrailQuestion): Promise<TextChunk[]> {
  const values = new StatementParameters();
  const workspace = values.add(sight.workspace, 'text');
  const text = `
    with recursive back as (
      select c.cause_id as id, 1 as steps from crumb c
      where c.workspace = ${workspace} and c.id = ${values.add(from.id, 'uuid')} and c.cause_id is not null
      union all
      select c.cause_id, b.steps + 1 from back b join crumb c on c.workspace = ${workspace} and c.id = b.id
      where c.cause_id is not null and b.steps < ${MOST_HOPS}
    ),
    shown as (
      select k.workspace, k.crumb_id, k.version, b.steps from back b
      join chunk k on k.workspace = ${workspace} and k.crumb_id = b.id and k.ordinal = 0
      where ${accessFilterSql(values, 'k', sight)} and ${chunkFilterSql(values, 'k', filter)}
      order by b.steps limit ${values.add(limit, 'int')}
    )
    select ${CHUNK_COLUMNS} from shown s join chunk k using (workspace, crumb_id, version) order by s.steps, k.ordinal`;
  const rows = await sql.query<ChunkRow>(prepared(text), values.list);
  return rows.map((row) => TextChunk.from(row));
}
