import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eventually } from '@crumbtrail/testing';
import { restoreFromFile } from '../src/backup/backup-files';
import { DamagedBackup } from '../src/backup/backup-format';
import { compressBackup } from '../src/backup/compress-backup';
import { describeTables } from '../src/backup/describe-tables';
import { checkBackup } from '../src/backup/read-backup';
import { restoreBackup } from '../src/backup/restore-backup';
import type { Database } from '../src/database/database';
import { migrate } from '../src/database/migrate';
import { NewerSchema } from '../src/database/schema-version';
import { databases } from './databases';
import { EmptyDatabase } from './empty-database';
import { message, StoreUnderTest, user } from './store-under-test';

jest.setTimeout(120_000);

/** One row for each workspace and table: the number of rows, and a checksum of their text. */
async function sumUp(database: Database): Promise<Record<string, unknown>> {
  const tables = await describeTables((text) => database.query(text));
  const ofWorkspaces = tables.filter(({ columns }) => columns.some(({ name }) => name === 'workspace'));
  const sums = ofWorkspaces.map(async ({ name }) => {
    const sum = `select workspace, count(*) as rows, md5(string_agg(t::text, ',' order by t::text)) as sum from "${name}" t group by 1 order by 1`;
    return [name, await database.query(sum)] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

describe.each(databases)('a backup of a database on %s', (_name, open) => {
  let store: StoreUnderTest;
  let target: EmptyDatabase;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    target = await EmptyDatabase.create();
    folder = mkdtempSync(join(tmpdir(), 'crumbtrail-backup-'));
  });
  afterAll(async () => {
    await store.close();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => void (file = join(folder, `${randomUUID()}.crumbs`)));

  const say = async (text: string) => store.create(user(await store.workspace()), message(text));
  const backUp = (of = store): Promise<void> => compressBackup(of.db.database, () => createWriteStream(file));
  const restore = async (from = file, to = target) =>
    restoreBackup((await to.open()).source, createReadStream(from), { force: true });
  const readHead = async (database: Database) =>
    (await database.query('select log_id, epoch, position, writer from log_head'))[0];

  it('restores every row of every workspace, files and all kinds of values too, in a new epoch of the same log', async () => {
    const [one, other] = [await store.workspace(), await store.workspace()];
    await store.create(user(one), message('quotes " and \\ and lines\nand 🍞, [brackets], {braces}, NULL'));
    await store.create(user(other), message('elsewhere', { tags: ['a b', 'c,"d"'], audience: ['user:ann'] }));
    await store.db.database.query(
      `insert into file (workspace, hash, type, bytes, data) values ($1, 'sha256:1', 'image/png', 4, '\\x00ff0a5c')`,
      [other],
    );
    await backUp();
    const before = await sumUp(store.db.database);
    const header = await restore();
    const { database } = await target.open();
    expect(await sumUp(database)).toEqual(before);
    expect(before['file']).toContainEqual(expect.objectContaining({ workspace: other, rows: 1 }));
    const { log_id, position } = (await readHead(store.db.database)) ?? {};
    expect(header).toMatchObject({ log_id, head: position });
    const restored = await readHead(database);
    expect(restored).toEqual({ log_id, position, epoch: expect.any(Number) as number, writer: null });
    expect(restored?.['epoch']).toBeGreaterThan(header.epoch);
    expect(await database.query('select epoch, head from failover order by epoch desc limit 1')).toEqual([
      { epoch: restored?.['epoch'], head: position },
    ]);
  });

  it('that is taken while others write is one moment of the log: all that was acknowledged before it, and nothing by half', async () => {
    let stop = false;
    const acknowledged: number[] = [];
    const write = async (): Promise<void> => {
      while (!stop) acknowledged.push((await say(`message ${acknowledged.length}`)).position);
    };
    const writing = Promise.all([write(), write(), write()]);
    await eventually(() => acknowledged.length >= 10);
    const known = Math.max(...acknowledged);
    await backUp();
    stop = true;
    await writing;
    const header = await restore();
    expect(header.head).toBeGreaterThanOrEqual(known);
    const { database } = await target.open();
    const [sums] = await database.query(
      `select (select count(*) from crumb_event) as events, (select max(position) from crumb_event) as last,
        (select count(*) from crumb_version v join crumb c using (workspace, id) where c.version = v.version) as whole`,
    );
    expect(sums).toEqual({ events: header.head, last: header.head, whole: header.head });
  });

  it('is refused as a whole, and the database stays as it was, when the file was cut off or one word of it changed', async () => {
    await say('first');
    await backUp();
    await restore();
    const whole = readFileSync(file);
    const [cut, edited] = [`${file}.cut`, `${file}.edited`];
    writeFileSync(cut, whole.subarray(0, whole.length - 20));
    writeFileSync(edited, gzipSync(gunzipSync(whole).toString().replace('first', 'other')));
    const { database } = await target.open();
    const before = [await sumUp(database), await readHead(database)];
    for (const bad of [cut, edited]) {
      await expect(checkBackup(createReadStream(bad))).rejects.toThrow(DamagedBackup);
      await expect(restore(bad)).rejects.toThrow(/not a complete backup/);
    }
    expect([await sumUp(database), await readHead(database)]).toEqual(before);
  });

  it('replaces a database that is not empty only with force, and then in an epoch that neither of them had', async () => {
    await say('first');
    await backUp();
    const { head } = await restore();
    const { database, source } = await target.open();
    await database.query('update log_head set epoch = epoch + 7, position = position + 9');
    const changed = await readHead(database);
    await expect(restoreBackup(source, createReadStream(file))).rejects.toThrow(
      `The database is not empty: its log ends at ${head + 9}.`,
    );
    await restore();
    expect(await readHead(database)).toMatchObject({ epoch: Number(changed?.['epoch']) + 1, position: head });
    expect(await database.query('select head, last_known from failover order by epoch desc limit 1')).toEqual([
      { head, last_known: head + 9 },
    ]);
  });

  it('of an older schema is restored with that schema, and migrated when a store opens it', async () => {
    const [older, empty] = [await StoreUnderTest.over(await open()), await EmptyDatabase.create(true)];
    try {
      const [last] = await older.db.database.query<{ name: string }>(
        'select name from migrations order by id desc limit 1',
      );
      await older.db.source.undoLastMigration();
      await backUp(older);
      await restore(file, empty);
      const { database, source } = await empty.open();
      const names = async () =>
        (await database.query('select name from migrations order by id')).map(({ name }) => name);
      expect(await names()).not.toContain(last?.name);
      await migrate(source);
      expect((await names()).at(-1)).toBe(last?.name);
    } finally {
      await older.close();
      await empty.drop();
    }
  });

  it('of a newer version is refused', async () => {
    const { database, source } = store.db;
    await database.query(`insert into migrations (timestamp, name) values (9, 'Future9')`);
    await backUp();
    await database.query(`delete from migrations where name = 'Future9'`);
    await expect(restoreBackup(source, createReadStream(file))).rejects.toThrow(NewerSchema);
  });
});

const servers = databases.filter(([name]) => name === 'postgres');

for (const [name, open] of servers) {
  it(`a backup is not restored into a database on ${name} that a store has open`, async () => {
    const [store, target] = [await StoreUnderTest.over(await open()), await EmptyDatabase.create()];
    const file = join(target.place.home, 'one.crumbs');
    await compressBackup(store.db.database, () => createWriteStream(file));
    const refused = restoreFromFile({ home: target.place.home, url: store.db.url }, file, { force: true });
    await expect(refused).rejects.toThrow('A store has this database open: stop every breadcrumb-store');
    await store.close();
    await target.drop();
  });
}
