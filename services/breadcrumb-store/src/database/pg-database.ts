import { AsyncLocalStorage } from 'node:async_hooks';
import { sha256 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { type Client, Pool, type PoolClient, type QueryConfig } from 'pg';
import type { Database, PlainParameter, ReadStatement, Statement, TransactionSql } from './database';

/** Runs statements: a pool or a connection of `pg`. */
export interface Queryable {
  query(config: QueryConfig): Promise<{ rows: unknown[] }>;
}

/** How many names of prepared statements are kept. */
const MOST_NAMES = 1_000;

/** Where a database's connections come from. */
export interface Connections {
  readonly pool: Pool;
  /** Connections that use one generic plan for all values of a statement: a pool of their own, or those of `pool`. */
  readonly genericPlanPool: Queryable;
}

/**
 * A pool listens for errors of a connection only while it is idle. Node ends a process whose emitter reports an error to nobody, so a
 * connection that breaks during a transaction needs a listener; the next statement on it rejects with the reason.
 */
const ignoreError = (): void => undefined;

/** {@link Database} over pools of `pg` connections. */
export class PgDatabase implements Database {
  private readonly open = new AsyncLocalStorage<true>();
  private readonly pool: Pool;
  private readonly genericPlanPool: Queryable;
  /** Statement texts are built anew for each call and repeat: their hashes are kept. */
  private readonly names = new LRUCache<string, string>({
    max: MOST_NAMES,
    memoMethod: (text) => `r_${sha256(text).slice(0, 24)}`,
  });

  constructor(
    readonly kind: 'pglite' | 'postgres',
    { pool, genericPlanPool }: Connections,
    private readonly shut: () => Promise<void>,
  ) {
    this.pool = pool;
    this.genericPlanPool = genericPlanPool;
    this.refuseConnectionsInside(pool);
    if (genericPlanPool instanceof Pool) this.refuseConnectionsInside(genericPlanPool);
  }

  async query<Row extends object>(statement: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
    const isGeneric = typeof statement !== 'string' && statement.genericPlan === true;
    return this.run<Row>(isGeneric ? this.genericPlanPool : this.pool, statement, params);
  }

  read<Row extends object>(statement: ReadStatement, params: readonly unknown[] = []): Promise<Row[]> {
    return this.query<Row>(statement, params);
  }

  async transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    client.on('error', ignoreError);
    try {
      const result = await this.commitAfter(client, work);
      release(client);
      return result;
    } catch (error) {
      await this.abandon(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.shut();
  }

  /**
   * The connections are pipelined: `begin` travels with the first statement of `work`, and `commit` with those that it sent without
   * waiting. When one of them fails, Postgres answers the `commit` by rolling back.
   */
  private async commitAfter<T>(client: PoolClient, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    const sent: Promise<unknown>[] = [];
    const watch = (done: Promise<unknown>): void => {
      done.catch(ignoreError);
      sent.push(done);
    };
    joinWrites(client);
    watch(client.query('begin'));
    const query = async <Row extends object>(statement: string | Statement, params: readonly unknown[] = []) => {
      const rows = this.run<Row>(client, statement, params);
      await Promise.all([...sent, rows]);
      return rows;
    };
    const send = (statement: Statement, params: readonly PlainParameter[]): void => {
      joinWrites(client);
      watch(this.run(client, statement, params));
    };
    const result = await this.open.run(true, () => work({ query, read: query, send }));
    const committed = client.query('commit');
    await Promise.all([...sent, committed]);
    if ((await committed).command === 'COMMIT') return result;
    throw new Error('The transaction was rolled back, because a statement in it had failed.');
  }

  private async run<Row extends object>(
    connection: Queryable,
    statement: string | Statement,
    params: readonly unknown[],
  ): Promise<Row[]> {
    const config =
      typeof statement === 'string'
        ? { text: statement }
        : { text: statement.text, name: statement.name ?? this.names.memo(statement.text) };
    const { rows } = await connection.query({ ...config, values: params as unknown[] });
    return rows as Row[];
  }

  /** A connection that cannot even roll back is thrown away, not returned to the pool. */
  private async abandon(client: PoolClient): Promise<void> {
    try {
      await client.query('rollback');
      release(client);
    } catch (broken) {
      release(client, broken instanceof Error ? broken : true);
    }
  }

  /**
   * Refuses a connection beside an open transaction, to TypeORM's repositories too, which share the pool: PGlite has one connection, so
   * the request would wait for ever.
   */
  private refuseConnectionsInside(pool: Pool): void {
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
    const guarded = (...args: unknown[]): unknown => {
      if (!this.open.getStore()) return connect(...args);
      throw new Error('A query was started beside an open transaction; use the Sql that the transaction hands out.');
    };
    pool.connect = guarded as Pool['connect'];
  }
}

/** Sends everything that is written to the connection in this turn of the event loop in one packet: each one wakes the server. */
function joinWrites(client: PoolClient): void {
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Returns a connection to its pool, which listens for its errors again, or throws it away because of `broken`. */
function release(client: PoolClient, broken?: Error | true): void {
  client.release(broken);
  client.removeListener('error', ignoreError);
}
