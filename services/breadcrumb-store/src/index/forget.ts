import type { Sql } from '../database/database';

/** Removes every index row of erased crumbs, in the erasing transaction. */
export async function forgetIndexed(sql: Sql, workspace: string, ids: readonly string[]): Promise<void> {
  await sql.query('delete from chunk where workspace = $1 and crumb_id = any($2)', [workspace, ids]);
}
