import type { Sql, Statement } from '../database/database';
import type { InWorkspace } from '../ledger/in-workspace';
import { keyOf } from '../ledger/stored-rows';

/** The key of a row that has an id. */
export const inWorkspace = (row: InWorkspace): string => keyOf(row.workspace, row.id);

/** Times as ISO text, so that rows compare and travel as they are decided on. */
export function plainTimes<Row extends object>(row: Row): Row {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Date) Object.assign(row, { [name]: value.toISOString() });
  }
  return row;
}

/** The rows that a statement finds; none, unasked, where it would look for nothing. */
export async function load<Row extends object>(
  sql: Sql,
  statement: Statement | string,
  params: readonly (readonly unknown[] | string)[],
): Promise<Row[]> {
  const isIdle = params.every((one) => one.length === 0);
  return isIdle ? [] : (await sql.query<Row>(statement, params)).map(plainTimes);
}

/** The values of these names, in a list for each name. */
export const columns = <Row extends object>(rows: Iterable<Row>, ...names: (keyof Row)[]): unknown[][] => {
  const all = [...rows];
  return names.map((name) => all.map((row) => row[name]));
};

/** The rows by their keys. */
export function byKey<Row extends object>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row> {
  return new Map(rows.map((row) => [key(row), row]));
}
