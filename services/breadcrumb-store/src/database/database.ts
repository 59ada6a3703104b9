/** A statement that a connection prepares once and then runs by its name. The text must not hold values of one call. */
export interface Statement {
  readonly text: string;
  /** Unique among texts. Default: derived from the text. */
  readonly name?: string;
  /**
   * Runs with one generic plan for all values. Without it Postgres plans again for each call where it expects a better plan from
   * the values, which takes several times as long as a statement that looks up a few rows. No effect inside a
   * transaction, or for all workspaces.
   */
  readonly genericPlan?: boolean;
}

/** A statement that only reads, and may therefore be batched with others. */
export interface ReadStatement extends Statement {
  /** The `timestamptz` columns whose values must be a Date. In other columns a batch gives them as ISO text. */
  readonly times?: readonly string[];
  /** Its best plan depends on the values, so each run is planned for them. @default false */
  readonly plansForValues?: boolean;
}

/** Runs statements that read: a {@link Database}, or a `StatementBatch` that joins several into one. */
export interface SqlReader {
  /** Gives the rows: bigint as number, jsonb parsed, timestamptz as Date where {@link ReadStatement.times} names the column. */
  read<Row extends object = Record<string, unknown>>(
    statement: ReadStatement,
    params?: readonly unknown[],
  ): Promise<Row[]>;
}

/** Runs SQL. A text is planned for its values; a {@link Statement} is prepared. */
export interface Sql extends SqlReader {
  /** Gives the rows: bigint as number, jsonb parsed, every timestamptz as Date. */
  query<Row extends object = Record<string, unknown>>(
    statement: string | Statement,
    params?: readonly unknown[],
  ): Promise<Row[]>;
}

/** A parameter that the driver can always encode. */
export type PlainParameter = string | number | readonly string[];

/** Runs the statements of one transaction. */
export interface TransactionSql extends Sql {
  /**
   * Sends a statement that nobody needs the rows of, without waiting for it: the statements that end a transaction travel with its
   * commit. When it fails, the whole transaction does, with that failure.
   */
  send(statement: string | Statement, params: readonly PlainParameter[]): void;
}

/** Which program runs the SQL. */
export type DatabaseKind = 'pglite' | 'postgres';

/** Runs statements and transactions. */
export interface TransactionalSql extends Sql {
  /** Commits when `work` resolves, rolls back when it rejects. Transactions cannot be nested. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
}

/** Gives access to the rows of some workspaces, and never to those of all. */
export interface WorkspaceDatabase {
  readonly kind: DatabaseKind;
  /**
   * The rows of a workspace, or of several. The database neither shows nor takes a row of another one, also where a statement forgets to
   * name its workspace. Tables without a workspace are there if requests need them.
   */
  within(workspaces: string | readonly string[]): TransactionalSql;
}

/**
 * The database, with the same contract on PGlite and Postgres. Its own statements see the rows of all workspaces: they are for work that
 * is done for all of them, such as relaying. What is done for a caller runs `within` its workspace. Inside `transaction` only the `Sql`
 * that it hands out may be used: PGlite has one session, so a query beside an open transaction would wait for ever. In tests such a query, or
 * a call of a TypeORM repository, throws instead, on Postgres too.
 */
export interface Database extends TransactionalSql, WorkspaceDatabase {
  close(): Promise<void>;
}

/** Nest token of the {@link Database}; handlers of requests inject it as a {@link WorkspaceDatabase}. */
export const DATABASE = Symbol('Database');
