import { Pool, types, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { migrations } from '../migrations/all';
import { entities } from '../entities/all';

const INT8 = 20;

/** Positions stay far below 2^53, so bigint is parsed as number. Set for our own pools only, not for the whole process. */
const numbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format as 'text'),
};

/** The name of the store's connections, by which others see that a store runs. */
export const STORE_APPLICATION = 'breadcrumb-store';

/**
 * Creates TypeORM's data source, for migrations and repositories; it never synchronizes. `extra` is passed to `pg`. Its connections are
 * pipelined: a statement is sent without waiting for the answers to those before it.
 */
export function createDataSource(extra: object, url?: string, applicationName = STORE_APPLICATION): DataSource {
  return new DataSource({
    type: 'postgres',
    ...(url === undefined ? { host: 'pglite', username: 'postgres', database: 'postgres' } : { url }),
    extra: { ...extra, types: numbers, pipeline: true },
    applicationName,
    installExtensions: false,
    // Generated UUIDs come from gen_random_uuid(), which Postgres has without this extension.
    uuidExtension: 'pgcrypto',
    synchronize: false,
    migrations,
    migrationsTransactionMode: 'each',
    entities,
    logging: false,
  });
}

/** The connection pool of a connected data source. */
export function getPool(source: DataSource): Pool {
  return (source.driver as PostgresDriver).master as Pool;
}

/** Creates another pool to the same Postgres, with settings of its own. */
export function createPool(url: string, settings: PoolConfig): Pool {
  const shared = { application_name: STORE_APPLICATION, types: numbers, pipeline: true };
  const pool = new Pool({ connectionString: url, ...shared, ...settings });
  // An idle connection that breaks is replaced for the next statement, which fails with the reason where that is impossible.
  return pool.on('error', () => undefined);
}
