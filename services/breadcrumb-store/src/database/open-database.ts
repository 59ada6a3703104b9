import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '@crumbtrail/platform';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { Database } from './database';
import { createDataSource, createPool, getPool } from './data-source';
import { takeLock } from './lock-file';
import { migrate } from './migrate';
import { OneServer } from './one-server';
import { PgDatabase, type Queryable } from './pg-database';
import { PgliteOwner } from './pglite-owner';
import { PgliteStream } from './pglite-stream';
import { requireCurrentSchema } from './schema-version';

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
  readonly home: string;
  /** Called when the embedded database died, or a replica is another server than before: the process should end, so that its supervisor restarts it. */
  readonly onDeath: (error: Error) => void;
  /** What opens it is no store but this tool: the schema stays as it is. */
  readonly tool?: string;
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

/** The one connection of the pool, with generic plans. */
function withGenericPlans(pool: Pool, owner: PgliteOwner): Queryable {
  return {
    query: async (config) => {
      const client = await pool.connect();
      try {
        return await owner.withGenericPlans(() => client.query(config));
      } finally {
        client.release();
      }
    },
  };
}

async function openEmbedded({ home, onDeath, tool }: DatabaseOptions): Promise<OpenDatabase> {
  const directory = embeddedDirectory(home);
  const unlock = takeLock(`${directory}.lock`);
  try {
    const owner = await PgliteOwner.open(directory, onDeath);
    const source = createDataSource({ stream: () => new PgliteStream(owner), max: 1, idleTimeoutMillis: 0 });
    await source.initialize();
    if (tool === undefined) await migrate(source);
    const close = async (): Promise<void> => {
      await closeSource(source);
      await owner.close();
      unlock();
    };
    const pool = getPool(source);
    return {
      database: new PgDatabase('pglite', { pool, genericPlanPool: withGenericPlans(pool, owner) }, close),
      source,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function requireVector(source: DataSource): Promise<void> {
  const found: unknown[] = await source.query(`select 1 from pg_available_extensions where name = 'vector'`);
  if (found.length === 0) throw new Error('This Postgres has no pgvector; install the extension for its version.');
}

async function connect(source: DataSource, url: string): Promise<void> {
  try {
    await source.initialize();
  } catch (cause) {
    const { host, pathname } = new URL(url);
    const why = cause instanceof AggregateError ? cause.errors[0] : cause;
    throw new Error(
      `The database ${pathname.slice(1)} at ${host} cannot be opened: ${errorMessage(why)}; check DATABASE_URL.`,
      { cause },
    );
  }
}

async function openPostgres(url: string, { tool, isReplica = false, onDeath }: DatabaseOptions): Promise<OpenDatabase> {
  // The idle time-out: a writer that hangs inside a transaction must not lock the head row for ever, its standby waits for it.
  // No JIT: it compiles short statements whose plans look expensive. Iterative scan: a vector search across sessions continues
  // until enough rows pass the access filter.
  const search = '-c jit=off -c hnsw.iterative_scan=relaxed_order -c hnsw.ef_search=200';
  const options = isReplica ? `${search} -c default_transaction_read_only=on` : search;
  const check = isReplica ? { verify: new OneServer(onDeath).verify } : {};
  const settings = { idle_in_transaction_session_timeout: 15_000, options, ...check };
  const source = createDataSource({ max: POOL_SIZE, ...settings }, url, tool);
  await connect(source, url);
  await requireVector(source);
  if (isReplica) await requireCurrentSchema(source);
  else if (tool === undefined) await migrate(source);
  const genericPlanPool = createPool(url, {
    max: GENERIC_PLAN_POOL_SIZE,
    ...check,
    options: `${options} -c plan_cache_mode=force_generic_plan`,
  });
  const close = async (): Promise<void> => {
    await genericPlanPool.end();
    await closeSource(source);
  };
  return { database: new PgDatabase('postgres', { pool: getPool(source), genericPlanPool }, close), source };
}

/** Opens Postgres by its URL, or the embedded database under the home folder, and runs pending migrations, unless a tool opens it. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  return options.url === undefined ? openEmbedded(options) : openPostgres(options.url, options);
}
