import {
  AnswerFeedback,
  AnswerGrounding,
  MemoryLong,
  MemoryShort,
  SavedView,
  SessionSummary,
  type CrumbLine,
  type FeedbackFilter,
  type ListTrailsRequest,
  type TrailEntry,
  type TrailsReply,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Sql } from '../database/database';
import { writeCursor } from './cursor';
import { includeIfSet } from './envelope';
import { readHead, requirePosition } from './head';
import { ListingStatement, outcomeAt, pageLength } from './listing-statement';
import { readCrumbLines } from './read-crumb-lines';

interface ListedTrailRow {
  readonly trail_id: string;
  readonly root_at: Date;
  readonly root_position: number;
  readonly first_id: string;
  readonly session: string | null;
  readonly crumbs: number;
  readonly agents: readonly string[];
  readonly outcome: number;
  readonly duration_ms: number;
  readonly tokens: number | null;
  readonly cost_usd: number | null;
}

const USE = 'trails';

/** What services write about other crumbs, and people for themselves: a trail of it is listed only if its schema is asked for. Imported history is listed with any of these filters. */
const ABOUT_OTHERS = [AnswerGrounding.name, MemoryLong.name, MemoryShort.name, SessionSummary.name, SavedView.name];

const FEEDBACK_CONDITIONS = {
  bad: `(v.context ->> 'score')::float8 < 0`,
  good: `(v.context ->> 'score')::float8 > 0`,
  note: `v.context ? 'note'`,
} as const;

/** A join of crumbs with their latest versions. */
const withVersion = (crumb: string, version: string): string => `crumb ${crumb} join crumb_version ${version}
    on ${version}.workspace = ${crumb}.workspace and ${version}.id = ${crumb}.id and ${version}.version = ${crumb}.version`;

/** Predicate: the author of the feedback `c` has given the same answer no score after it. */
const isLatestScore = (statement: ListingStatement): string => `not exists (select from ${withVersion('l', 'w')}
    where l.workspace = c.workspace and l.trail_id = c.trail_id and l.schema_name = c.schema_name and l.cause_id = c.cause_id
      and l.author_kind = c.author_kind and l.author_id = c.author_id and l.created_position > c.created_position
      and w.context ? 'score' and ${statement.seen('l')})`;

/**
 * Only trails with such feedback on an answer. Of a person's scores of one answer the latest counts; a note after it leaves it as it is. As an
 * array, feedback is read once. As a subquery it is read for each trail where the planner has no statistics yet, as after an import.
 */
function addFeedback(statement: ListingStatement, feedback: FeedbackFilter): void {
  const isCounted = feedback === 'note' ? 'true' : isLatestScore(statement);
  statement.add(`r.id = any (array(select c.trail_id from ${withVersion('c', 'v')} where c.workspace = ${statement.workspace}
    and c.schema_name = '${AnswerFeedback.name}' and ${statement.seen('c')} and ${FEEDBACK_CONDITIONS[feedback]} and ${isCounted}))`);
}

function addFilters(statement: ListingStatement, request: ListTrailsRequest): void {
  const { workspace, parameters } = statement;
  const requireCrumb = (condition: string): void =>
    statement.add(`exists (select from crumb c where c.workspace = ${workspace} and c.trail_id = r.id
      and ${statement.seen('c')} and ${condition})`);
  const { session, schema, participant, agent, woken, feedback } = request;
  if ([session, schema, participant, agent, feedback].every((one) => one === undefined))
    statement.add('not r.imported');
  if (session !== undefined) requireCrumb(`c.session = ${parameters.add(session, 'text')}`);
  if (schema === undefined) statement.add(`r.schema_name <> all (${parameters.add(ABOUT_OTHERS, 'text[]')})`);
  else requireCrumb(`c.schema_name = ${parameters.add(schema, 'text')}`);
  if (participant !== undefined) requireCrumb(statement.writtenBy('c', participant));
  if (agent !== undefined) requireCrumb(statement.woke('c', agent));
  if (woken) requireCrumb(statement.woke('c'));
  if (feedback !== undefined) addFeedback(statement, feedback);
  statement.addOutcome('r.id', request.outcome);
  statement.addTimes('r.occurred_at', request);
}

/** Roots in the order of time, each with the first crumb of its trail that the caller may read; a trail without one is left out. */
function selectPage(statement: ListingStatement, limit: number): string {
  const { workspace } = statement;
  return `select r.id as trail_id, r.occurred_at as root_at, r.created_position as root_position, f.id as first_id, f.session
    from crumb r cross join lateral (
      select c.id, c.session from crumb c where c.workspace = ${workspace} and c.trail_id = r.id and ${statement.seen('c')}
      order by c.created_position limit 1) f
    where r.workspace = ${workspace} and r.trail_id = r.id and ${statement.where}
    order by r.occurred_at desc, r.created_position desc limit ${statement.parameters.add(limit, 'integer')}`;
}

function describePage(statement: ListingStatement, page: string): string {
  const { workspace } = statement;
  return `with page as materialized (${page})
    select p.*, n.*, u.*, ${statement.outcomeOfTrail('p.trail_id')} as outcome,
      array(select distinct t.agent from crumb w join turn t on t.workspace = w.workspace and t.cause_id = w.id
        where w.workspace = ${workspace} and w.trail_id = p.trail_id and ${statement.seen('w')} order by 1) as agents
    from page p
    cross join lateral (
      select count(*)::integer as crumbs, extract(epoch from
          max(c.created_at) filter (where c.schema_name <> '${AnswerFeedback.name}') - min(c.created_at))::float8 * 1000 as duration_ms
      from crumb c where c.workspace = ${workspace} and c.trail_id = p.trail_id and ${statement.seen('c')}) n
    cross join lateral (${statement.usageOfAnswers('c.trail_id = p.trail_id')}) u
    order by p.root_at desc, p.root_position desc`;
}

function toEntry(row: ListedTrailRow, first: CrumbLine): TrailEntry {
  return {
    trail_id: row.trail_id,
    ...includeIfSet('session', row.session),
    first,
    crumbs: row.crumbs,
    agents: row.agents,
    outcome: outcomeAt(row.outcome),
    duration_ms: Math.round(row.duration_ms),
    ...includeIfSet('tokens', row.tokens),
    ...includeIfSet('cost_usd', row.cost_usd),
  };
}

/** One page of the trails of which the caller may read a crumb, latest root first. Trails that begin between pages never cause one to be repeated or missed. */
export async function listTrails(
  sql: Sql,
  request: ListTrailsRequest,
  caller: AuthenticatedCaller,
): Promise<TrailsReply> {
  const position = await readHead(sql);
  requirePosition(position, request.min_position);
  const limit = pageLength(request.limit);
  const statement = new ListingStatement(caller);
  statement.addCursor('(r.occurred_at, r.created_position)', USE, request.cursor);
  addFilters(statement, request);
  const text = describePage(statement, selectPage(statement, limit + 1));
  const rows = await sql.query<ListedTrailRow>(text, statement.parameters.list);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last && writeCursor(USE, caller.workspace, [last.root_at.toISOString(), last.root_position]);
  const lines = await readCrumbLines(
    sql,
    caller.workspace,
    page.map(({ first_id }) => first_id),
  );
  const trails = page.flatMap((row) => {
    const first = lines.get(row.first_id);
    return first ? [toEntry(row, first)] : [];
  });
  return { trails, ...(next ? { next_cursor: next } : {}), position };
}
