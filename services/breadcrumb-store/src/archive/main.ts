import { processEnvironment } from '@crumbtrail/platform';
import { runCommand } from '../backup/run-command';
import { toBackupPlace } from '../config';
import { addToArchive, restoreFromArchive } from './archive-folder';
import { verifyArchive } from './verify-archive';

runCommand({
  add: ([folder = '', before = ''], report) =>
    addToArchive(toBackupPlace(processEnvironment()), { folder, before, report }),
  verify: ([folder = ''], report) => verifyArchive(folder, report),
  restore: ([folder = ''], report) => restoreFromArchive(toBackupPlace(processEnvironment()), folder, report),
});
