import type { Database } from '../src/database/database';

/** Crumbs of a workspace to which this happened. */
export function listEvents(database: Database, workspace: string, kind: string): Promise<{ id: string }[]> {
  return database.query('select id from crumb_event where workspace = $1 and kind = $2', [workspace, kind]);
}
