import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryLong, toJsonObject, type Draft, type MemoryLongV1 } from '@crumbtrail/contracts';
import type { Database } from '../src/database/database';

const TIMES = [
  ['crumb_event', 'created_at'],
  ['crumb', 'created_at'],
  ['crumb', 'expired_at'],
  ['turn', 'closed_at'],
  ['decision', 'decided_at'],
] as const;

/** Makes everything in the workspace so many days older. */
export async function makeOlder(database: Database, workspace: string, days: number): Promise<void> {
  for (const [table, column] of TIMES)
    await database.query(
      `update ${table} set ${column} = ${column} - make_interval(days => $2::int) where workspace = $1 and ${column} is not null`,
      [workspace, days],
    );
}

const example = join(__dirname, '../../../schemas/memory.long/v1.examples/valid/ann.json');

/** A memory whose facts rest on this crumb. */
export function memoryOf(id: string): Draft {
  const memory = JSON.parse(readFileSync(example, 'utf8')) as MemoryLongV1;
  const facts = memory.facts.map((fact) => ({ ...fact, sources: [{ id, version: 1 }] }));
  return { schema_name: MemoryLong.name, context: { ...toJsonObject(memory), agent: 'helper', facts } };
}
