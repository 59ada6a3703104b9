import type { WorkspaceDatabase } from '../../database/database';
import { StatementBatch } from '../../database/statement-batch';

/**
 * Batches the searches of one request. On Postgres a search by vector is planned for its values: only where the planner sees the
 * embedder does it use that embedder's partial index.
 */
export const batchSearches = (database: WorkspaceDatabase, workspace: string, hasVector: boolean): StatementBatch =>
  database.kind === 'postgres' && hasVector
    ? new StatementBatch(database.within(workspace), (text) => text)
    : new StatementBatch(database.within(workspace));
