import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How to create an embedded database: from the code in the folders `of`, by `make`, which leaves it closed under a home folder. */
export interface DatabaseMaking {
  readonly of: readonly string[];
  make(home: string): Promise<void>;
}

/** The checkout. */
export const ROOT = join(dirname(require.resolve('@crumbtrail/setup/package.json')), '../..');

const ENGINES = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector'];
const EMBEDDED = 'pglite';

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ name }) => join(folder, name)).sort();
}

/** One name for everything that decides the content of the database: the code that creates it, and the engine. */
function nameOf(folders: readonly string[]): string {
  const engines = ENGINES.map((name) => join(ROOT, 'node_modules', name, 'package.json'));
  const hash = createHash('sha256');
  for (const file of [...folders.flatMap(filesOf), ...engines]) hash.update(file).update(readFileSync(file));
  return `test-database-${hash.digest('hex').slice(0, 16)}`;
}

/** Creates the template in another folder and moves it into place, so that nobody sees a partial one. If two are created at once, either will do. */
async function madeOnce({ of, make }: DatabaseMaking): Promise<string> {
  const kept = join(ROOT, '.cache', nameOf(of));
  if (existsSync(kept)) return kept;
  const aside = `${kept}.${randomUUID()}`;
  mkdirSync(aside, { recursive: true });
  try {
    await make(aside);
    renameSync(join(aside, EMBEDDED), kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return kept;
}

/**
 * Puts a new, migrated, empty embedded database under a home folder. Creating one takes seconds, so it is created once,
 * kept until the code that creates it changes, and copied. (The synchronous copy is three times as fast for a thousand
 * small files.)
 */
export async function copyDatabase(home: string, making: DatabaseMaking): Promise<void> {
  cpSync(await madeOnce(making), join(home, EMBEDDED), { recursive: true });
}
