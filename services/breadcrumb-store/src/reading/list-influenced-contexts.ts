import { AgentResponse, refuse, type InfluenceReply } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { Sql } from '../database/database';
import { PRESENT } from './envelope';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';

interface InfluencedContextRow {
  readonly id: string;
  readonly agent: string;
  readonly session: string | null;
  readonly created_at: Date;
  readonly quoted_version: number;
  readonly response_id: string | null;
  readonly action: string;
  readonly answered_at: Date;
  readonly total: number;
}

const USUAL = 50;

async function requireVisible(sql: Sql, id: string, caller: AuthenticatedCaller): Promise<void> {
  const params: unknown[] = [caller.workspace, isUuid(id) ? id : null];
  const [crumb] = await sql.query(
    `select 1 from crumb c where c.workspace = $1 and c.id = $2 and ${visibleToCaller('c', caller, params)}`,
    params,
  );
  if (!crumb) throw refuse('not_found', `No crumb ${id} in this workspace.`);
}

function buildStatement(caller: AuthenticatedCaller, params: unknown[]): string {
  const current = (crumb: string): string =>
    `v.workspace = ${crumb}.workspace and v.id = ${crumb}.id and v.version = ${crumb}.version`;
  return `
    with holding as (
      select crumb_id, max(quoted_version) as quoted_version from blob_quote join blob using (workspace, crumb_id)
      where workspace = $1 and quoted_id = $2 group by crumb_id
    ), answers as (
      select c.cause_id, c.id, c.created_at, c.created_position, v.context ->> 'action' as action
      from holding h join crumb c on c.workspace = $1 and c.cause_id = h.crumb_id join crumb_version v on ${current('c')}
      where c.schema_name = $3 and ${PRESENT} and ${visibleToCaller('c', caller, params)}
    )
    select c.id, v.context ->> 'agent' as agent, c.session, c.created_at, h.quoted_version, a.id as response_id, a.action,
      a.created_at as answered_at, count(*) over ()::int as total
    from holding h join crumb c on c.workspace = $1 and c.id = h.crumb_id join crumb_version v on ${current('c')}
    left join answers a on a.cause_id = c.id
    where ${PRESENT} and ${visibleToCaller('c', caller, params)}
    order by c.created_position desc, a.created_position limit $4`;
}

const toContext = (row: InfluencedContextRow): InfluenceReply['contexts'][number] => ({
  id: row.id,
  agent: row.agent,
  ...(row.session === null ? {} : { session: row.session }),
  created_at: row.created_at.toISOString(),
  quoted_version: row.quoted_version,
  ...(row.response_id === null
    ? {}
    : { response: { id: row.response_id, action: row.action, created_at: row.answered_at.toISOString() } }),
});

/**
 * The contexts that quote a crumb, newest first. Contexts that the caller may not read are neither listed nor counted, nor are
 * contexts whose text was erased.
 */
export async function listInfluencedContexts(
  sql: Sql,
  { id, limit = USUAL }: { readonly id: string; readonly limit?: number },
  caller: AuthenticatedCaller,
): Promise<InfluenceReply> {
  await requireVisible(sql, id, caller);
  const params: unknown[] = [caller.workspace, id, AgentResponse.name, limit];
  const rows = await sql.query<InfluencedContextRow>(buildStatement(caller, params), params);
  return { contexts: rows.map(toContext), beyond: (rows[0]?.total ?? 0) - rows.length };
}
