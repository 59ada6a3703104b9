import { refuse, type Envelope, type Erased, type ReadReply, type ReadRequest } from '@crumbtrail/contracts';
import type { ServiceEnvelope } from '@crumbtrail/contracts/operations/reading';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { SqlReader } from '../database/database';
import { audienceOf } from '../ledger/stored-rows';
import { loadSchemaHints } from '../schemas/schema-hints';
import { ENVELOPE_COLUMNS, includeIfSet, toEnvelope, toTombstone, type CrumbRow, type VersionRow } from './envelope';
import { requirePosition } from './head';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';

interface ReadCrumbRow extends CrumbRow, Partial<VersionRow> {
  readonly n: number | null;
  readonly head: number;
  readonly clock: Date;
}

/** One statement, so that the reply is as of one position; expired crumbs are left out. */
function buildStatement(caller: AuthenticatedCaller, params: unknown[]): string {
  return `
    select h.position as head, date_trunc('milliseconds', clock_timestamp()) as clock, x.*
    from log_head h left join lateral (
      select r.n, ${ENVELOPE_COLUMNS}
      from unnest($2::uuid[], $3::int[]) with ordinality r (id, version, n)
      join crumb c on c.workspace = $1 and c.id = r.id
      left join lateral (
        select * from crumb_version v where v.workspace = $1 and v.id = r.id
          and (r.version is null or v.version = r.version) and ($4::bigint is null or v.position <= $4)
        order by v.version desc limit 1) v on true
      where ${visibleToCaller('c', caller, params)} and (c.expires_at is null or c.expires_at > now() or c.erased_at is not null)
    ) x on true`;
}

const TIMES = ['clock', 'created_at', 'occurred_at', 'updated_at', 'expires_at', 'erased_at'];

/** The readers that a crumb informs, as {@link ServiceEnvelope} names them. */
function informsReaders({ informs }: ReadCrumbRow): ServiceEnvelope['informs_readers'] | null {
  const readers = informs && (audienceOf(informs) as ServiceEnvelope['audience']);
  return readers === 'all' ? null : readers;
}

function toCrumb(row: ReadCrumbRow, { role }: AuthenticatedCaller): ServiceEnvelope | Erased | null {
  if (row.erased_at !== null) return toTombstone(row);
  if (typeof row.version !== 'number') return null;
  const envelope = toEnvelope(row as CrumbRow & VersionRow);
  return role === 'service' ? { ...envelope, ...includeIfSet('informs_readers', informsReaders(row)) } : envelope;
}

/** Adds the hints of run-time schemas as of each crumb's position. */
async function withHints(sql: SqlReader, crumbs: ReadReply['crumbs']): Promise<ReadReply['crumbs']> {
  const there = crumbs.filter((crumb): crumb is Envelope => crumb !== null && !('erased' in crumb));
  const hints = await loadSchemaHints(sql, there);
  const byCrumb = new Map(there.map((crumb, at) => [crumb, hints[at]]));
  return crumbs.map((crumb) => {
    const schema_hints = byCrumb.get(crumb as Envelope);
    return schema_hints ? ({ ...crumb, schema_hints } as Envelope) : crumb;
  });
}

/** Reads crumbs by reference, in the order of the request; null for one that does not exist or that the caller may not see. */
export async function readCrumbs(
  sql: SqlReader,
  request: ReadRequest,
  caller: AuthenticatedCaller,
): Promise<ReadReply> {
  const wanted = request.refs.map(({ id }) => (isUuid(id) ? id : null));
  const versions = request.refs.map(({ version }) => version ?? null);
  const params: unknown[] = [caller.workspace, wanted, versions, request.as_of ?? null];
  const statement = { text: buildStatement(caller, params), genericPlan: true, times: TIMES };
  const rows = await sql.read<ReadCrumbRow>(statement, params);
  const [first] = rows;
  if (!first) throw refuse('internal', 'The log has no head.');
  requirePosition(first.head, request.min_position);
  const crumbs: (ServiceEnvelope | Erased | null)[] = request.refs.map(() => null);
  for (const row of rows) if (row.n !== null) crumbs[row.n - 1] = toCrumb(row, caller);
  return {
    crumbs: await withHints(sql, crumbs),
    position: request.as_of ?? first.head,
    now: first.clock.toISOString(),
  };
}
