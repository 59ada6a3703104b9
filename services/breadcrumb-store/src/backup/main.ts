import { toBackupPlace } from '../config';
import { backUpToFile, restoreFromFile } from './backup-files';
import { runCommand } from './run-command';

runCommand({
  backup: ([file = ''], report) => backUpToFile(toBackupPlace(process.env), file, report),
  restore: ([file = '', flag], report) => restoreFromFile(toBackupPlace(process.env), file, { force: flag === '--force', report }),
});
