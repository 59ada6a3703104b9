import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@crumbtrail/testing';
import { readChecksums } from '../src/archive/checksum';
import { readManifest } from '../src/archive/manifest';
import type { BackupPlace } from '../src/backup/backup-files';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { EmptyDatabase } from './empty-database';
import { message, StoreUnderTest, user } from './store-under-test';

jest.setTimeout(180_000);

const bin = resolve(__dirname, '../../../libs/cli/bin/crumb.js');
const environment = ({ home, url }: BackupPlace, more: object = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  CRUMBTRAIL_HOME: home,
  ...(url === undefined ? {} : { DATABASE_URL: url }),
  ...more,
});

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr?.on('data', (bytes: Buffer) => (err += bytes.toString()));
  await once(child, 'close');
  return { code: child.exitCode, out, err };
}

/** The process that a process has started. */
function findChild(parent: number | undefined): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const [pid = 0] = pairs.find(([, of]) => of === parent) ?? [];
  return pid;
}

describe('crumb archive', () => {
  let source: EmptyDatabase;
  let sums: unknown;
  let head: number;
  let folder: string;
  let archive: string;

  beforeAll(async () => {
    source = await EmptyDatabase.create();
    const opened = await source.open();
    // The command opens the database itself, so that this store is closed then.
    const store = await StoreUnderTest.over({ ...opened, drop: () => source.close() });
    const workspace = await store.workspace();
    for (let nth = 0; nth < 300; nth += 1)
      await store.create(user(workspace), message(`message ${nth} ${'x'.repeat(500)}`));
    while ((await indexNextEvents(store.db.database)).more) continue;
    head = store.writer.position;
    await store.db.database.query('update relay_cursor set relayed = $1', [head]);
    sums = await readChecksums(store.db.database);
    await store.close();
  });
  afterAll(() => source.drop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crumbtrail-archive-command-'));
    archive = join(folder, 'archive');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const start = (args: readonly string[], place = source.place, more: object = {}): ChildProcess =>
    spawn(process.execPath, [bin, 'archive', ...args], {
      env: environment(place, more),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = (args: readonly string[], place = source.place, more: object = {}): Promise<Outcome> =>
    outcomeOf(start(args, place, more));
  const add = (more: object = {}): Promise<Outcome> =>
    run(['add', archive, '--before', String(head + 1)], source.place, more);

  /** Adds what is missing, and verifies the whole. */
  async function expectWhole(): Promise<void> {
    const added = await add();
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toContain(`holds the log through ${head}.`);
    const verified = await run(['verify', archive]);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toContain(`is complete: ${head} events, through position ${head}`);
  }

  it('adds the log, verifies it, and restores it to equal checksums; a second run has nothing to add', async () => {
    await expectWhole();
    const target = await EmptyDatabase.create(true);
    try {
      const restored = await run(['restore', archive], target.place);
      expect(restored).toMatchObject({ code: 0, err: '' });
      expect(restored.out).toContain(`through position ${head}`);
      expect(await readChecksums((await target.open()).database)).toEqual(sums);
    } finally {
      await target.drop();
    }
    expect((await add()).out).toBe(`Nothing to add: ${archive} holds the log through ${head}.\n`);
  });

  it('that is killed after it has written a file names that file nowhere, says so, and the next run adds it', async () => {
    const killed = await add({ CRASH_AT: 'archive.before-rename' });
    expect(killed).toMatchObject({ code: 1, out: '' });
    expect(killed.err).toMatch(/dying at archive\.before-rename\ncrumb: The archive program ended before it was done/);
    expect(readManifest(archive)).toBeNull();
    expect(readdirSync(archive).filter((name) => !name.endsWith('.part'))).toEqual([]);
    expect(await run(['verify', archive])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^crumb: There is no archive in /) as string,
    });
    await expectWhole();
  });

  it('that is killed while it writes leaves nothing that counts, and the next run adds the whole', async () => {
    const child = start(['add', archive, '--before', String(head + 1)]);
    const ended = outcomeOf(child);
    await eventually(() => existsSync(archive) && readdirSync(archive).length > 0, { everyMs: 1 });
    const program = findChild(child.pid);
    if (program !== 0) process.kill(program, 'SIGKILL');
    await ended;
    await expectWhole();
  });

  it('says in one sentence why it is refused, and exits with 1', async () => {
    expect(await run(['verify', archive])).toEqual({
      code: 1,
      out: '',
      err: `crumb: There is no archive in ${archive}: it has no manifest.json.\n`,
    });
    const nowhere = { home: join(folder, 'nowhere') };
    const refused = await run(['add', archive, '--before', '5'], nowhere);
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^crumb: There is no embedded database under .+\n$/) as string,
    });
  });
});
