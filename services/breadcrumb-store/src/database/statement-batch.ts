import type { ReadStatement, Sql, SqlReader, Statement } from './database';

interface WaitingStatement {
  readonly statement: ReadStatement;
  readonly params: readonly unknown[];
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

const PARAMETER = /\$(\d+)/g;

/** The text with its parameters counted from `offset` + 1. `$n` may stand in it only as a parameter, never inside a literal. */
const renumber = (text: string, offset: number): string =>
  offset === 0 ? text : text.replace(PARAMETER, (_, nth: string) => `$${Number(nth) + offset}`);

/** JSON has no dates: turns the columns that the statement names back into Dates. */
function reviveTimes(row: object, times: readonly string[]): object {
  const revived: Record<string, unknown> = { ...row };
  for (const name of times) {
    const value = revived[name];
    if (typeof value === 'string') revived[name] = new Date(value);
  }
  return revived;
}

function reviveRows(rows: object[], { times }: ReadStatement): object[] {
  return times === undefined ? rows : rows.map((row) => reviveTimes(row, times));
}

/**
 * Joins the statements that are requested in the same tick into one, so that all sources of a plan cost one round trip. The rows
 * of joined statements come as JSON.
 */
export class StatementBatch implements SqlReader {
  private waiting: WaitingStatement[] = [];
  private count = 0;

  /** `prepare` decides how the joined text is planned, unless one of the statements is planned for its values. Default: as a prepared statement. */
  constructor(
    private readonly sql: Pick<Sql, 'query'>,
    private readonly prepare: (text: string) => string | Statement = (text) => ({ text }),
  ) {}

  /** How many statements were sent to the database. */
  get queries(): number {
    return this.count;
  }

  read<Row extends object>(statement: ReadStatement, params: readonly unknown[] = []): Promise<Row[]> {
    return new Promise<Row[]>((resolve, reject) => {
      this.waiting.push({ statement, params, reject, resolve: resolve as WaitingStatement['resolve'] });
      if (this.waiting.length === 1) setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    const all = this.waiting;
    this.waiting = [];
    this.count += 1;
    try {
      const rows = await this.readRows(all);
      all.forEach((one, nth) => one.resolve(rows[nth] ?? []));
    } catch (error) {
      for (const one of all) one.reject(error);
    }
  }

  private async readRows(all: readonly WaitingStatement[]): Promise<object[][]> {
    const [first] = all;
    const prepare = all.some(({ statement }) => statement.plansForValues) ? (text: string) => text : this.prepare;
    if (all.length === 1 && first) return [await this.sql.query(prepare(first.statement.text), first.params)];
    const params: unknown[] = [];
    const columns = all.map((one, nth) => {
      const text = renumber(one.statement.text, params.length);
      params.push(...one.params);
      return `(select json_agg(r) from (${text}) r) as q${nth}`;
    });
    const [row] = await this.sql.query<Record<string, object[] | null>>(
      prepare(`select ${columns.join(',\n')}`),
      params,
    );
    return all.map(({ statement }, nth) => reviveRows(row?.[`q${nth}`] ?? [], statement));
  }
}
