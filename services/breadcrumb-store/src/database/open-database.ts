import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage, SetupError } from '@crumbtrail/platform';
import { escapeIdentifier, type Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { Database } from './database';
import { createDataSource, createPool, getPool } from './data-source';
import { takeLock } from './lock-file';
import { migrate, type SchemaChange } from './migrate';
import { OneServer } from './one-server';
import { PgDatabase, type Connections } from './pg-database';
import { PgliteOwner } from './pglite-owner';
import { PgliteStream } from './pglite-stream';
import { requireCurrentSchema } from './schema-version';
import { EMBEDDED_WORKSPACE_ROLE, type WorkspaceRole } from './workspace-role';

const POOL_SIZE = 10;
const GENERIC_PLAN_POOL_SIZE = 4;

/** An open, migrated database, with TypeORM's data source over the same connections. */
export interface OpenDatabase {
  readonly database: Database;
  readonly source: DataSource;
}

export interface DatabaseOptions {
  /** Postgres; absent: PGlite under `home`. */
  readonly url?: string;
  /**
   * The same Postgres as the owner of the tables, who migrates them and works for all workspaces; the user of `url` is limited to workspaces
   * then. Absent: the user of `url` owns the tables, and no policy limits it.
   */
  readonly ownerUrl?: string;
  readonly home: string;
  /** Called when the embedded database died, or a replica is another server than before: the process should end, so that its supervisor restarts it. */
  readonly onDeath: (error: Error) => void;
  /** Called when the database of an older version was migrated. */
  readonly onMigrated?: (change: SchemaChange) => void;
  /** What opens it is no store but this tool: the schema stays as it is. */
  readonly tool?: string;
  /** The setting that `url` is from, for messages. @default 'DATABASE_URL' */
  readonly setting?: string;
  /** `url` is that of a replica: nothing is written there, and its schema must be that of this version. @default false */
  readonly isReplica?: boolean;
}

/** Only the owner may enter the folder of the database, because PGlite creates its files readable by everybody. */
function embeddedDirectory(home: string): string {
  const directory = join(home, 'pglite');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(home, constants.W_OK);
    chmodSync(directory, 0o700);
  } catch (cause) {
    throw new Error(`The folder ${home} cannot be written; give another with CRUMBTRAIL_HOME.`, { cause });
  }
  return directory;
}

/** The data source may be closed already: Nest's TypeOrmModule closes it at shutdown. */
async function closeSource(source: DataSource): Promise<void> {
  if (source.isInitialized) await source.destroy();
}

async function openEmbedded(options: DatabaseOptions): Promise<OpenDatabase> {
  const directory = embeddedDirectory(options.home);
  const unlock = takeLock(`${directory}.lock`);
  try {
    const isNew = !existsSync(join(directory, 'PG_VERSION'));
    let thread = await openThread(directory, options);
    if (isNew || thread.changed) {
      // Creating and migrating a database leave some 200 MB behind in the thread, which only its end gives back. The lock stays.
      await closeThread(thread);
      thread = await openThread(directory, options);
    }
    return { database: embeddedDatabase(thread, unlock), source: thread.source };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A thread that holds the embedded database, and the connection to it. */
interface DatabaseThread {
  readonly owner: PgliteOwner;
  readonly source: DataSource;
  /** The schema was that of an older version. */
  readonly changed: boolean;
}

async function closeThread({ owner, source }: Pick<DatabaseThread, 'owner' | 'source'>): Promise<void> {
  await closeSource(source);
  await owner.close();
}

/** Starts the thread of the embedded database, and connects to it. */
async function openThread(directory: string, { onDeath, onMigrated, tool }: DatabaseOptions): Promise<DatabaseThread> {
  const owner = await PgliteOwner.open(directory, onDeath);
  try {
    const source = createDataSource({ stream: () => new PgliteStream(owner), max: 1, idleTimeoutMillis: 0 });
    await source.initialize();
    const change = tool === undefined ? await migrate(source, EMBEDDED_WORKSPACE_ROLE) : undefined;
    if (change) onMigrated?.(change);
    return { owner, source, changed: change !== undefined };
  } catch (error) {
    // Before the lock is released: another process that gets it while the thread still has the files would corrupt them. A thread that has died has none.
    await owner.close().catch(() => undefined);
    throw error;
  }
}

function embeddedDatabase({ owner, source }: DatabaseThread, unlock: () => void): Database {
  const close = async (): Promise<void> => {
    await closeThread({ owner, source });
    unlock();
  };
  const pool = getPool(source);
  const connections: Connections = {
    pool,
    workspacePool: pool,
    genericPlanPool: pool,
    withGenericPlans: (work) => owner.withGenericPlans(work),
    workspaceRole: EMBEDDED_WORKSPACE_ROLE.name,
  };
  return new PgDatabase('pglite', connections, close);
}

async function requireVector(source: DataSource): Promise<void> {
  const found: unknown[] = await source.query(`select 1 from pg_available_extensions where name = 'vector'`);
  if (found.length === 0) throw new Error('This Postgres has no pgvector; install the extension for its version.');
}

/** Throws why a database cannot be opened; `variable` says where its address comes from. */
function explainRefusal(url: string, variable: string, cause: unknown): never {
  const { host, pathname } = new URL(url);
  const why = cause instanceof AggregateError ? cause.errors[0] : cause;
  throw new Error(
    `The database ${pathname.slice(1)} at ${host} cannot be opened: ${errorMessage(why)}; check ${variable}.`,
    { cause },
  );
}

/** The role that signs in by a URL. */
function roleOf(url: string): WorkspaceRole {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** An address of a database, and the variable that it comes from. */
interface DatabaseAddress {
  readonly url: string;
  readonly variable: string;
}

const ownerOf = ({
  url,
  ownerUrl,
  setting = 'DATABASE_URL',
}: Pick<PostgresOptions, 'url' | 'ownerUrl' | 'setting'>): DatabaseAddress =>
  ownerUrl === undefined ? { url, variable: setting } : { url: ownerUrl, variable: 'DATABASE_OWNER_URL' };

/** Do the policies of the tables apply to the connections of the pool? They do not to the tables' owner, or a superuser. */
async function isLimited(pool: Pool, { url, variable }: DatabaseAddress): Promise<boolean> {
  const asked = pool.query<{ limited: boolean }>(`select row_security_active('crumb') as limited`);
  const { rows } = await asked.catch((cause: unknown) => explainRefusal(url, variable, cause));
  return rows[0]?.limited === true;
}

async function requireLimits(pool: Pool, url: string): Promise<void> {
  if (await isLimited(pool, { url, variable: 'DATABASE_URL' })) return;
  throw new SetupError(
    `The policies that keep workspaces apart do not apply to ${roleOf(url).name}, the user of DATABASE_URL: it owns the tables, is a superuser or may bypass them. ` +
      'Give another user in DATABASE_URL, or leave DATABASE_OWNER_URL unset to do without the policies (docs/guides/postgres.md).',
  );
}

/** A reader also reads what belongs to no workspace or to all: its user must see every row, though it owns no table. */
async function requireReadable(source: DataSource, address: DatabaseAddress): Promise<void> {
  await requireCurrentSchema(source);
  if (!(await isLimited(getPool(source), address))) return;
  const { name } = roleOf(address.url);
  throw new SetupError(
    `The policies that keep workspaces apart apply to ${name}, the user of ${address.variable}, so that this reader would find nothing. ` +
      `Have an administrator run on the primary: alter role ${escapeIdentifier(name)} bypassrls (docs/guides/readers.md).`,
  );
}

interface PostgresOptions extends Pick<
  DatabaseOptions,
  'ownerUrl' | 'tool' | 'setting' | 'isReplica' | 'onDeath' | 'onMigrated'
> {
  readonly url: string;
}

async function migratePostgres(
  source: DataSource,
  { url, ownerUrl, onMigrated }: Pick<PostgresOptions, 'url' | 'ownerUrl' | 'onMigrated'>,
): Promise<void> {
  const change = await migrate(source, ownerUrl === undefined ? undefined : roleOf(url));
  if (change) onMigrated?.(change);
}

async function openPostgres(options: PostgresOptions): Promise<OpenDatabase> {
  const { url, ownerUrl, tool, isReplica = false, onDeath, onMigrated } = options;
  // The idle time-out: a writer that hangs inside a transaction must not lock the head row for ever, its standby waits for it.
  // No JIT: it compiles short statements whose plans look expensive. Iterative scan: a vector search across sessions continues
  // until enough rows pass the access filter.
  const search = '-c jit=off -c hnsw.iterative_scan=relaxed_order -c hnsw.ef_search=200';
  const startUp = isReplica ? `${search} -c default_transaction_read_only=on` : search;
  const check = isReplica ? { verify: new OneServer(onDeath).verify } : {};
  const settings = { max: POOL_SIZE, idle_in_transaction_session_timeout: 15_000, options: startUp, ...check };
  const owner = ownerOf(options);
  const source = createDataSource(settings, owner.url, tool);
  await source.initialize().catch((cause: unknown) => explainRefusal(owner.url, owner.variable, cause));
  await requireVector(source);
  const pool = getPool(source);
  if (isReplica) await requireReadable(source, owner);
  else if (tool === undefined) await migratePostgres(source, { url, ownerUrl, onMigrated });
  const workspacePool = ownerUrl === undefined ? pool : createPool(url, settings);
  const genericPlanPool = createPool(url, {
    max: GENERIC_PLAN_POOL_SIZE,
    ...check,
    options: `${startUp} -c plan_cache_mode=force_generic_plan`,
  });
  const close = async (): Promise<void> => {
    await genericPlanPool.end();
    if (workspacePool !== pool) await workspacePool.end();
    await closeSource(source);
  };
  if (workspacePool !== pool) {
    try {
      await requireLimits(workspacePool, url);
    } catch (error) {
      await close();
      throw error;
    }
  }
  return { database: new PgDatabase('postgres', { pool, workspacePool, genericPlanPool }, close), source };
}

/** Opens Postgres by its URL, or the embedded database under the home folder, and runs pending migrations, unless a tool opens it. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url } = options;
  return url === undefined ? openEmbedded(options) : openPostgres({ ...options, url });
}
