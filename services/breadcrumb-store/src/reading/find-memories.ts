import { MemoryLong, MemoryShort, SessionSummary, type Envelope, type FindMemories, type RequestOf } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { ENVELOPE_COLUMNS, toEnvelope, type CrumbRow, type VersionRow } from './envelope';
import { readHead, requirePosition } from './head';

const SCHEMAS = [MemoryShort.name, MemoryLong.name, SessionSummary.name];
const MOST = 500;

/** What a payload holds of which any part rests on the breadcrumb, or is the fact. */
function patternsOf({ source, fact }: RequestOf<typeof FindMemories>): string[] {
  const sources = source === undefined ? [] : [{ sources: [{ id: source }] }, { facts: [{ sources: [{ id: source }] }] }];
  const facts = fact === undefined ? [] : [{ facts: [{ id: fact }] }];
  return [...sources, ...facts].map((pattern) => JSON.stringify(pattern));
}

/** The crumbs of which any version rests on a breadcrumb or has a fact, in their newest version; erased ones have no version. */
export async function findMemories(
  sql: Sql,
  workspace: string,
  request: RequestOf<typeof FindMemories>,
): Promise<Envelope[]> {
  requirePosition(await readHead(sql), request.min_position);
  const patterns = patternsOf(request);
  const rows = await sql.query<CrumbRow & VersionRow>(
    `select ${ENVELOPE_COLUMNS} from crumb c
     join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
     where c.workspace = $1 and c.schema_name = any($2::text[]) and exists (
       select 1 from crumb_version any_version, unnest($3::text[]) pattern
       where any_version.workspace = c.workspace and any_version.id = c.id and any_version.context @> pattern::jsonb)
     order by c.created_position limit ${MOST}`,
    [workspace, SCHEMAS, patterns],
  );
  return rows.map(toEnvelope);
}
