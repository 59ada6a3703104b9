import { refuse, type Envelope, type FindMemories, type RequestOf } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { ENVELOPE_COLUMNS, toEnvelope, type CrumbRow, type VersionRow } from './envelope';
import { readHead, requirePosition } from './head';
import { hasFactSql, restsOnSql } from './rests-on.sql';

const MOST = 500;

/** The memories and summaries of which any version rests on a breadcrumb or has a fact, each in its newest version. Erased ones have no versions, so they are not found. */
export async function findMemories(
  sql: Sql,
  workspace: string,
  { source, fact, min_position }: RequestOf<typeof FindMemories>,
): Promise<Envelope[]> {
  requirePosition(await readHead(sql), min_position);
  const wanted = source ?? fact;
  if (wanted === undefined) throw refuse('invalid_payload', 'A search for memories needs a `source` or a `fact`.');
  const rows = await sql.query<CrumbRow & VersionRow>(
    `select ${ENVELOPE_COLUMNS} from crumb c
     join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
     where c.workspace = $1 and ${source === undefined ? hasFactSql('$2') : restsOnSql('$2::uuid')}
     order by c.created_position limit ${MOST}`,
    [workspace, wanted],
  );
  return rows.map(toEnvelope);
}
