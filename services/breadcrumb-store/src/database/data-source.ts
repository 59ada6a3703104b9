import { Pool, types, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { migrations } from '../migrations/all';
import { entities } from '../entities';

const INT8 = 20;

/** Positions stay far below 2^53, so bigint comes as number. Only for our own pools, never for the whole process. */
const numbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format as 'text'),
};

/** TypeORM for migrations, entities and the quiet paths; it never synchronizes. `extra` goes to `pg`. */
export function createDataSource(extra: object, url?: string): DataSource {
  return new DataSource({
    type: 'postgres',
    ...(url === undefined ? { host: 'pglite', username: 'postgres', database: 'postgres' } : { url }),
    extra: { ...extra, types: numbers },
    applicationName: 'breadcrumb-store',
    installExtensions: false,
    synchronize: false,
    migrations,
    migrationsTransactionMode: 'each',
    entities,
    logging: false,
  });
}

/** The pool under a connected data source. */
export function getPool(source: DataSource): Pool {
  return (source.driver as PostgresDriver).master as Pool;
}

/** Another pool to the same Postgres, with settings of its own. */
export function createPool(url: string, settings: PoolConfig): Pool {
  const pool = new Pool({ connectionString: url, application_name: 'breadcrumb-store', types: numbers, ...settings });
  // A connection that breaks while it rests is replaced for the next statement, which fails with the reason if that cannot be.
  return pool.on('error', () => undefined);
}
