import { refuse, type ListReply, type ListRequest } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Sql } from '../database/database';
import { readCursor, writeCursor } from './cursor';
import { ENVELOPE_COLUMNS, toEnvelope, PRESENT, type CrumbRow, type VersionRow } from './envelope';
import { readHead, requirePosition } from './head';
import { visibleToCaller } from '../identity/visibility/access-filter.sql';
import type { RecentChanges } from '../ledger/recent-changes';

type ListedCrumbRow = CrumbRow & VersionRow;

const USUAL = 50;
const MOST = 500;
const USE = 'list';

/** Conditions of a statement, with their parameters. */
class WhereClause {
  readonly params: unknown[] = [];
  readonly conditions: string[] = [];

  param(value: unknown): string {
    return `$${this.params.push(value)}`;
  }

  add(condition: string): void {
    this.conditions.push(condition);
  }
}

function addAuthor(where: WhereClause, author: string): void {
  const [kind, id] = author.includes(':') ? author.split(':', 2) : [undefined, author];
  where.add(`c.author_id = ${where.param(id)}`);
  if (kind !== undefined) where.add(`c.author_kind = ${where.param(kind)}`);
}

function addFilters(where: WhereClause, { schema, session, author, imported, since, tag }: ListRequest): void {
  if (schema !== undefined) where.add(`c.schema_name = ${where.param(schema)}`);
  if (session !== undefined) where.add(`c.session = ${where.param(session)}`);
  if (author !== undefined) addAuthor(where, author);
  if (imported !== undefined) where.add(`c.imported = ${where.param(imported)}`);
  if (since !== undefined) where.add(`c.occurred_at >= ${where.param(since)}::timestamptz`);
  // The second condition follows from the first, but not for the planner: the index of tags leaves out versions without any.
  if (tag !== undefined) where.add(`v.tags @> array[${where.param(tag)}::text] and v.tags <> '{}'`);
}

function addCursor(where: WhereClause, workspace: string, cursor: string, isAscending: boolean): void {
  const [time, position] = readCursor(USE, workspace, cursor);
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time)) || typeof position !== 'number') {
    throw refuse('cursor_gone', 'Invalid or expired cursor. Start again without it.');
  }
  const place = `(${where.param(time)}::timestamptz, ${where.param(position)}::bigint)`;
  where.add(`(c.occurred_at, c.created_position) ${isAscending ? '>' : '<'} ${place}`);
}

/** Joins the current version, or the one that was current at `as_of`. A tag is found by an index that only the view can use. */
function versionAt(where: WhereClause, { as_of: asOf, tag }: ListRequest): string {
  const same = 'v.workspace = c.workspace and v.id = c.id';
  const versions = tag === undefined ? 'crumb_version' : 'crumb_version_in_workspaces';
  if (asOf === undefined) return `join ${versions} v on ${same} and v.version = c.version`;
  const at = where.param(asOf);
  where.add(`c.created_position <= ${at}`);
  return `join lateral (
    select * from crumb_version v where ${same} and v.position <= ${at} order by v.version desc limit 1) v on true`;
}

async function isUnchanged(sql: Sql, request: ListRequest, workspace: string, through: number): Promise<boolean> {
  if (request.if_changed_since === undefined) return false;
  const changed = await sql.query(
    `select 1 from crumb_event where workspace = $1 and ($2::text is null or schema_name = $2)
      and position > $3 and position <= $4 limit 1`,
    [workspace, request.schema ?? null, request.if_changed_since, through],
  );
  return changed.length === 0;
}

function buildStatement(
  request: ListRequest,
  caller: AuthenticatedCaller,
  limit: number,
): { text: string; params: unknown[] } {
  const where = new WhereClause();
  const isAscending = request.order === 'asc';
  where.add(`c.workspace = ${where.param(caller.workspace)}`);
  where.add(PRESENT);
  where.add(visibleToCaller('c', caller, where.params));
  addFilters(where, request);
  if (request.cursor !== undefined) addCursor(where, caller.workspace, request.cursor, isAscending);
  const version = versionAt(where, request);
  const direction = isAscending ? 'asc' : 'desc';
  const text = `select ${ENVELOPE_COLUMNS} from crumb c ${version} where ${where.conditions.join(' and ')}
    order by c.occurred_at ${direction}, c.created_position ${direction} limit ${where.param(limit + 1)}`;
  return { text, params: where.params };
}

/** The reply to a reader whose copy is still current, as far as this process knows without asking the database. */
function replyUnchanged(changes: RecentChanges, request: ListRequest, workspace: string): ListReply | null {
  const { if_changed_since: since, as_of, min_position = 0, schema } = request;
  if (since === undefined) return null;
  const through = changes.unchangedThrough({ workspace, schema, since });
  if (through === null || through < Math.max(as_of ?? 0, min_position)) return null;
  return { crumbs: [], position: as_of ?? through, unchanged: true };
}

/**
 * One page of crumbs, ordered by when they occurred. Crumbs that are written between pages never cause one to be repeated or missed.
 * `changes` saves the writer's own process from asking the database whether a reader's copy is still current.
 */
export async function listCrumbs(
  sql: Sql,
  request: ListRequest,
  caller: AuthenticatedCaller,
  changes?: RecentChanges,
): Promise<ListReply> {
  const unchanged = changes && replyUnchanged(changes, request, caller.workspace);
  if (unchanged) return unchanged;
  const head = await readHead(sql);
  requirePosition(head, request.min_position);
  const position = request.as_of ?? head;
  if (await isUnchanged(sql, request, caller.workspace, position)) return { crumbs: [], position, unchanged: true };
  const limit = Math.min(Math.max(request.limit ?? USUAL, 1), MOST);
  const { text, params } = buildStatement(request, caller, limit);
  const rows = await sql.query<ListedCrumbRow>(text, params);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last && writeCursor(USE, caller.workspace, [last.occurred_at.toISOString(), last.created_position]);
  return { crumbs: page.map(toEnvelope), ...(next ? { next_cursor: next } : {}), position };
}
