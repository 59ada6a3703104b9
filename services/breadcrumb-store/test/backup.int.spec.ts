import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
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
  let workspace: string;
  let target: EmptyDatabase;
  let folder: string;
  let file: string;

  beforeEach(async () => {
    store = await StoreUnderTest.over(await open());
    workspace = await store.workspace();
    target = await EmptyDatabase.create();
    folder = mkdtempSync(join(tmpdir(), 'crumbtrail-backup-'));
    file = join(folder, 'one.crumbs');
  });
  afterEach(async () => {
    await store.close();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const say = (text: string) => store.create(user(workspace), message(text));
  const backUp = (to = file): Promise<void> => compressBackup(store.db.database, () => createWriteStream(to));
  const restore = async (from = file, force = false) =>
    restoreBackup((await target.open()).source, createReadStream(from), { force });
  const readHead = async (database: Database) =>
    (await database.query('select log_id, epoch, position, writer from log_head'))[0];

  it('restores every row of every workspace, files and all kinds of values too, and begins a new epoch of the same log', async () => {
    const other = await store.workspace();
    await say('quotes " and \\ and lines\nand 🍞, [brackets], {braces}, NULL');
    await store.create(user(other), message('elsewhere', { tags: ['a b', 'c,"d"'], audience: ['user:ann'] }));
    await store.db.database.query(
      `insert into file (workspace, hash, type, bytes, data) values ($1, 'sha256:1', 'image/png', 4, '\\x00ff0a5c')`,
      [other],
    );
    await backUp();
    const before = await sumUp(store.db.database);
    expect(await restore()).toMatchObject({ head: 2, epoch: 1 });
    const { database } = await target.open();
    expect(await sumUp(database)).toEqual(before);
    expect(before['file']).toMatchObject([{ workspace: other, rows: 1 }]);
    const { log_id } = (await readHead(store.db.database)) ?? {};
    expect(await readHead(database)).toEqual({ log_id, epoch: 2, position: 2, writer: null });
    expect(await database.query('select epoch, head, last_known from failover')).toEqual([
      { epoch: 2, head: 2, last_known: 2 },
    ]);
  });

  it('that is taken while others write is one moment of the log: all that was acknowledged before it, and nothing by half', async () => {
    let stop = false;
    const acknowledged: number[] = [];
    const writing = Promise.all(
      [1, 2, 3].map(async (writer) => {
        for (let n = 0; !stop; n += 1) acknowledged.push((await say(`${writer}: ${n}`)).position);
      }),
    );
    while (acknowledged.length < 20) await new Promise((resolve) => setImmediate(resolve));
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

  it('is refused as a whole, and the database stays as it was, when the file was cut off or one byte of it changed', async () => {
    await say('first');
    await backUp();
    const whole = readFileSync(file);
    const cut = join(folder, 'cut.crumbs');
    writeFileSync(cut, whole.subarray(0, whole.length - 20));
    const edited = join(folder, 'edited.crumbs');
    writeFileSync(edited, gzipSync(gunzipSync(whole).toString().replace('first', 'other')));
    const { database } = await target.open();
    const tables = () => database.query(`select relname from pg_class where relkind = 'r' order by oid`);
    const before = await tables();
    for (const bad of [cut, edited]) {
      await expect(checkBackup(createReadStream(bad))).rejects.toThrow(DamagedBackup);
      await expect(restore(bad)).rejects.toThrow(/not a complete backup/);
    }
    expect(await tables()).toEqual(before);
    await restore();
  });

  it('replaces a database that is not empty only with force, and then in an epoch that neither of them had', async () => {
    await say('first');
    await backUp();
    await restore();
    const { database } = await target.open();
    await database.query('update log_head set epoch = 7, position = 9');
    await expect(restore()).rejects.toThrow('The database is not empty: its log ends at 9.');
    await restore(file, true);
    expect(await readHead(database)).toMatchObject({ epoch: 8, position: 1 });
    expect(await database.query('select epoch, head, last_known from failover')).toEqual([
      { epoch: 8, head: 1, last_known: 9 },
    ]);
  });

  it('of an older schema is restored with that schema, and migrated when a store opens it', async () => {
    await say('first');
    const { database } = store.db;
    const [last] = await database.query<{ id: number; name: string }>(
      'delete from migrations where id = (select max(id) from migrations) returning id, name',
    );
    await database.query('drop index turn_by_end');
    await backUp();
    await restore();
    const restored = await target.open();
    const names = async () =>
      (await restored.database.query('select name from migrations order by id')).map(({ name }) => name);
    expect(await names()).not.toContain(last?.name);
    await migrate(restored.source);
    expect((await names()).at(-1)).toBe(last?.name);
    expect(await restored.database.query('select count(*) as n from crumb')).toEqual([{ n: 1 }]);
  });

  it('of a newer version is refused', async () => {
    await store.db.database.query(`insert into migrations (timestamp, name) values (9, 'Future9')`);
    await backUp();
    await expect(restore()).rejects.toThrow(NewerSchema);
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
