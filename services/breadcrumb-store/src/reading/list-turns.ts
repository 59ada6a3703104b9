import {
  AgentResponse,
  refuse,
  type ListRecentTurnsRequest,
  type TurnEntry,
  type TurnsReply,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { isUuid } from '../database/uuid';
import type { Sql } from '../database/database';
import type { TurnRecord } from '../ledger/stored-rows';
import { usedDollarsSql, usedTokensSql } from '../sessions/session-totals';
import { toTurnView } from '../turns/request-turns';
import { readCursor, writeCursor } from './cursor';
import { includeIfSet } from './envelope';
import { readHead, requirePosition } from './head';
import { ListingStatement, pageLength } from './listing-statement';

interface ListedTurnRow extends Omit<TurnRecord, 'requested_at' | 'closed_at' | 'action' | 'waited_ms'> {
  readonly waited_ms: number | string;
  readonly requested_at: Date;
  readonly closed_at: Date | null;
  readonly action: TurnEntry['action'] | null;
  readonly tokens: number | null;
  readonly cost_usd: number | null;
}

const USE = 'turns';

function addCursor(statement: ListingStatement, workspace: string, cursor: string): void {
  const [time, id] = readCursor(USE, workspace, cursor);
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time)) || typeof id !== 'string' || !isUuid(id))
    throw refuse('cursor_gone', 'Invalid or expired cursor. Start again without it.');
  const { parameters } = statement;
  statement.add(`(t.requested_at, t.id) < (${parameters.add(time, 'timestamptz')}, ${parameters.add(id, 'uuid')})`);
}

function addFilters(statement: ListingStatement, request: ListRecentTurnsRequest): void {
  const { id, agent, session, state, actions, changed_since } = request;
  const { parameters } = statement;
  if (id !== undefined) statement.add(`t.id = ${parameters.add(id, 'uuid')}`);
  if (agent !== undefined) statement.add(`t.agent = ${parameters.add(agent, 'text')}`);
  if (session !== undefined) statement.add(`t.session = ${parameters.add(session, 'text')}`);
  if (state !== undefined) statement.add(`t.state = ${parameters.add(state, 'text')}`);
  if (actions !== undefined) statement.add(`t.action = any(${parameters.add(actions, 'text[]')})`);
  if (changed_since !== undefined)
    statement.addTimes('coalesce(t.closed_at, t.requested_at)', { since: changed_since });
  statement.addTimes('t.requested_at', request);
}

/** Turns on crumbs that the caller may read; a closed one only if its response is readable too, as in the outcome of a trail. */
const knownTurns = (statement: ListingStatement, more = ''): string => `
    from turn t
    join crumb w on w.workspace = t.workspace and w.id = t.cause_id and ${statement.seen('w')}
    left join crumb a on a.workspace = t.workspace and a.id = t.response_id and ${statement.seen('a')} ${more}
    where t.workspace = ${statement.workspace} and (t.state <> 'closed' or a.id is not null) and ${statement.where}`;

function selectPage(statement: ListingStatement, limit: number): string {
  const usage = `v.context -> 'usage'`;
  const versions = `
    left join crumb_version v on v.workspace = a.workspace and v.id = a.id and v.version = a.version and a.schema_name = '${AgentResponse.name}'`;
  return `select t.*, ${usedTokensSql(usage)}::float8 as tokens, ${usedDollarsSql(usage)}::float8 as cost_usd
    ${knownTurns(statement, versions)}
    order by t.requested_at desc, t.id desc limit ${statement.parameters.add(limit, 'integer')}`;
}

async function countMatching(sql: Sql, request: ListRecentTurnsRequest, caller: AuthenticatedCaller): Promise<number> {
  const statement = new ListingStatement(caller);
  addFilters(statement, request);
  const text = `select count(*)::int as total ${knownTurns(statement)}`;
  const [row] = await sql.query<{ total: number }>(text, statement.parameters.list);
  return row?.total ?? 0;
}

function toEntry(row: ListedTurnRow): TurnEntry {
  const { requested_at, closed_at, waited_ms, action } = row;
  const ended = closed_at && {
    closed_at: closed_at.toISOString(),
    duration_ms: Math.max(closed_at.getTime() - requested_at.getTime() - Number(waited_ms), 0),
  };
  return {
    ...toTurnView(row),
    ...includeIfSet('session', row.session),
    trail_id: row.trail_id,
    requested_at: requested_at.toISOString(),
    ...ended,
    ...includeIfSet('action', action),
    ...includeIfSet('tokens', row.tokens),
    ...includeIfSet('cost_usd', row.cost_usd),
  };
}

/** One page of the turns that the caller may know of, latest request first. Turns that are requested between pages never cause one to be repeated or missed. */
export async function listTurns(
  sql: Sql,
  request: ListRecentTurnsRequest,
  caller: AuthenticatedCaller,
): Promise<TurnsReply> {
  const position = await readHead(sql);
  requirePosition(position, request.min_position);
  const limit = pageLength(request.limit);
  const statement = new ListingStatement(caller);
  if (request.cursor !== undefined) addCursor(statement, caller.workspace, request.cursor);
  addFilters(statement, request);
  const rows = await sql.query<ListedTurnRow>(selectPage(statement, limit + 1), statement.parameters.list);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last && writeCursor(USE, caller.workspace, [last.requested_at.toISOString(), last.id]);
  const total = request.total ? { total: await countMatching(sql, request, caller) } : {};
  return { turns: page.map(toEntry), ...(next ? { next_cursor: next } : {}), ...total, position };
}
