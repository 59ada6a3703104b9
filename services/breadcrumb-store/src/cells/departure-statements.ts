import { quoteName } from '../backup/describe-tables';
import type { Sql } from '../database/database';
import { describeMovedTables } from './moved-tables';

const LOCK_HEAD = 'select position, log_id from log_head for update';
const LEAVE = 'update workspace set moved_to = $2 where name = $1 returning past_logs';

/** The log that a workspace leaves. */
export interface Departure {
  /** Where it ends. */
  readonly head: number;
  /** It and those that the workspace was in before, by their ids. */
  readonly logs: readonly string[];
}

/**
 * Marks a workspace as moved, once every append to it is committed. From then on only the other cell says whether it has it, also after a crash.
 */
export async function leave(sql: Sql, workspace: string, cell: string): Promise<Departure> {
  const [head] = await sql.query<{ position: number; log_id: string }>(LOCK_HEAD);
  const [left] = await sql.query<{ past_logs: string[] }>(LEAVE, [workspace, cell]);
  if (!head || !left) throw new Error(`The workspace ${workspace} is not in this database.`);
  return { head: head.position, logs: [...left.past_logs.filter((id) => id !== head.log_id), head.log_id] };
}

/** The workspace was not moved after all. */
export async function reopen(sql: Sql, workspace: string): Promise<void> {
  await sql.query('update workspace set moved_to = null where name = $1', [workspace]);
}

/** Deletes everything that another cell has now; the name of the workspace stays, so that nobody creates it again. */
export async function forgetRows(sql: Sql, workspace: string): Promise<void> {
  await sql.query('delete from sign_in s using api_key k where k.id = s.key_id and k.workspace = $1', [workspace]);
  for (const { name } of [...(await describeMovedTables(sql))].reverse())
    await sql.query(`delete from ${quoteName(name)} where workspace = $1`, [workspace]);
}
