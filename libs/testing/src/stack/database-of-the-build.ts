import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, type DatabaseMaking } from '../database-copy';

const BUILT = join(ROOT, 'services/breadcrumb-store/dist');
const MAKE = `
  const [built, home] = process.argv.slice(1);
  const { openDatabase } = require(built + '/database/open-database.js');
  const onDeath = (error) => { throw error; };
  openDatabase({ home, onDeath }).then(({ database }) => database.close());
`;

/** The embedded database as the compiled store creates it at its first start, in a process of its own. */
export const databaseOfTheBuild: DatabaseMaking = {
  of: ['database', 'migrations'].map((room) => join(BUILT, room)),
  make: async (home) => void (await promisify(execFile)(process.execPath, ['-e', MAKE, BUILT, home])),
};
