import type { Database } from '../../../database/database';
import { dropVectorIndexes } from './hnsw-index';
import { lockIndex } from '../text/term-statistics';

/** Rows of one step: whoever writes waits no longer than this takes. */
const ROWS = 2_000;

const OTHERS = `kind like 'vector:%' and not substr(kind, 8) = any($1)`;

const REMOVE = `
  with old as (select ctid from chunk_vector where not embedder = any($1) limit $2),
    gone as (delete from chunk_vector v using old where v.ctid = old.ctid returning 1)
  select count(*)::int as count from gone`;

/**
 * Removes a step of what embedders left that nobody asks any more; true when there may be more. Their cursor goes back
 * first, so that one which is chosen again begins anew, and goes last, so that nothing is forgotten halfway.
 */
export async function deleteUnusedVectors(database: Database, kept: readonly string[]): Promise<boolean> {
  const others = await database.query(`select 1 from index_cursor where ${OTHERS} limit 1`, [kept]);
  if (others.length === 0) return false;
  await dropVectorIndexes(database, kept);
  return database.transaction(async (sql) => {
    await lockIndex(sql);
    await sql.query(`update index_cursor set position = 0 where ${OTHERS}`, [kept]);
    const [gone] = await sql.query<{ count: number }>(REMOVE, [kept, ROWS]);
    if ((gone?.count ?? 0) >= ROWS) return true;
    await sql.query('delete from vector_retry where not embedder = any($1)', [kept]);
    await sql.query(`delete from index_cursor where ${OTHERS}`, [kept]);
    return false;
  });
}
