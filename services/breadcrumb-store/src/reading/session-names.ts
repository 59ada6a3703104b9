import type { ListingStatement } from './listing-statement';

/** The sessions that a statement compares: common table expressions, among them `names(name)` and `edge(edge_at, edge_position)`. */
type SessionNames = string;

/** How many sessions are compared for each of a page: not all of them pass its filters, or have said something lately. */
const COMPARED = 4;

/** Every session of the workspace by its name: one look into the index for each, however many crumbs it has. */
const everyName = ({ workspace }: ListingStatement): string => `names(name) as (
  (select c.session from crumb c where c.workspace = ${workspace} and c.session is not null order by c.session limit 1)
  union all
  select (select c.session from crumb c where c.workspace = ${workspace} and c.session > n.name order by c.session limit 1)
  from names n where n.name is not null)`;

/** All sessions of the workspace; there is no edge. */
export const allSessions = (statement: ListingStatement): SessionNames =>
  `${everyName(statement)}, edge as (select null::timestamptz as edge_at, null::bigint as edge_position)`;

/** Counts the sessions of the workspace, up to `most`. */
export const countSessions = (statement: ListingStatement, most: number): string =>
  `with recursive ${everyName(statement)}
    select count(*)::integer as count from (select 1 from names where name is not null limit ${statement.parameters.add(most, 'integer')}) n`;

/** Which sessions {@link newestSessions} takes. */
export interface NewestSessions {
  /** The position after which nothing counts. */
  readonly through: number;
  /** The length of the page. */
  readonly limit: number;
  /** How many of the newest crumbs are looked at. */
  readonly crumbs: number;
}

/**
 * The sessions of the newest crumbs. No other session has a crumb after the edge, so the order of those that said something after it is
 * final whatever else the workspace has. Without an edge they are all sessions.
 */
export function newestSessions(
  { workspace, parameters }: ListingStatement,
  { through, limit, crumbs }: NewestSessions,
): SessionNames {
  const most = parameters.add(limit * COMPARED, 'integer');
  const window = parameters.add(crumbs, 'integer');
  const oldest = (table: string, size: string): string => `(select occurred_at, created_position from ${table}
      where (select count(*) from ${table}) >= ${size} order by occurred_at, created_position limit 1)`;
  return `newest as materialized (
    select c.session, c.occurred_at, c.created_position from crumb c
    where c.workspace = ${workspace} and c.created_position <= ${parameters.add(through, 'bigint')}
    order by c.occurred_at desc, c.created_position desc limit ${window}),
  found as materialized (
    select * from (
      select distinct on (session) session, occurred_at, created_position from newest where session is not null
      order by session, occurred_at desc, created_position desc) f
    order by occurred_at desc, created_position desc limit ${most}),
  names(name) as (select session from found),
  edge as materialized (
    select max(occurred_at) as edge_at, max(created_position) as edge_position from (
      select * from (${oldest('found', most)} union all ${oldest('newest', window)}) e
      order by occurred_at desc, created_position desc limit 1) e)`;
}
