import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from './lock-file';

describe('the lock of the data directory', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crumbtrail-lock-'));
    path = join(folder, 'pglite.lock');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('belongs to one process, and a second process gets an error that names the first', () => {
    const unlock = takeLock(path);
    expect(() => takeLock(path)).toThrow(
      new RegExp(`^The data directory is in use by process ${process.pid} .*CRUMBTRAIL_HOME\\.$`),
    );
    unlock();
    expect(existsSync(path)).toBe(false);
    takeLock(path)();
  });

  it('is taken over from a process that has died', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(path, `${pid} 1\n`);
    const unlock = takeLock(path);
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    unlock();
  });

  it('is taken over from a process that died before it wrote its pid', () => {
    writeFileSync(path, '');
    takeLock(path)();
  });
});
