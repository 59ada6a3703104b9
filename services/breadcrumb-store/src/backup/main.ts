import { errorMessage } from '@crumbtrail/platform';
import { addToArchive, restoreFromArchive } from '../archive/archive-folder';
import { verifyArchive } from '../archive/verify-archive';
import { toBackupPlace } from '../config';
import { backUpToFile, restoreFromFile } from './backup-files';

type Command = (args: readonly string[]) => Promise<unknown>;

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: ([file = '']) => backUpToFile(toBackupPlace(), file),
  restore: ([file = '', flag]) => restoreFromFile(toBackupPlace(), file, { force: flag === '--force' }),
  archive: ([folder = '', before = '']) => addToArchive(toBackupPlace(), folder, before),
  'archive-verify': ([folder = '']) => verifyArchive(folder),
  'archive-restore': ([folder = '']) => restoreFromArchive(toBackupPlace(), folder),
};

/** Runs one command with its arguments, as `crumb` starts it: sends what it resolves to to its parent. */
async function run([name = '', ...args]: readonly string[]): Promise<void> {
  const command = COMMANDS[name];
  if (!command) throw new Error(`There is no command ${name}; crumb starts this program.`);
  process.send?.(await command(args));
}

run(process.argv.slice(2))
  .catch((error: unknown) => {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => process.disconnect?.());
