import { toBackupPlace } from '../config';
import { backUpToFile, restoreFromFile } from './backup-files';
import { runCommand } from './run-command';

runCommand({
  backup: ([file = '']) => backUpToFile(toBackupPlace(), file),
  restore: ([file = '', flag]) => restoreFromFile(toBackupPlace(), file, { force: flag === '--force' }),
});
