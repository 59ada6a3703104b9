import { refuse, type Envelope } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { Sql } from '../database/database';
import { ENVELOPE_COLUMNS, toEnvelope, type CrumbRow, type VersionRow } from './envelope';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';

/** All stored versions of a crumb, oldest first. */
export async function readHistory(sql: Sql, id: string, caller: AuthenticatedCaller): Promise<Envelope[]> {
  const params: unknown[] = [caller.workspace, isUuid(id) ? id : null];
  const rows = await sql.query<CrumbRow & Partial<VersionRow>>(
    `select ${ENVELOPE_COLUMNS} from crumb c left join crumb_version v on v.workspace = c.workspace and v.id = c.id
     where c.workspace = $1 and c.id = $2 and ${visibleToCaller('c', caller, params)}
       and (c.expires_at is null or c.expires_at > now() or c.erased_at is not null) order by v.version`,
    params,
  );
  const [first] = rows;
  if (!first) throw refuse('not_found', `No crumb ${id} in this workspace.`);
  if (first.erased_at) throw refuse('erased', `The crumb ${id} was erased at ${first.erased_at.toISOString()}.`);
  return rows.filter((row) => typeof row.version === 'number').map((row) => toEnvelope(row as CrumbRow & VersionRow));
}
