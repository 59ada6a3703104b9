import type { Client, PoolClient } from 'pg';
import type { PlainParameter, Sql, Statement, TransactionSql } from './database';

/** Runs a statement on a connection. */
export type RunStatement = <Row extends object>(
  client: PoolClient,
  statement: string | Statement,
  params: readonly unknown[],
) => Promise<Row[]>;

/**
 * A pool listens for errors of a connection only while it is idle. Node ends a process whose emitter reports an error to nobody, so a
 * connection that breaks while it is in use needs a listener; the next statement on it rejects with the reason.
 */
const ignoreError = (): void => undefined;

/** Calls `work` with the connection, and returns it to its pool. A connection on which something failed is thrown away, unless `mend` resolves. */
export async function useConnection<T>(
  client: PoolClient,
  work: (client: PoolClient) => Promise<T>,
  mend: (client: PoolClient) => Promise<unknown>,
): Promise<T> {
  client.on('error', ignoreError);
  try {
    const result = await work(client);
    release(client);
    return result;
  } catch (error) {
    await mend(client).then(
      () => release(client),
      (broken: unknown) => release(client, broken instanceof Error ? broken : true),
    );
    throw error;
  }
}

/** How a transaction runs. */
export interface TransactionOptions {
  readonly run: RunStatement;
  /** What is sent to begin it: `begin`, and settings of the transaction. */
  readonly begin: string;
}

/**
 * Commits what `work` does on the connection. The connections are pipelined: `begin` travels with the first statement of `work`, and
 * `commit` with those that it sent without waiting. When one of them fails, Postgres answers the `commit` by rolling back.
 */
export async function commitAfter<T>(
  client: PoolClient,
  { run, begin }: TransactionOptions,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const sent: Promise<unknown>[] = [];
  const watch = (done: Promise<unknown>): void => {
    done.catch(ignoreError);
    sent.push(done);
  };
  joinWrites(client);
  watch(client.query(begin));
  const query: Sql['query'] = async <Row extends object>(
    statement: string | Statement,
    params: readonly unknown[] = [],
  ) => {
    joinWrites(client);
    const rows = run<Row>(client, statement, params);
    await Promise.all([...sent, rows]);
    return rows;
  };
  const send = (statement: string | Statement, params: readonly PlainParameter[]): void => {
    joinWrites(client);
    watch(run(client, statement, params));
  };
  const result = await work({ query, read: query, send });
  const committed = client.query('commit');
  await Promise.all([...sent, committed]);
  if ((await committed).command === 'COMMIT') return result;
  throw new Error('The transaction was rolled back, because a statement in it had failed.');
}

/** Sends everything that is written to the connection in this turn of the event loop in one packet: each one wakes the server. */
export function joinWrites(client: PoolClient): void {
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Returns a connection to its pool, which listens for its errors again, or throws it away because of `broken`. */
function release(client: PoolClient, broken?: Error | true): void {
  client.release(broken);
  client.removeListener('error', ignoreError);
}
