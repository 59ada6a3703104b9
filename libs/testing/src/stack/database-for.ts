import { copyDatabase } from '../database-copy';
import { databaseOfTheBuild } from './database-of-the-build';
import { freshDatabase, type FreshDatabase } from './fresh-database';

/**
 * Options of Node for the services of a test: V8 compiles no WebAssembly function a second time. PGlite's start calls many functions so often that
 * the default spends more than a second of computing on better code for them, which a test does not live long enough to gain from.
 */
export const QUICK_START = ['--wasm-tiering-budget=1000000000'];

/** With DATABASE_URL, a new database on that server; otherwise an embedded one under `home`. */
export async function databaseFor(home: string): Promise<FreshDatabase | undefined> {
  const beside = process.env['DATABASE_URL'];
  if (beside) return freshDatabase(beside);
  await copyDatabase(home, databaseOfTheBuild);
  return undefined;
}
