/** A statement that a connection prepares once and then runs by its name. The text must not hold values of one call. */
export interface Statement {
  readonly text: string;
  /** Unique among texts. Default: derived from the text. */
  readonly name?: string;
  /**
   * Runs with one generic plan for all values. Without it Postgres plans again for each call where it expects a better plan from
   * the values, which takes several times as long as a statement that looks up a few rows. No effect inside a transaction.
   */
  readonly genericPlan?: boolean;
}

/** A statement that only reads, and may therefore be batched with others. */
export interface ReadStatement extends Statement {
  /** The `timestamptz` columns whose values must be a Date. In other columns a batch gives them as ISO text. */
  readonly times?: readonly string[];
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
  send(statement: Statement, params: readonly PlainParameter[]): void;
}

/**
 * The database, with the same contract on PGlite and Postgres. Inside `transaction` only the `Sql` that it hands out may be
 * used: PGlite has one session, so a query beside an open transaction would wait for ever. Such a query, or a call of a TypeORM
 * repository, throws instead, on Postgres too.
 */
export interface Database extends Sql {
  readonly kind: 'pglite' | 'postgres';
  /** Commits when `work` resolves, rolls back when it rejects. Transactions cannot be nested. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Nest token of the {@link Database}. */
export const DATABASE = Symbol('Database');
