import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database that no other test uses. */
export interface FreshDatabase {
  readonly url: string;
  /** Runs one statement on it. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/** Runs one statement on a connection of its own. */
export async function runSql<Row>(url: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Creates a database on the server of that URL. */
export async function freshDatabase(beside: string): Promise<FreshDatabase> {
  const name = `crumbtrail_${randomBytes(6).toString('hex')}`;
  await runSql(beside, `CREATE DATABASE ${name}`);
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (sql, values) => runSql(url.href, sql, values),
    drop: async () => void (await runSql(beside, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}
