import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Database } from '../src/database/database';
import { migrate } from '../src/database/migrate';
import { openDatabase } from '../src/database/open-database';
import { PgliteOwner } from '../src/database/pglite-owner';
import { NewerSchema, SCHEMA_VERSION } from '../src/database/schema-version';
import { Lease } from '../src/writer/lease';
import { databases, migrated } from './databases';
import { message, StoreUnderTest, user } from './store-under-test';

/** A migration of a version of the store that does not exist yet. */
class Later9999999999999 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table later ()');
  }
  down(): Promise<void> {
    throw new Error('not used');
  }
}

class Broken9999999999999 extends Later9999999999999 {
  override async up(runner: QueryRunner): Promise<void> {
    await super.up(runner);
    throw new Error('the migration fails');
  }
}

/** Migrates as a version of the store that has one migration more. */
async function migrateFurther(source: DataSource, migration: Later9999999999999): Promise<void> {
  const newer = Object.create(source, { migrations: { value: [...source.migrations, migration] } }) as DataSource;
  await migrate(newer);
}

/** Which tables there are, which migrations ran, and who writes. */
async function describeDatabase(database: Database): Promise<unknown> {
  return {
    tables: await database.query(`select relname from pg_class where relkind = 'r' order by oid`),
    migrations: await database.query('select * from migrations order by id'),
    head: await database.query('select * from log_head'),
  };
}

describe.each(databases)('a database on %s that a newer version of the store has migrated', (_name, open) => {
  let store: StoreUnderTest;
  let workspace: string;

  beforeEach(async () => {
    store = await StoreUnderTest.over(await open());
    workspace = await store.workspace();
  }, 60_000);
  afterEach(() => store.close());

  const say = (text: string) => store.create(user(workspace), message(text));
  const takeLease = () => new Lease(store.db.database, () => undefined).acquire(() => undefined);

  it('is refused at the start of this version, which names what it found and what to do, and changes nothing', async () => {
    const { source, database } = store.db;
    await database.query(`insert into migrations (timestamp, name) values (1, 'Unheard1'), (9, 'Future9')`);
    const before = await describeDatabase(database);
    const refused = await migrate(source).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NewerSchema);
    expect((refused as NewerSchema).unknown).toEqual(['Unheard1', 'Future9']);
    expect((refused as NewerSchema).message).toMatch(
      new RegExp(`newer version .* has Future9 and 1 before it, .* up to ${SCHEMA_VERSION}\\. Start the newer version`),
    );
    await expect(takeLease()).rejects.toThrow(NewerSchema);
    expect(await describeDatabase(database)).toEqual(before);
  });

  it('is not written to any more by the writer of this version, which had the lease, and a standby of this version does not take it', async () => {
    await say('before the upgrade');
    await migrateFurther(store.db.source, new Later9999999999999());
    await expect(say('after the upgrade')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(takeLease()).rejects.toThrow(NewerSchema);
    const stored = await store.db.database.query('select 1 from crumb where workspace = $1', [workspace]);
    expect(stored).toHaveLength(1);
  });

  it('is as it was, with its writer, when a migration of the newer version fails', async () => {
    const before = await describeDatabase(store.db.database);
    await expect(migrateFurther(store.db.source, new Broken9999999999999())).rejects.toThrow('the migration fails');
    expect(await describeDatabase(store.db.database)).toEqual(before);
    await expect(say('still here')).resolves.toMatchObject({ version: 1 });
  });
});

test('an embedded database that is refused is closed before another process may open it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-newer-'));
  await migrated(home);
  const onDeath = (error: Error): never => {
    throw error;
  };
  const { database } = await openDatabase({ home, onDeath });
  await database.query(`insert into migrations (timestamp, name) values (9, 'Future9')`);
  await database.close();
  const whileClosing: boolean[] = [];
  const original = PgliteOwner.prototype.close;
  jest.spyOn(PgliteOwner.prototype, 'close').mockImplementation(async function (this: PgliteOwner) {
    whileClosing.push(existsSync(join(home, 'pglite.lock')));
    await original.call(this);
  });
  await expect(openDatabase({ home, onDeath })).rejects.toThrow(NewerSchema);
  jest.restoreAllMocks();
  expect(whileClosing).toEqual([true]);
  expect(existsSync(join(home, 'pglite.lock'))).toBe(false);
  rmSync(home, { recursive: true });
}, 60_000);
