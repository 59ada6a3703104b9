import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Database, Sql, Statement } from './database';

interface Queryable {
  query(config: QueryConfig): Promise<{ rows: unknown[] }>;
}

async function runStatement<Row extends object>(
  on: Queryable,
  statement: string | Statement,
  params: readonly unknown[],
): Promise<Row[]> {
  const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : statement;
  const { rows } = await on.query({ text, ...(name === undefined ? {} : { name }), values: params as unknown[] });
  return rows as Row[];
}

/** Connections, whatever their stream leads to. */
export interface Connections {
  readonly pool: Pool;
  /** Those that plan a statement once, whatever its values. */
  readonly onePlan: Pool;
}

/** {@link Database} over pools of `pg` connections. */
export class PgDatabase implements Database {
  private readonly open = new AsyncLocalStorage<true>();
  private readonly pool: Pool;
  private readonly onePlan: Pool;

  constructor(
    readonly kind: 'pglite' | 'postgres',
    { pool, onePlan }: Connections,
    private readonly shut: () => Promise<void>,
  ) {
    this.pool = pool;
    this.onePlan = onePlan;
  }

  async query<Row extends object>(statement: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
    this.refuseInside('query');
    const isOnePlan = typeof statement !== 'string' && statement.genericPlan === true;
    return runStatement<Row>(isOnePlan ? this.onePlan : this.pool, statement, params);
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    this.refuseInside('transaction');
    const client = await this.pool.connect();
    const sql: Sql = { query: (statement, params = []) => runStatement(client, statement, params) };
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
