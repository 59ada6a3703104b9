import type { Sql, Statement } from './database';
import { prepared } from '../search/filter/chunk-filter.sql';

interface WaitingStatement {
  readonly text: string;
  readonly params: readonly unknown[];
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

const PARAMETER = /\$(\d+)/g;

/** The same statement, its parameters counted on from so many. */
const renumber = ({ text }: WaitingStatement, by: number): string =>
  by === 0 ? text : text.replace(PARAMETER, (_, nth: string) => `$${Number(nth) + by}`);

/**
 * Runs statements that are asked for at the same moment as one, so that the sources of a plan cost no more than one does. Rows
 * of joined statements come through JSON: times are texts then.
 */
export class StatementBatch implements Sql {
  private waiting: WaitingStatement[] = [];
  private count = 0;

  /** `plan`: how their text is planned. */
  constructor(
    private readonly sql: Sql,
    private readonly plan: (text: string) => string | Statement,
  ) {}

  /** Statements that were run. */
  get queries(): number {
    return this.count;
  }

  query<Row extends object>(statement: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
    const text = typeof statement === 'string' ? statement : statement.text;
    return new Promise<Row[]>((resolve, reject) => {
      this.waiting.push({ text, params, reject, resolve: resolve as WaitingStatement['resolve'] });
      if (this.waiting.length === 1) setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    const all = this.waiting;
    this.waiting = [];
    this.count += 1;
    try {
      const rows = await this.rowsOf(all);
      all.forEach((one, nth) => one.resolve(rows[nth] ?? []));
    } catch (error) {
      for (const one of all) one.reject(error);
    }
  }

  private async rowsOf(all: readonly WaitingStatement[]): Promise<object[][]> {
    const [first] = all;
    if (all.length === 1 && first) return [await this.send(first.text, first.params)];
    const params: unknown[] = [];
    const columns = all.map((one, nth) => {
      const text = renumber(one, params.length);
      params.push(...one.params);
      return `(select json_agg(r) from (${text}) r) as q${nth}`;
    });
    const [row] = await this.send<Record<string, object[] | null>>(`select ${columns.join(',\n')}`, params);
    return all.map((_, nth) => row?.[`q${nth}`] ?? []);
  }

  private send<Row extends object>(text: string, params: readonly unknown[]): Promise<Row[]> {
    return this.sql.query<Row>(this.plan(text), params);
  }
}

/** On Postgres a vector question across sessions is planned with its embedder in sight: only so does it use the partial index. */
export const createBatch = (sql: Sql & { readonly kind: string }, hasVector: boolean): StatementBatch =>
  new StatementBatch(sql, sql.kind === 'postgres' && hasVector ? (text) => text : prepared);
