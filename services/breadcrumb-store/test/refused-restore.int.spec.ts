import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreFromArchive } from '../src/archive/archive-folder';
import { backUpToFile, openPlace, restoreFromFile } from '../src/backup/backup-files';
import { ServiceUnderTest } from './service-under-test';

jest.setTimeout(120_000);

describe('a restore that is refused', () => {
  let folder: string;
  let backup: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crumbtrail-refused-'));
    backup = join(folder, 'whole');
    const service = await ServiceUnderTest.start({ bare: true });
    await service.whileStopped(() => backUpToFile(service.place, backup));
    await service.stop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const home = (): string => join(mkdtempSync(join(folder, 'home-')), 'new');
  const damaged = (name: string, change: (bytes: Buffer) => void): string => {
    const [file, bytes] = [join(folder, name), readFileSync(backup)];
    change(bytes);
    writeFileSync(file, bytes);
    return file;
  };

  it.each([
    ['short by one byte', (file: string, length: number) => truncateSync(file, length - 1)],
    ['short by a hundred bytes', (file: string, length: number) => truncateSync(file, length - 100)],
    ['halved', (file: string, length: number) => truncateSync(file, length >> 1)],
    ['empty', (file: string) => truncateSync(file, 0)],
  ])('because the backup is %s leaves no folder in a new home', async (name, cut) => {
    const file = damaged(name, () => undefined);
    cut(file, readFileSync(file).length);
    const place = { home: home() };
    await expect(restoreFromFile(place, file, {})).rejects.toThrow();
    expect(existsSync(join(place.home, 'pglite'))).toBe(false);
  });

  it('because a byte of the backup was flipped leaves no folder in a new home', async () => {
    const file = damaged('flipped', (bytes) =>
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1),
    );
    const place = { home: home() };
    await expect(restoreFromFile(place, file, {})).rejects.toThrow();
    expect(existsSync(join(place.home, 'pglite'))).toBe(false);
  });

  it('because there is no archive in the folder leaves none in a new home', async () => {
    const place = { home: home() };
    await expect(restoreFromArchive(place, join(folder, 'nothing'))).rejects.toThrow();
    expect(existsSync(join(place.home, 'pglite'))).toBe(false);
  });

  it('leaves the database that was there', async () => {
    const place = { home: home() };
    await restoreFromFile(place, backup, {});
    await expect(restoreFromFile(place, backup, {})).rejects.toThrow('is not empty');
    const { database } = await openPlace(place);
    expect(await database.query('select position > 0 as holds from log_head')).toEqual([{ holds: true }]);
    await database.close();
  });
});
