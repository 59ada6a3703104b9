import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase, limitedUrl } from '@crumbtrail/testing';
import { Client } from 'pg';
import { openDatabase, type OpenDatabase } from '../src/database/open-database';

/** A migrated database for one spec; `drop` closes and deletes it. */
export interface TestDatabase extends OpenDatabase {
  drop(): Promise<void>;
  /** Of Postgres, for the owner of the tables. */
  readonly url?: string;
}

const onDeath = (error: Error): void => {
  throw error;
};

/** Leaves a migrated, empty embedded database under a home folder, as a store's first start does. */
export async function migrated(home: string): Promise<void> {
  const of = ['database', 'migrations'].map((room) => join(__dirname, '../src', room));
  const make = async (folder: string): Promise<void> => {
    const open = await openDatabase({ home: folder, onDeath });
    await open.database.close();
  };
  await copyDatabase(home, { of, make });
}

async function embedded(): Promise<TestDatabase> {
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-store-'));
  await migrated(home);
  const open = await openDatabase({ home, onDeath });
  const drop = async (): Promise<void> => {
    await open.database.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { ...open, drop };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function server(url: string): Promise<TestDatabase> {
  const name = `store_${randomBytes(6).toString('hex')}`;
  await onServer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const open = await openDatabase({ url: limitedUrl(own.href), ownerUrl: own.href, home: tmpdir(), onDeath });
  const drop = async (): Promise<void> => {
    await open.database.close();
    await onServer(url, `drop database ${name} with (force)`);
  };
  return { ...open, drop, url: own.href };
}

const url = process.env['DATABASE_URL'];

/** For `describe.each`: PGlite, or Postgres when DATABASE_URL names a server on which databases may be made. */
export const databases: readonly (readonly [string, () => Promise<TestDatabase>])[] = url
  ? [['postgres', () => server(url)]]
  : [['pglite', embedded]];
