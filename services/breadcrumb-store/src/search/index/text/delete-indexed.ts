import type { TransactionSql } from '../../../database/database';
import { lockIndex, removeFromStatistics } from './term-statistics';

/**
 * Deletes all index rows of crumbs, their vectors and their part of the statistics, in the caller's transaction. The index cannot
 * restore them: it writes only rows whose version is still stored, under the same lock.
 */
export async function deleteIndexed(sql: TransactionSql, workspace: string, ids: readonly string[]): Promise<void> {
  lockIndex(sql);
  await removeFromStatistics(sql, {
    where: 'k.workspace = $1 and k.crumb_id = any($2::uuid[])',
    params: [workspace, ids],
  });
  await sql.query('delete from chunk where workspace = $1 and crumb_id = any($2::uuid[])', [workspace, ids]);
}
