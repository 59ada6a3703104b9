/** A statement that the server plans once per connection; the name is unique among texts. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * One plan serves all values: Postgres would plan anew each time where it expects a little of seeing them, which takes several
   * times as long as a statement that looks up a few rows. Not inside a transaction.
   */
  readonly genericPlan?: true;
}

/** Runs SQL and gives the rows. bigint comes as number, timestamptz as Date, jsonb parsed. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(
    statement: string | Statement,
    params?: readonly unknown[],
  ): Promise<Row[]>;
}

/**
 * The one door to the record, the same over both databases. Inside `transaction` only the `Sql` that it hands out may be
 * used: PGlite has one session, so a query beside an open transaction would wait for ever; it throws instead, on Postgres too.
 */
export interface Database extends Sql {
  readonly kind: 'pglite' | 'postgres';
  /** All or nothing: commits when `work` returns, rolls back when it throws. Cannot be nested. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Token under which Nest gives the {@link Database}. */
export const DATABASE = Symbol('Database');
