import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Database, Sql, Statement } from './database';

interface Runner {
  query(config: QueryConfig): Promise<{ rows: unknown[] }>;
}

async function run<Row extends object>(
  on: Runner,
  statement: string | Statement,
  params: readonly unknown[],
): Promise<Row[]> {
  const named = typeof statement === 'string' ? { text: statement } : statement;
  const { rows } = await on.query({ ...named, values: params as unknown[] });
  return rows as Row[];
}

/** {@link Database} over a pool of `pg` connections, whatever their stream leads to. */
export class PgDatabase implements Database {
  private readonly open = new AsyncLocalStorage<true>();

  constructor(
    readonly kind: 'pglite' | 'postgres',
    private readonly pool: Pool,
    private readonly shut: () => Promise<void>,
  ) {}

  async query<Row extends object>(statement: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
    this.refuseInside('query');
    return run<Row>(this.pool, statement, params);
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    this.refuseInside('transaction');
    const client = await this.pool.connect();
    const sql: Sql = { query: (statement, params = []) => run(client, statement, params) };
    try {
      await client.query('begin');
      const result = await this.open.run(true, () => work(sql));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      await this.abandon(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.shut();
  }

  /** A connection that cannot even roll back is thrown away, not returned to the pool. */
  private async abandon(client: PoolClient): Promise<void> {
    try {
      await client.query('rollback');
      client.release();
    } catch (broken) {
      client.release(broken instanceof Error ? broken : true);
    }
  }

  private refuseInside(what: string): void {
    if (!this.open.getStore()) return;
    throw new Error(`A ${what} was started beside an open transaction; use the Sql that the transaction hands out.`);
  }
}
