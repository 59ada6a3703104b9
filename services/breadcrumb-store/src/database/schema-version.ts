import { PRODUCT_VERSION, SetupError } from '@crumbtrail/platform';
import { migrations } from '../migrations/all';

const known: readonly string[] = migrations.map(({ name }) => name);

/** The schema that this version of the store works with: the name of its last migration. */
export const SCHEMA_VERSION: string = known.at(-1) ?? 'none';

/** A newer version of the store has migrated the database. This one must not write to it, because it does not know what its rows mean. */
export class NewerSchema extends SetupError {
  override readonly name = 'NewerSchema';

  constructor(readonly unknown: readonly string[]) {
    const others = unknown.length > 1 ? ` and ${unknown.length - 1} before it` : '';
    super(
      `The database was migrated by a newer version of Crumbtrail: it has ${unknown.at(-1)}${others}, and this version (${PRODUCT_VERSION}) ` +
        `knows the schema up to ${SCHEMA_VERSION}. Start the newer version, or restore a backup from before the upgrade ` +
        '(docs/guides/upgrade.md). This version has changed nothing.',
    );
  }
}

/** Throws {@link NewerSchema} if one of the migrations, which are in the order in which they ran, is not known to this version. */
export function requireKnownMigrations(executed: readonly string[]): void {
  const unknown = executed.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new NewerSchema(unknown);
}

/** Throws {@link NewerSchema} if the database, which is migrated, has a migration that this version does not know. */
export async function requireKnownSchema(sql: {
  query(text: string): Promise<{ readonly name: string }[]>;
}): Promise<void> {
  const rows = await sql.query('select name from migrations order by id');
  requireKnownMigrations(rows.map(({ name }) => name));
}

/** Throws unless the database, which another process migrates, has exactly the schema of this version. */
export async function requireCurrentSchema(sql: {
  query(text: string): Promise<{ readonly name: string }[]>;
}): Promise<void> {
  const rows = await sql.query('select name from migrations order by id');
  requireKnownMigrations(rows.map(({ name }) => name));
  const last = rows.at(-1)?.name ?? 'none';
  if (last === SCHEMA_VERSION) return;
  throw new Error(
    `The database has the schema of an older version (${last}; this version needs ${SCHEMA_VERSION}): start the writer of this version first.`,
  );
}
