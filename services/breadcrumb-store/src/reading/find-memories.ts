import { MemoryLong, MemoryShort, SessionSummary, type Envelope, type FindMemories, type RequestOf } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { ENVELOPE_COLUMNS, toEnvelope, type CrumbRow, type VersionRow } from './envelope';
import { readHead, requirePosition } from './head';

const SCHEMAS = [MemoryShort.name, MemoryLong.name, SessionSummary.name];
const MOST = 500;

/** The crumbs of which any version rests on `source`, in their newest version; erased ones have no version. */
export async function findMemories(
  sql: Sql,
  workspace: string,
  { source, min_position }: RequestOf<typeof FindMemories>,
): Promise<Envelope[]> {
  requirePosition(await readHead(sql), min_position);
  const named = JSON.stringify({ sources: [{ id: source }] });
  const inFacts = JSON.stringify({ facts: [{ sources: [{ id: source }] }] });
  const rows = await sql.query<CrumbRow & VersionRow>(
    `select ${ENVELOPE_COLUMNS} from crumb c
     join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
     where c.workspace = $1 and c.schema_name = any($2::text[]) and exists (
       select 1 from crumb_version any_version
       where any_version.workspace = c.workspace and any_version.id = c.id
         and (any_version.context @> $3::jsonb or any_version.context @> $4::jsonb))
     order by c.created_position limit ${MOST}`,
    [workspace, SCHEMAS, named, inFacts],
  );
  return rows.map(toEnvelope);
}
