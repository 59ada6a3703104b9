import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { PgliteOwner } from '../src/database/pglite-owner';
import { PgliteStream } from '../src/database/pglite-stream';

/** Where a database is: on a server, or embedded under a home folder. */
export interface DatabasePlace {
  readonly home: string;
  readonly database: { readonly url: string } | undefined;
}

async function runScript(connection: ClientConfig, script: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query(script);
  await client.end();
}

/** Fills an empty database with what the version of commit 77a625f left in one, and runs `more` SQL on it. */
export async function loadOldDatabase({ home, database }: DatabasePlace, more = ''): Promise<void> {
  const script = `${readFileSync(join(__dirname, 'fixtures/database-of-77a625f.sql'), 'utf8')}\n${more}`;
  if (database !== undefined) return runScript({ connectionString: database.url }, script);
  const owner = await PgliteOwner.open(join(home, 'pglite'), (error) => {
    throw error;
  });
  await runScript({ stream: () => new PgliteStream(owner), user: 'postgres', database: 'postgres' }, script);
  await owner.close();
}
