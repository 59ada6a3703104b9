import { runCommand } from '../backup/run-command';
import { toBackupPlace } from '../config';
import { addToArchive, restoreFromArchive } from './archive-folder';
import { verifyArchive } from './verify-archive';

runCommand({
  add: ([folder = '', before = '']) => addToArchive(toBackupPlace(), folder, before),
  verify: ([folder = '']) => verifyArchive(folder),
  restore: ([folder = '']) => restoreFromArchive(toBackupPlace(), folder),
});
