import { cpSync, createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SessionSummary, WorkspaceRetention, type CommitResult } from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { readChecksums } from '../src/archive/checksum';
import { DamagedArchive } from '../src/archive/manifest';
import { restoreArchive } from '../src/archive/restore-archive';
import { migrate } from '../src/database/migrate';
import { EMBEDDED_WORKSPACE_ROLE } from '../src/database/workspace-role';
import { verifyArchive } from '../src/archive/verify-archive';
import { writeArchive } from '../src/archive/write-archive';
import { restoreBackup } from '../src/backup/restore-backup';
import type { Database } from '../src/database/database';
import { RetentionSweeper } from '../src/retention/retention-sweeper';
import { UseCounter } from '../src/uses/use-counter';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { Conversation } from './conversation';
import { databases } from './databases';
import { makeOlder } from './old-data';
import { EmptyDatabase } from './empty-database';
import { message, operator, StoreUnderTest, user } from './store-under-test';

jest.setTimeout(120_000);

const ALL = Number.MAX_SAFE_INTEGER;

describe.each(databases)('an archive of a log on %s', (_name, open) => {
  let store: StoreUnderTest;
  let talk: Conversation;
  let folder: string;
  let targets: EmptyDatabase[];

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    talk = await Conversation.begin(store);
    folder = mkdtempSync(join(tmpdir(), 'crumbtrail-archive-'));
    targets = [];
  });
  afterEach(async () => {
    for (const target of targets) await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function emptyTarget() {
    const target = await EmptyDatabase.create(true);
    targets.push(target);
    return target.open();
  }
  const query = (text: string, params: readonly unknown[] = []) => store.db.database.query(text, params);
  const settle = async (): Promise<void> => {
    while ((await indexNextEvents(store.db.database)).more) continue;
    await query('update relay_cursor set relayed = $1', [store.writer.position]);
  };
  const archive = async (before: number | Date = ALL) => {
    await settle();
    return writeArchive(store.db.database, folder, before);
  };
  const sums = async (database: Database = store.db.database) =>
    Object.fromEntries((await readChecksums(database)).map((one) => [one.workspace, one]));
  const change = (write: object) => store.commit(user(talk.workspace), { writes: [write as never] });

  async function exchange(text: string) {
    const said = await talk.say(text);
    const turn = await talk.wake(said);
    const context = await talk.build(turn, { text: `ann: ${text}`, quotes: [{ id: said.id, version: 1 }] });
    const answer = (await talk.answer(turn.id, 'well')).results[0] as CommitResult;
    return { said, turn, context, answer };
  }

  /** Messages with all kinds of values, turns, a summary, a timer, versions, and what is erased or expires. */
  async function fill(): Promise<{ readonly quoted: CommitResult; readonly edited: CommitResult }> {
    const first = await exchange('quotes " and \\ and lines\nand 🍞');
    const edited = await store.create(user(await store.workspace()), message('elsewhere', { tags: ['a b'] }));
    await store.create(operator(talk.workspace), {
      schema_name: SessionSummary.name,
      context: {
        session: 'demo',
        text: 's',
        until: 9,
        scope: { level: 'part' },
        sources: [{ id: first.said.id, version: 1 }],
      },
    });
    await store.create(user(talk.workspace), {
      schema_name: 'timer.v1',
      context: { name: 'tea', fires_at: new Date(Date.now() + 86_400_000).toISOString() },
    });
    const secret = await exchange('a secret');
    await change({ op: 'erase', id: secret.said.id, if_match: 1 });
    return { quoted: first.said, edited };
  }

  it('restores an empty database to equal checksums of every workspace, also from several files with changes and erasures in between', async () => {
    const { quoted } = await fill();
    await archive(5);
    await archive(new Date());
    await change({ op: 'update', id: quoted.id, if_match: 1, patch: { context: { content: 'edited' } } });
    const gone = await exchange('archived, and erased later');
    await archive();
    await change({ op: 'erase', id: gone.said.id, if_match: 1 });
    await exchange('the last one');
    await archive();
    const manifest = await verifyArchive(folder);
    expect(manifest.files.length).toBeGreaterThanOrEqual(3);
    expect(manifest.files.at(-1)?.through).toBe(store.writer.position);
    const { database, source } = await emptyTarget();
    await restoreArchive(source, folder);
    const [before, after] = [await sums(), await sums(database)];
    expect(after).toEqual(before);
    expect(before[talk.workspace]?.rows).toMatchObject({ turn: 4, decision: 4, blob: 2, due: 1 });
    const head = 'select h.log_id, h.position, r.relayed from log_head h cross join relay_cursor r';
    expect(await database.query(head)).toEqual(await query(head));
    const totals = 'select * from session_total where messages > 0 order by workspace, session, author_id';
    expect(await database.query(totals)).toEqual(await query(totals));
    expect(await query(totals)).not.toEqual([]);
    const epoch = async (of: Database) =>
      (await of.query<{ epoch: number }>('select epoch from log_head'))[0]?.epoch ?? 0;
    expect(await epoch(database)).toBeGreaterThan(await epoch(store.db.database));
  });

  it('the checksum of a workspace differs after any change of a row, and that of other workspaces does not', async () => {
    const { quoted, edited } = await fill();
    const before = await sums();
    const [other = ''] = Object.keys(before).filter((name) => name !== talk.workspace);
    for (const [change, back] of [
      [
        `update crumb_version set title = 'x' where id = '${quoted.id}'`,
        `update crumb_version set title = null where id = '${quoted.id}'`,
      ],
      [
        `update crumb_event set hop = hop + 1 where id = '${quoted.id}'`,
        `update crumb_event set hop = hop - 1 where id = '${quoted.id}'`,
      ],
      [
        `update turn set action = action || 'x' where workspace = '${talk.workspace}'`,
        `update turn set action = rtrim(action, 'x') where workspace = '${talk.workspace}'`,
      ],
    ] as const) {
      await query(change);
      const changed = await sums();
      expect(changed[talk.workspace]?.checksum).not.toBe(before[talk.workspace]?.checksum);
      expect(changed[other]).toEqual(before[other]);
      await query(back);
      expect(await sums()).toEqual(before);
    }
    expect(edited.id).toBeDefined();
  });

  it('is refused with the name of the file when one byte of it was changed, it was compressed again, is missing, or was exchanged', async () => {
    await fill();
    await archive(5);
    await archive();
    const [first = '', second = ''] = readdirSync(folder).filter((name) => name.endsWith('.gz'));
    const broken = `${folder}-broken`;
    const { database, source } = await emptyTarget();
    const breaks: (() => void)[] = [
      () => {
        const bytes = readFileSync(join(broken, second));
        bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
        writeFileSync(join(broken, second), bytes);
      },
      () => {
        const text = gunzipSync(readFileSync(join(broken, second)));
        writeFileSync(join(broken, second), gzipSync(text, { level: 1 }));
      },
      () => rmSync(join(broken, second)),
      () => cpSync(join(broken, first), join(broken, second)),
    ];
    for (const breakIt of breaks) {
      cpSync(folder, broken, { recursive: true });
      breakIt();
      await expect(verifyArchive(broken)).rejects.toThrow(second);
      await expect(restoreArchive(source, broken)).rejects.toThrow(DamagedArchive);
      rmSync(broken, { recursive: true });
    }
    expect(await database.query(`select to_regclass('crumb') as table`)).toEqual([{ table: null }]);
    await expect(restoreBackup(source, createReadStream(join(folder, first)))).rejects.toThrow('crumb archive restore');
  });

  it('ends before what a turn that is not closed, or a consumer, is not done with, and says so', async () => {
    await exchange('done');
    const end = store.writer.position;
    const said = await talk.say('open');
    const turn = await talk.wake(said);
    expect(await archive()).toMatchObject({ through: end, held_by: 'a turn that is not closed' });
    await talk.answer(turn.id, 'done too');
    await query(
      `insert into durable (name, filter, floor, ack_wait_ms, start) values ('slow', 'f', $1, 1000, 'first')`,
      [end + 1],
    );
    expect(await archive()).toMatchObject({ through: end + 1, held_by: 'slow' });
    await query('delete from durable');
    expect(await archive()).toMatchObject({ through: store.writer.position, held_by: null });
    expect(await archive()).toMatchObject({ files: [] });
  });

  /** A store over a database that the archive was restored into, which a tool may restore again. */
  async function copyOf(): Promise<StoreUnderTest> {
    const opened = await emptyTarget();
    await restoreArchive(opened.source, folder);
    // As a store does when it starts.
    if (opened.database.kind === 'pglite') await migrate(opened.source, EMBEDDED_WORKSPACE_ROLE);
    return StoreUnderTest.over({ ...opened, drop: async () => undefined });
  }

  it('gives the same log what retention has removed, and nothing that a person erased', async () => {
    const old = await exchange('swept and restored');
    const secret = await exchange('erased after the archive');
    await store.create(operator(talk.workspace), {
      schema_name: WorkspaceRetention.name,
      context: {
        name: 'retention',
        keep_days: { contexts: 1, turns: 1, decisions: 1, events: 1 },
        archived_only: true,
      },
    });
    await archive();
    const copy = await copyOf();
    const { database, source } = copy.db;
    const rows = async () => (await sums(database))[talk.workspace]?.rows;
    const erasure = { op: 'erase', id: secret.said.id, if_match: 1 } as const;
    await copy.commit(user(talk.workspace), { writes: [erasure] });
    const events = (await rows())?.['crumb_event'];
    while ((await indexNextEvents(database)).more) continue;
    await database.query('update relay_cursor set relayed = $1', [copy.writer.position]);
    await makeOlder(database, talk.workspace, 9);
    const logger = createLogger('breadcrumb-store', 'silent');
    await new RetentionSweeper(database, copy.lease, copy.writer, new UseCounter(database, logger), logger).sweep();
    // The decision about the erased message is held: its erasure is in no archive yet.
    expect(await rows()).toMatchObject({ turn: 0, decision: 1, blob: 0 });
    await restoreArchive(source, folder);
    expect(await rows()).toMatchObject({ turn: 2, decision: 2, blob: 1, crumb_event: events });
    const versions = async (id: string) =>
      (await database.query('select 1 from crumb_version where id = $1', [id])).length;
    expect([await versions(old.context.id), await versions(secret.context.id)]).toEqual([1, 1]);
    expect(await versions(secret.said.id)).toBe(0);
    expect(await database.query(`select 1 from crumb where erased_by_id = 'retention'`)).toEqual([]);
  });

  it('of another log is refused by a database that is not empty', async () => {
    await exchange('one');
    await archive();
    const { source, database } = (await copyOf()).db;
    await database.query('update log_head set log_id = gen_random_uuid()');
    await expect(restoreArchive(source, folder)).rejects.toThrow('restore into an empty database');
    await expect(writeArchive(database, folder, ALL)).rejects.toThrow('choose another folder');
  });
});
