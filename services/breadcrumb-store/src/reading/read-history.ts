import { refuse, type Envelope } from '@crumbtrail/contracts';
import { describeRemoval } from '@crumbtrail/contracts/operations/retention';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { Sql } from '../database/database';
import { ENVELOPE_COLUMNS, toEnvelope, toTombstone, type CrumbRow, type VersionRow } from './envelope';
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
  if (first.erased_at) {
    const { erased_at, erased_by } = toTombstone(first);
    throw refuse('erased', `Crumb ${id}: ${describeRemoval({ at: erased_at, by: erased_by })}`);
  }
  return rows.filter((row) => typeof row.version === 'number').map((row) => toEnvelope(row as CrumbRow & VersionRow));
}
