import type { Database } from '../src/database/database';

/** Every table that holds the text anywhere in a row. */
export async function findTablesWith(database: Database, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(`select 1 from "${name}" t where t::text ilike $1 limit 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Crumbs of a workspace to which this happened. */
export function listEvents(database: Database, workspace: string, kind: string): Promise<{ id: string }[]> {
  return database.query('select id from crumb_event where workspace = $1 and kind = $2', [workspace, kind]);
}
