import { copyDatabase } from '../database-copy';
import { databaseOfTheBuild } from './database-of-the-build';
import { freshDatabase, type FreshDatabase } from './fresh-database';

const [NODE_MAJOR = 0] = process.versions.node.split('.').map(Number);

/**
 * Options of Node for the services of a test, which do not live long enough to gain from better code: V8 compiles no WebAssembly function a second time (PGlite's start
 * would spend more than a second of computing on that), and before Node 22, which has no such option any more, a JavaScript function only when it has been used 15 times
 * as much as by default.
 */
export const QUICK_START = [
  '--wasm-tiering-budget=1000000000',
  ...(NODE_MAJOR < 22 ? ['--interrupt-budget=2000000'] : []),
];

/** With DATABASE_URL, a new database on that server; otherwise an embedded one under `home`. */
export async function databaseFor(home: string): Promise<FreshDatabase | undefined> {
  const beside = process.env['DATABASE_URL'];
  if (beside) return freshDatabase(beside);
  await copyDatabase(home, databaseOfTheBuild);
  return undefined;
}
