import { processEnvironment } from '@crumbtrail/platform';
import { toBackupPlace } from '../config';
import { backUpToFile, restoreFromFile } from './backup-files';
import { runCommand } from './run-command';

runCommand({
  backup: ([file = ''], report) => backUpToFile(toBackupPlace(processEnvironment()), file, report),
  restore: ([file = '', flag], report) =>
    restoreFromFile(toBackupPlace(processEnvironment()), file, { force: flag === '--force', report }),
});
