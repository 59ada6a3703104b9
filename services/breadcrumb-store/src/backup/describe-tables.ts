import type { BackedUpTable } from './backup-format';

/** Runs one statement: the Sql of a transaction, or a query runner. */
export type Ask = (text: string, params?: unknown[]) => Promise<unknown[]>;

/** Not in a backup: migrations are run again, and browsers sign in again. */
const LEFT_OUT = ['migrations', 'sign_in'];

const READ_TABLES = `select c.relname::text as name,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as refers_to,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname`;

interface TableRow extends BackedUpTable {
  readonly refers_to: readonly string[];
}

/** The tables of the database that a backup holds, each after those that it refers to. */
export async function describeTables(ask: Ask): Promise<BackedUpTable[]> {
  const waiting = ((await ask(READ_TABLES)) as TableRow[]).filter(({ name }) => !LEFT_OUT.includes(name));
  const ordered: BackedUpTable[] = [];
  const isPlaced = (name: string): boolean => !waiting.some((one) => one.name === name);
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ refers_to }) => refers_to.every(isPlaced));
    const [{ name, columns }] = waiting.splice(Math.max(at, 0), 1) as [TableRow];
    ordered.push({ name, columns });
  }
  return ordered;
}

/** The name of a table or column in SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
