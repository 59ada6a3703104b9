import { refuse, type CrumbEvent, type Envelope, type EventsReply, type EventsRequest } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import type { EventRecord } from '../ledger/stored-rows';
import type { Sql } from '../database/database';
import { readCursor, writeCursor } from './cursor';
import { readFirstPosition } from './first-position';
import { ENVELOPE_COLUMNS, includeIfSet, toEnvelope, PRESENT, type CrumbRow, type VersionRow } from './envelope';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';

type EventRow = Omit<EventRecord, 'created_at'> & { readonly created_at: Date };

const USUAL = 200;
const MOST = 1_000;
const USE = 'events';
const BEGINNING = 'start';
/** `@<position>`: after that position of the current log. For jumping to a position, not for resuming. */
const AT = /^@(\d{1,15})$/;

/** A cursor names its log: a position in a log that was replaced is not valid in the new one. */
interface LogHeadRow {
  readonly log_id: string;
  readonly position: number;
}

const IS_PAST_LOG = 'select 1 from workspace where name = $1 and $2::text = any(past_logs::text[])';

/** Was this the log of the workspace before it moved here? It has kept its positions. */
const isPastLog = async (sql: Sql, workspace: string, id: unknown): Promise<boolean> =>
  (await sql.query(IS_PAST_LOG, [workspace, String(id)])).length > 0;

async function resolvePosition(
  sql: Sql,
  cursor: string | undefined,
  workspace: string,
  log: LogHeadRow,
): Promise<number> {
  if (cursor === undefined) return log.position;
  if (cursor === BEGINNING) return 0;
  const jump = AT.exec(cursor);
  if (jump) return Math.min(Number(jump[1]), log.position);
  const [id, position] = readCursor(USE, workspace, cursor);
  const isKnown = id === log.log_id || (await isPastLog(sql, workspace, id));
  if (isKnown && typeof position === 'number' && position <= log.position) return position;
  throw refuse(
    'cursor_gone',
    'This cursor belongs to a log that no longer exists. Start again, with the cursor `start` or without one.',
  );
}

/** Refuses a cursor from before the beginning of the log. */
async function requireUnswept(sql: Sql, workspace: string, place: number): Promise<void> {
  const { position, on } = await readFirstPosition(sql, workspace);
  if (place >= position - 1) return;
  throw refuse(
    'cursor_gone',
    `Events before position ${position} were removed by retention, last on ${on}. Continue at the first one with the cursor @${position - 1}, or start again with \`start\` or without a cursor.`,
    { details: { first_position: position } },
  );
}

/** Converts a row to an event without its crumb. */
export function toEvent(row: EventRow): CrumbEvent {
  return {
    position: row.position,
    kind: row.kind,
    workspace: row.workspace,
    id: row.id,
    version: row.version,
    schema_name: row.schema_name,
    ...includeIfSet('session', row.session),
    trail_id: row.trail_id,
    ...includeIfSet('cause', row.cause_id === null ? null : { id: row.cause_id, version: row.cause_version as number }),
    hop: row.hop,
    author: { kind: row.author_kind as CrumbEvent['author']['kind'], id: row.author_id },
    ...includeIfSet('recipient', row.recipient),
    imported: row.imported,
    content_hash: row.content_hash,
    ...includeIfSet('traceparent', row.traceparent),
    at: row.created_at.toISOString(),
  };
}

async function selectEvents(
  sql: Sql,
  place: number,
  head: number,
  of: { request: EventsRequest; caller: AuthenticatedCaller; limit: number },
) {
  const { request, caller, limit } = of;
  const params: unknown[] = [caller.workspace, place, head, limit];
  params.push(request.schemas ?? null, request.session ?? null, request.kinds ?? null, request.trail ?? null);
  return sql.query<EventRow>(
    `select * from crumb_event e where workspace = $1 and position > $2 and position <= $3
       and ($5::text[] is null or schema_name = any($5)) and ($6::text is null or session = $6)
       and ($7::text[] is null or kind = any($7)) and ($8::uuid is null or trail_id = $8)
       and ${visibleToCaller('e', caller, params)}
     order by position limit $4`,
    params,
  );
}

/** The crumbs that were created or updated, as of each event; crumbs that were deleted since are missing. */
async function readBodies(sql: Sql, workspace: string, rows: readonly EventRow[]): Promise<Map<string, Envelope>> {
  const wanted = rows.filter(({ kind }) => kind === 'created' || kind === 'updated');
  if (wanted.length === 0) return new Map();
  const found = await sql.query<CrumbRow & VersionRow>(
    `select ${ENVELOPE_COLUMNS} from unnest($2::uuid[], $3::int[]) w (id, version)
     join crumb c on c.workspace = $1 and c.id = w.id
     join crumb_version v on v.workspace = $1 and v.id = w.id and v.version = w.version where ${PRESENT}`,
    [workspace, wanted.map(({ id }) => id), wanted.map(({ version }) => version)],
  );
  return new Map(found.map((row) => [`${row.id}@${row.version}`, toEnvelope(row)]));
}

/** The events after the cursor that the caller may see, in log order, and the cursor through which they are complete. */
export async function readEvents(sql: Sql, request: EventsRequest, caller: AuthenticatedCaller): Promise<EventsReply> {
  const [log] = await sql.query<LogHeadRow>('select log_id, position from log_head');
  if (!log) throw refuse('internal', 'The log has no head.');
  const place = await resolvePosition(sql, request.cursor, caller.workspace, log);
  const limit = Math.min(Math.max(request.limit ?? USUAL, 1), MOST);
  const rows = place < log.position ? await selectEvents(sql, place, log.position, { request, caller, limit }) : [];
  // After the events are read: what a sweep removed in between is refused, not passed over.
  if (request.cursor !== BEGINNING && place < log.position) await requireUnswept(sql, caller.workspace, place);
  const found = await readBodies(sql, caller.workspace, rows);
  const cursorAt = (position: number): string => writeCursor(USE, caller.workspace, [log.log_id, position]);
  const through = rows.length < limit ? log.position : (rows.at(-1)?.position ?? log.position);
  return {
    events: rows.map((row) => {
      const crumb = found.get(`${row.id}@${row.version}`);
      const about = row.kind === 'created' || row.kind === 'updated';
      return { ...toEvent(row), cursor: cursorAt(row.position), ...(crumb && about ? { crumb } : {}) };
    }),
    complete_through: cursorAt(through),
  };
}
