import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { requireKnownMigrations } from './schema-version';
import { prepareWorkspaceRole, type WorkspaceRole } from './workspace-role';

const MIGRATION_LOCK = 7_283_655;

/** Ends the right of a store that still writes: it waits for the lock of this row, fails, and exits. */
const REVOKE_LEASE = 'update log_head set writer_fence = writer_fence + 1, writer = null, writer_until = null';

async function hasLog(runner: QueryRunner): Promise<boolean> {
  const [found]: { log: string | null }[] = await runner.query(`select to_regclass('log_head')::text as log`);
  return found?.log !== null;
}

/** The schema of a database before an upgrade and after it: the names of its last migrations. */
export interface SchemaChange {
  readonly from: string;
  readonly to: string;
}

/** Returns undefined where the schema is that of this version already, and of an empty database. */
async function migrateAlone(source: DataSource, runner: QueryRunner): Promise<SchemaChange | undefined> {
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'none';
  const executed = await executor.getExecutedMigrations();
  requireKnownMigrations(executed.map(({ name }) => name).reverse());
  const pending = await executor.getPendingMigrations();
  if (pending.length === 0) return undefined;
  if (await hasLog(runner)) await runner.query(REVOKE_LEASE);
  await executor.executePendingMigrations();
  const [from, to] = [executed[0]?.name, pending.at(-1)?.name];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Calls `work` in a transaction that no other migration or restore runs beside. All that it changes is committed, or nothing. */
export async function changeSchema<Result>(
  source: DataSource,
  work: (runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const result = await work(runner);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

/**
 * Runs the pending migrations in one transaction, so that an upgrade that fails changes nothing, and stores that start together run
 * them once. A store of an older version that still writes loses its lease with them. Throws NewerSchema, and changes nothing, if a
 * newer version has migrated the database. `role` gets its rights on the tables. Returns the change of
 * the schema; undefined where there was none, or nothing to upgrade.
 */
export async function migrate(source: DataSource, role?: WorkspaceRole): Promise<SchemaChange | undefined> {
  return changeSchema(source, async (runner) => {
    const change = await migrateAlone(source, runner);
    if (role) await prepareWorkspaceRole(runner, role);
    return change;
  });
}
