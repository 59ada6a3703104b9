import { AsyncLocalStorage } from 'node:async_hooks';
import { sha256 } from '@crumbtrail/contracts';
import { isTest } from '@crumbtrail/platform';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Database, DatabaseKind, ReadStatement, Statement, TransactionalSql, TransactionSql } from './database';
import { commitAfter, joinWrites, useConnection, type RunStatement } from './pg-transaction';
import { joinWorkspaces, WorkspaceLimits } from './workspace-limits';

type ConnectCallback = Parameters<Pool['connect']>[0];

/** How many names of prepared statements are kept. */
const MOST_NAMES = 1_000;

/** The plan of a statement depends on the rows that its role may see: a connection prepares it once for each. */
const LIMITED = '_w';

/** Where a database's connections come from. */
export interface Connections {
  /** Connections that see all workspaces. TypeORM's repositories use them too. */
  readonly pool: Pool;
  /** Connections that are limited to workspaces before they are used: of another user, or those of `pool`. */
  readonly workspacePool: Pool;
  /** Connections like those of `workspacePool` that use one generic plan for all values of a statement. */
  readonly genericPlanPool: Pool;
  /** Makes the statements of `work` use generic plans. Default: those of `genericPlanPool` do so by themselves. */
  readonly withGenericPlans?: <T>(work: () => Promise<T>) => Promise<T>;
  /** The role that a connection takes on while it is limited. Default: none, because its user has no rights beyond the limits. */
  readonly workspaceRole?: string;
}

const throwAway = (): Promise<never> => Promise.reject(new Error('A statement failed on this connection.'));

/** {@link Database} over pools of `pg` connections. */
export class PgDatabase implements Database {
  /** Set inside transactions, and only in tests: on Node 20 it slows down every promise of the process. */
  private readonly open = isTest() ? new AsyncLocalStorage<true>() : null;
  private readonly limits: WorkspaceLimits;
  /** Connects without lifting the limits of the connection. */
  private readonly connectLimited: (pool: Pool) => Promise<PoolClient>;
  /** Statement texts are built anew for each call and repeat: their hashes are kept. */
  private readonly names = new LRUCache<string, string>({
    max: MOST_NAMES,
    memoMethod: (text) => `r_${sha256(text).slice(0, 24)}`,
  });

  constructor(
    readonly kind: DatabaseKind,
    private readonly connections: Connections,
    private readonly shut: () => Promise<void>,
  ) {
    this.limits = new WorkspaceLimits(connections.workspaceRole ?? null);
    const { pool } = connections;
    const connect = pool.connect.bind(pool);
    this.connectLimited = (one) => (one === pool ? connect() : one.connect());
    this.guard(pool);
  }

  async query<Row extends object>(statement: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
    return (await this.connections.pool.query(this.toConfig(statement, params))).rows as Row[];
  }

  read<Row extends object>(statement: ReadStatement, params: readonly unknown[] = []): Promise<Row[]> {
    return this.query<Row>(statement, params);
  }

  async transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    const client = await this.connections.pool.connect();
    return this.commit(client, { begin: 'begin', suffix: '' }, work);
  }

  within(workspaces: string | readonly string[]): TransactionalSql {
    const limit = joinWorkspaces(workspaces);
    const query = <Row extends object>(statement: string | Statement, params: readonly unknown[] = []) =>
      this.queryWithin<Row>(limit, statement, params);
    return { query, read: query, transaction: (work) => this.transactionWithin(limit, work) };
  }

  async close(): Promise<void> {
    await this.shut();
  }

  private async queryWithin<Row extends object>(
    limit: string,
    statement: string | Statement,
    params: readonly unknown[],
  ): Promise<Row[]> {
    const { workspacePool, genericPlanPool, withGenericPlans = (work) => work() } = this.connections;
    const isGeneric = typeof statement !== 'string' && statement.genericPlan === true;
    const config = this.toConfig(statement, params, LIMITED);
    this.refuseInside();
    const connection = await this.connectLimited(isGeneric ? genericPlanPool : workspacePool);
    const work = async (client: PoolClient): Promise<Row[]> => {
      const limited = this.sendLimit(client, limit);
      const send = () => client.query(config);
      // Rows that were read before the limit applied are not returned: one of the two has failed then.
      const [{ rows }] = await Promise.all([isGeneric ? withGenericPlans(send) : send(), limited]);
      return rows as Row[];
    };
    return useConnection(connection, work, throwAway);
  }

  /** Sends the limit in the same packet as the statement that follows. */
  private sendLimit(client: PoolClient, limit: string): Promise<unknown> | null {
    const text = this.limits.planLimit(client, limit);
    if (text === null) return null;
    joinWrites(client);
    return client.query(text);
  }

  private async transactionWithin<T>(limit: string, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    this.refuseInside();
    const client = await this.connectLimited(this.connections.workspacePool);
    const text = this.limits.planLimit(client, limit);
    return this.commit(client, { begin: text === null ? 'begin' : `begin; ${text}`, suffix: LIMITED }, work);
  }

  private commit<T>(
    connection: PoolClient,
    { begin, suffix }: { readonly begin: string; readonly suffix: string },
    work: (sql: TransactionSql) => Promise<T>,
  ): Promise<T> {
    const run: RunStatement = async <Row extends object>(
      client: PoolClient,
      statement: string | Statement,
      params: readonly unknown[],
    ) => (await client.query(this.toConfig(statement, params, suffix))).rows as Row[];
    const { open } = this;
    const inside = open === null ? work : (sql: TransactionSql): Promise<T> => open.run(true, () => work(sql));
    const rollBack = async (client: PoolClient): Promise<void> => {
      await client.query('rollback');
      this.limits.forget(client);
    };
    return useConnection(connection, (client) => commitAfter(client, { run, begin }, inside), rollBack);
  }

  private toConfig(statement: string | Statement, params: readonly unknown[], suffix = ''): QueryConfig {
    const values = params as unknown[];
    if (typeof statement === 'string') return { text: statement, values };
    const { text, name = this.names.memo(text) } = statement;
    return { text, name: `${name}${suffix}`, values };
  }

  /** PGlite has one connection, so that a request for another one beside an open transaction would wait for ever. */
  private refuseInside(): void {
    if (this.open?.getStore())
      throw new Error('A query was started beside an open transaction; use the Sql that the transaction hands out.');
  }

  /** Makes connections for all workspaces, those of TypeORM's repositories too, come without limits, and only outside transactions. */
  private guard(pool: Pool): void {
    const connect = pool.connect.bind(pool);
    const lift = (client: PoolClient): void => {
      const text = this.limits.planLift(client);
      // A statement that is sent after this one fails too if this one does: only a broken connection cannot reset its role.
      if (text !== null) client.query(text).catch(() => undefined);
    };
    const guarded = (callback?: ConnectCallback): unknown => {
      this.refuseInside();
      if (callback === undefined) return connect().then((client) => (lift(client), client));
      return connect((error, client, done) => {
        if (client) lift(client);
        callback(error, client, done);
      });
    };
    pool.connect = guarded as Pool['connect'];
  }
}
