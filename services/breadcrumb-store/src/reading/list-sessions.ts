import {
  AgentNote,
  AgentResponse,
  Session,
  type CrumbLine,
  type ListSessionsRequest,
  type SessionEntry,
  type SessionsReply,
  type SessionV1,
  UserMessage,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Sql } from '../database/database';
import { writeCursor } from './cursor';
import { includeIfSet } from './envelope';
import { readHead, requirePosition } from './head';
import { ListingStatement, outcomeAt, pageLength } from './listing-statement';
import { readCrumbLines } from './read-crumb-lines';
import { allSessions, countSessions, newestSessions } from './session-names';

interface SessionRow {
  readonly name: string;
  readonly last_id: string;
  readonly last_at: Date;
  readonly last_position: number;
  readonly messages: number;
  readonly outcome: number;
  readonly tokens: number | null;
  readonly cost_usd: number | null;
  readonly described: SessionV1 | null;
  readonly edge_at: Date | null;
  readonly edge_position: number | null;
}

/** How many of the newest crumbs are looked at for the sessions of a first page; the second only where there are more than {@link FEW} sessions. */
const NEWEST = { first: 2_000, then: 50_000 };
/** All of so many sessions are compared in about the time in which the newest crumbs are read. */
const FEW = 500;

const USE = 'sessions';

const SESSION = `'${Session.name}'`;
/** What is said in a session, in SQL. Memories, contexts and results of tools are not. */
const SPOKEN = [UserMessage, AgentResponse, AgentNote].map(({ name }) => `'${name}'`).join(', ');

/** The names of sessions whose `session.v1` fulfils a condition on its version `v`. */
const describedAs = (statement: ListingStatement, condition: string): string =>
  `select c.session from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
    where c.workspace = ${statement.workspace} and c.schema_name = '${Session.name}' and c.session is not null
      and ${statement.seen('c')} and ${condition}`;

function addTextFilter(statement: ListingStatement, text: string): void {
  const part = statement.parameters.add(text.toLowerCase(), 'text');
  const titled = describedAs(statement, `position(${part} in lower(v.context ->> 'title')) > 0`);
  statement.add(`(position(${part} in n.name) > 0 or n.name in (${titled}))`);
}

function addArchivedFilter(statement: ListingStatement, archived: 'hide' | 'only'): void {
  const names = describedAs(statement, `v.context ->> 'archived' = 'true'`);
  statement.add(`n.name ${archived === 'only' ? '' : 'not '}in (${names})`);
}

function addFilters(statement: ListingStatement, request: ListSessionsRequest): void {
  const requireCrumb = (condition: string): void =>
    statement.add(`exists (select from crumb c where c.workspace = ${statement.workspace} and c.session = n.name
      and ${statement.seen('c')} and ${condition})`);
  const { participant, agent, text, archived } = request;
  if (participant !== undefined) requireCrumb(statement.writtenBy('c', participant));
  if (agent !== undefined) requireCrumb(statement.woke('c', agent));
  if (text !== undefined) addTextFilter(statement, text);
  if (archived !== undefined) addArchivedFilter(statement, archived);
  statement.addOutcome('l.trail_id', request.outcome);
  statement.addTimes('l.occurred_at', request);
}

/**
 * Sessions in the order of their latest messages, answers and notes that the caller may read, as of a position, so that none moves between pages.
 * Other crumbs count only where nothing was said, and a `session.v1`, such as a new title, only where there is nothing else.
 */
function selectPage(statement: ListingStatement, through: number, limit: number): string {
  const { workspace, parameters } = statement;
  const until = parameters.add(through, 'bigint');
  const latest = (
    condition: string,
  ): string => `(select c.id, c.trail_id, c.occurred_at, c.created_position from crumb c
      where c.workspace = ${workspace} and c.session = n.name and c.created_position <= ${until} and ${statement.seen('c')}
        and c.schema_name ${condition}
      order by c.occurred_at desc, c.created_position desc limit 1)`;
  return `select n.name, l.id as last_id, l.trail_id, l.occurred_at as last_at, l.created_position as last_position
    from names n cross join lateral (${latest(`in (${SPOKEN})`)}
      union all ${latest(`not in (${SPOKEN}, ${SESSION})`)} union all ${latest(`= ${SESSION}`)} limit 1) l
    where n.name is not null and ${statement.where}
    order by l.occurred_at desc, l.created_position desc limit ${parameters.add(limit, 'integer')}`;
}

/** Of the session `p.name`: how many messages and answers the caller may read, and what these answers have used; null where none has used any. */
const sumTotals = (statement: ListingStatement): string => `select coalesce(sum(t.messages), 0)::integer as messages,
    case when sum(t.counted) > 0 then sum(t.tokens)::float8 end as tokens, case when sum(t.priced) > 0 then sum(t.cost_usd)::float8 end as cost_usd
  from session_total t where t.workspace = ${statement.workspace} and t.session = p.name and ${statement.readable('t')}`;

function describePage(statement: ListingStatement, names: string, page: string): string {
  const { workspace } = statement;
  return `with recursive ${names}, page as materialized (${page})
    select p.*, u.*, edge_at, edge_position, ${statement.outcomeOfTrail('p.trail_id')} as outcome,
      (select v.context from crumb c join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
        where c.workspace = ${workspace} and c.session = p.name and c.schema_name = '${Session.name}' and ${statement.seen('c')}
        limit 1) as described
    from page p cross join edge cross join lateral (${sumTotals(statement)}) u
    order by p.last_at desc, p.last_position desc`;
}

function toEntry(row: SessionRow, last: CrumbLine, usage: boolean): SessionEntry {
  const { name, described, messages, outcome, tokens, cost_usd } = row;
  return {
    name,
    ...includeIfSet('title', described?.title ?? null),
    ...includeIfSet('members', described?.members ?? null),
    ...(described?.archived === true && { archived: true as const }),
    messages,
    last,
    outcome: outcomeAt(outcome),
    ...(usage && { ...includeIfSet('tokens', tokens), ...includeIfSet('cost_usd', cost_usd) }),
  };
}

/** A page that is asked for, with the rights of its caller. */
interface PageRequest {
  readonly request: ListSessionsRequest;
  readonly caller: AuthenticatedCaller;
  /** Last position of the log. */
  readonly head: number;
  /** The length of the page, and one more. */
  readonly limit: number;
}

interface SessionPage {
  readonly rows: readonly SessionRow[];
  /** The position after which nothing counts. */
  readonly through: number;
}

type ChooseNames = (statement: ListingStatement, through: number) => string;

async function readPage(
  sql: Sql,
  { request, caller, head, limit }: PageRequest,
  choose: ChooseNames,
): Promise<SessionPage> {
  const statement = new ListingStatement(caller);
  const [begun] = statement.addCursor('(l.occurred_at, l.created_position)', USE, request.cursor);
  const through = typeof begun === 'number' ? begun : head;
  addFilters(statement, request);
  const names = choose(statement, through);
  const text = describePage(statement, names, selectPage(statement, through, limit));
  return { rows: await sql.query<SessionRow>(text, statement.parameters.list), through };
}

/** Is a page of the newest sessions the same as one of all sessions would be? */
function isFinal(rows: readonly SessionRow[], limit: number): boolean {
  const last = rows.at(-1);
  if (!last) return false;
  const { edge_at: at, edge_position: position, last_at, last_position } = last;
  if (at === null || position === null) return true;
  if (rows.length < limit) return false;
  return last_at > at || (last_at.getTime() === at.getTime() && last_position >= position);
}

/** A first page of the sessions of the newest crumbs, where it is final; else null. */
async function readNewestPage(sql: Sql, page: PageRequest, crumbs: number): Promise<SessionPage | null> {
  const { limit } = page;
  const found = await readPage(sql, page, (statement, through) =>
    newestSessions(statement, { through, limit, crumbs }),
  );
  return isFinal(found.rows, limit) ? found : null;
}

async function hasMany(sql: Sql, caller: AuthenticatedCaller): Promise<boolean> {
  const statement = new ListingStatement(caller);
  const text = countSessions(statement, FEW + 1);
  const [row] = await sql.query<{ count: number }>(text, statement.parameters.list);
  return (row?.count ?? 0) > FEW;
}

/** A first page usually needs only the newest crumbs; what is left compares all sessions, which takes as long as there are many. */
async function findPage(sql: Sql, page: PageRequest): Promise<SessionPage> {
  if (page.request.cursor === undefined) {
    const newest = await readNewestPage(sql, page, NEWEST.first);
    if (newest) return newest;
    const more = (await hasMany(sql, page.caller)) ? await readNewestPage(sql, page, NEWEST.then) : null;
    if (more) return more;
  }
  return readPage(sql, page, allSessions);
}

/**
 * One page of the sessions in which the caller may read a crumb, the one with the latest first. What is written between pages never
 * causes a session to be repeated or missed.
 */
export async function listSessions(
  sql: Sql,
  request: ListSessionsRequest,
  caller: AuthenticatedCaller,
): Promise<SessionsReply> {
  const position = await readHead(sql);
  requirePosition(position, request.min_position);
  const limit = pageLength(request.limit);
  const { rows, through } = await findPage(sql, { request, caller, head: position, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const place = last && [last.last_at.toISOString(), last.last_position, through];
  const next = place && writeCursor(USE, caller.workspace, place);
  const lines = await readCrumbLines(
    sql,
    caller.workspace,
    page.map(({ last_id }) => last_id),
  );
  const sessions = page.flatMap((row) => {
    const line = lines.get(row.last_id);
    return line ? [toEntry(row, line, request.usage === true)] : [];
  });
  return { sessions, ...(next ? { next_cursor: next } : {}), position };
}
