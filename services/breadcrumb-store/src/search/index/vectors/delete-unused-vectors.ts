import type { Database } from '../../../database/database';
import { dropVectorIndexes } from './hnsw-index';
import { lockIndex } from '../text/term-statistics';

/** How many rows one step deletes: writers wait no longer than that takes. */
const ROWS = 2_000;

const OTHERS = `kind like 'vector:%' and not substr(kind, 8) = any($1)`;

const REMOVE = `
  with old as (select ctid from chunk_vector where not embedder = any($1) limit $2),
    gone as (delete from chunk_vector v using old where v.ctid = old.ctid returning 1)
  select count(*)::int as count from gone`;

/**
 * Deletes some vectors of embedders that are no longer used; true if there may be more. Their cursors are reset first, so that
 * an embedder that is chosen again starts over, and deleted last, so that no vectors remain without one.
 */
export async function deleteUnusedVectors(database: Database, kept: readonly string[]): Promise<boolean> {
  const others = await database.query(`select 1 from index_cursor where ${OTHERS} limit 1`, [kept]);
  if (others.length === 0) return false;
  await dropVectorIndexes(database, kept);
  return database.transaction(async (sql) => {
    lockIndex(sql);
    await sql.query(`update index_cursor set position = 0 where ${OTHERS}`, [kept]);
    const [gone] = await sql.query<{ count: number }>(REMOVE, [kept, ROWS]);
    if ((gone?.count ?? 0) >= ROWS) return true;
    await sql.query('delete from vector_retry where not embedder = any($1)', [kept]);
    await sql.query(`delete from index_cursor where ${OTHERS}`, [kept]);
    return false;
  });
}
