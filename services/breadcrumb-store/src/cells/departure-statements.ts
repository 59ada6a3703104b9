import { quoteName } from '../backup/describe-tables';
import type { Sql } from '../database/database';
import { lockHead } from '../writer/load-state';
import { describeMovedTables } from './moved-tables';

const READ_LOGS = `select array_remove(w.past_logs, h.log_id) || h.log_id as logs from workspace w, log_head h where w.name = $1`;
const LEAVE = 'update workspace set moved_to = $2 where name = $1';
/** No longer so where the workspace has come back since. */
const LOCK_LEFT = 'select 1 from workspace where name = $1 and moved_to = $2 and not is_arriving for update';

/** The log that a workspace leaves. */
export interface Departure {
  /** Where it ends. */
  readonly head: number;
  /** It and those that the workspace was in before, by their ids; it is the last. */
  readonly logs: readonly string[];
}

/** The id of the log of this database. */
export async function readLog(sql: Sql): Promise<string> {
  const [head] = await sql.query<{ log_id: string }>('select log_id from log_head');
  if (!head) throw new Error('The database has no log; start Crumbtrail once.');
  return head.log_id;
}

/** The ids of the logs that a workspace was in, that of this database last. */
export async function readLogs(sql: Sql, workspace: string): Promise<readonly string[]> {
  const [found] = await sql.query<{ logs: string[] }>(READ_LOGS, [workspace]);
  if (!found) throw new Error(`The workspace ${workspace} is not in this database.`);
  return found.logs;
}

/** A workspace and the cell that it moves to. */
export interface MoveGoal {
  readonly workspace: string;
  readonly cell: string;
}

/**
 * Marks a workspace as moved, once every append to it is committed. From then on only the other cell says whether it has it, also after a crash. Refuses
 * where another store has become the writer: it lets people write.
 */
export async function leave(sql: Sql, { workspace, cell }: MoveGoal, writerFence: number): Promise<Departure> {
  const { position } = await lockHead(sql, writerFence);
  const logs = await readLogs(sql, workspace);
  await sql.query(LEAVE, [workspace, cell]);
  return { head: position, logs };
}

/** The workspace was not moved after all. */
export async function reopen(sql: Sql, { workspace, cell }: MoveGoal): Promise<void> {
  await sql.query('update workspace set moved_to = null where name = $1 and moved_to = $2', [workspace, cell]);
}

/** Deletes everything that another cell has now; the name of the workspace stays, so that nobody creates it again. */
export async function endDeparture(sql: Sql, { workspace, cell }: MoveGoal): Promise<void> {
  const left = await sql.query(LOCK_LEFT, [workspace, cell]);
  if (left.length > 0) await forgetRows(sql, workspace);
}

/** Deletes every row of a workspace but its name. */
export async function forgetRows(sql: Sql, workspace: string): Promise<void> {
  await sql.query('delete from sign_in s using api_key k where k.id = s.key_id and k.workspace = $1', [workspace]);
  for (const { name } of [...(await describeMovedTables(sql))].reverse())
    await sql.query(`delete from ${quoteName(name)} where workspace = $1`, [workspace]);
}
