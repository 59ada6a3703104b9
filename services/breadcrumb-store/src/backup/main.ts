import { errorMessage } from '@crumbtrail/platform';
import { toBackupPlace } from '../config';
import { backUpToFile, restoreFromFile } from './backup-files';

/** `backup <file>` or `restore <file> [--force]`, as `crumb` starts it: sends the header of the backup to its parent. */
async function run([command, file = '', flag]: readonly string[]): Promise<void> {
  const place = toBackupPlace();
  const header =
    command === 'restore'
      ? await restoreFromFile(place, file, { force: flag === '--force' })
      : await backUpToFile(place, file);
  process.send?.(header);
}

run(process.argv.slice(2))
  .catch((error: unknown) => {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => process.disconnect?.());
