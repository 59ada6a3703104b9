import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** How the role signs in that the stores of tests are limited by. All databases of a server share it; the first store creates it. */
const WORKSPACE_ROLE = { username: 'crumbtrail_test', password: 'crumbtrail_test' };

/** The address of the same database for the role that is limited to workspaces. */
export const limitedUrl = (ownerUrl: string): string => Object.assign(new URL(ownerUrl), WORKSPACE_ROLE).href;

/** A database that no other test uses. */
export interface FreshDatabase {
  /** For the owner of its tables. */
  readonly url: string;
  /** The environment of a store on it, whose requests are limited to workspaces. */
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_OWNER_URL: string };
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
    settings: { DATABASE_URL: limitedUrl(url.href), DATABASE_OWNER_URL: url.href },
    query: (sql, values) => runSql(url.href, sql, values),
    drop: async () => void (await runSql(beside, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}
