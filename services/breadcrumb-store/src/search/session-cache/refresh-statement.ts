import type { Statement } from '../../database/database';
import { CHUNK_COLUMNS } from './text-chunk';
import { preparedOnce, StatementParameters } from '../filter/chunk-filter.sql';

/** Whose texts a pool holds: those of a session, or all of one schema. */
export interface CacheScope {
  readonly workspace: string;
  readonly column: 'session' | 'schema_name';
  readonly value: string;
}

/** A pool to bring up to date: loaded wholly, by what happened since, only asked whether anything did, or only counted. */
export type ScopeRefresh =
  | { readonly kind: 'whole'; readonly scope: CacheScope }
  | { readonly kind: 'watch'; readonly scope: CacheScope; readonly since: number }
  | {
      readonly kind: 'news';
      readonly scope: CacheScope;
      readonly since: number;
      /** Texts that have no vector yet. */
      readonly bare: readonly { readonly id: string; readonly version: number; readonly ordinal: number }[];
    }
  | { readonly kind: 'size'; readonly scope: CacheScope; readonly from: number };

type ChangesRefresh = Extract<ScopeRefresh, { kind: 'news' }>;

export interface RefreshQuestion {
  readonly workspace: string;
  readonly query: string;
  readonly pools: readonly ScopeRefresh[];
  /** Where known counts of stems were last brought up to; null where there are none. */
  readonly countsSince: number | null;
  /** Whose vectors are read; null where they are not read but worked out. */
  readonly embedder: string | null;
  /** Texts of a pool; more are not loaded. */
  readonly most: number;
}

/** Stems of a question that are looked at, the rarest. */
const MOST_STEMS = 256;

const matchScope = (values: StatementParameters, alias: string, { workspace, column, value }: CacheScope): string =>
  `${alias}.workspace = ${values.add(workspace, 'text')} and ${alias}.${column} = ${values.add(value, 'text')}`;

/**
 * Positions after one. Both ends, so that the planner expects few; behind subqueries, so that it expects as many whether it knows
 * the values or not, and keeps its plan instead of planning each time, which would take longer than the look itself.
 */
const afterPosition = (values: StatementParameters, alias: string, since: number): string =>
  `${alias}.position > (select ${values.add(since, 'bigint')}) and ${alias}.position <= (select ${values.add(Number.MAX_SAFE_INTEGER, 'bigint')})`;

/** `as vector`, where vectors are read, and the join that it comes from. */
function selectVector(values: StatementParameters, { embedder }: RefreshQuestion): { column: string; join: string } {
  if (embedder === null) return { column: '', join: '' };
  const same =
    'w.workspace = k.workspace and w.crumb_id = k.crumb_id and w.version = k.version and w.ordinal = k.ordinal';
  const name = values.add(embedder, 'text');
  return {
    column: `, encode(vector_send(w.embedding), 'base64') as vector`,
    join: `left join chunk_vector w on ${same} and w.embedder = ${name}`,
  };
}

function selectWhole(values: StatementParameters, { scope }: ScopeRefresh, question: RefreshQuestion): string {
  const { column, join } = selectVector(values, question);
  return `json_build_object('rows', (select json_agg(r) from (
      select ${CHUNK_COLUMNS}${column} from chunk k ${join}
      where ${matchScope(values, 'k', scope)} limit ${values.add(question.most + 1, 'int')}) r))`;
}

/** Vectors that have come since for texts that had none. */
function selectLateVectors(
  values: StatementParameters,
  { scope, bare }: ChangesRefresh,
  { embedder }: RefreshQuestion,
): string {
  if (embedder === null || bare.length === 0) return 'null';
  const ids = values.add(
    bare.map((one) => one.id),
    'uuid[]',
  );
  const versions = values.add(
    bare.map((one) => one.version),
    'int[]',
  );
  const ordinals = values.add(
    bare.map((one) => one.ordinal),
    'int[]',
  );
  return `(select json_agg(r) from (
      select w.crumb_id as id, w.version, w.ordinal, encode(vector_send(w.embedding), 'base64') as vector
      from unnest(${ids}, ${versions}, ${ordinals}) b (crumb_id, version, ordinal)
      join chunk_vector w using (crumb_id, version, ordinal)
      where w.workspace = ${values.add(scope.workspace, 'text')} and w.embedder = ${values.add(embedder, 'text')}) r)`;
}

/** Crumbs of a scope to which something other than their creation happened since. */
const selectChangedIds = (values: StatementParameters, { scope, since }: ChangesRefresh): string => `
    select distinct e.id from crumb_event e
    where ${matchScope(values, 'e', scope)} and e.kind <> 'created' and ${afterPosition(values, 'e', since)}`;

function selectChanges(
  values: StatementParameters,
  asked: ChangesRefresh,
  question: RefreshQuestion & { readonly changed: string },
): string {
  const { scope, since } = asked;
  const { column, join } = selectVector(values, question);
  const rows = `select ${CHUNK_COLUMNS}${column} from`;
  return `json_build_object(
    'changed', (select json_agg(e.id) from ${question.changed} e),
    'rows', (select json_agg(r) from (
      (${rows} chunk k ${join} where ${matchScope(values, 'k', scope)} and ${afterPosition(values, 'k', since)}
       order by k.position limit ${values.add(question.most + 1, 'int')})
      union all
      ${rows} ${question.changed} e join chunk k on k.workspace = ${values.add(scope.workspace, 'text')} and k.crumb_id = e.id ${join}) r),
    'vectors', ${selectLateVectors(values, asked, question)})`;
}

const selectSize = (
  values: StatementParameters,
  scope: CacheScope,
  from: number,
): string => `json_build_object('size', (select count(*) from (
    select 1 from chunk k where ${matchScope(values, 'k', scope)} limit ${values.add(from, 'int')}) r))`;

const selectTouched = (values: StatementParameters, scope: CacheScope, since: number): string =>
  `json_build_object('touched', exists (select 1 from crumb_event e where ${matchScope(values, 'e', scope)} and ${afterPosition(values, 'e', since)}))`;

/** The column of one pool, and the table that it needs. */
function buildScope(
  values: StatementParameters,
  question: RefreshQuestion,
  n: number,
): { table: string[]; column: string } {
  const asked = question.pools[n] as ScopeRefresh;
  const column = (text: string): string => `, ${text} as pool_${n}`;
  if (asked.kind === 'size') return { table: [], column: column(selectSize(values, asked.scope, asked.from)) };
  if (asked.kind === 'watch') return { table: [], column: column(selectTouched(values, asked.scope, asked.since)) };
  if (asked.kind === 'whole') return { table: [], column: column(selectWhole(values, asked, question)) };
  const changed = `changed_${n}`;
  return {
    table: [`${changed} as materialized (${selectChangedIds(values, asked)})`],
    column: column(selectChanges(values, asked, { ...question, changed })),
  };
}

const STEMS = (workspace: string, query: string): string => `
    select json_agg(json_build_array(t.lexeme, t.df)) from (
      select q.lexeme, coalesce(d.df, 0) as df from unnest(to_tsvector('english', ${query})) q
      left join lateral (select x.df from term_stat x where x.workspace = ${workspace} and x.term = q.lexeme offset 0) d on true
      order by 2, 1 limit ${MOST_STEMS}) t`;

/** Most late versions and recent events that are looked at: as many as an index that follows leaves behind it. */
const MOST_LATE = 10_000;
export const MOST_RECENT = 200;

/**
 * Newer versions that the index has not reached: what they supersede is not current from there on. Ordered, so that no plan for
 * all cases reads the log from its beginning.
 */
const LATE = (workspace: string): string => `
    select json_object_agg(e.id, e.position) from (
      select x.id, min(x.position) as position from (
        select id, position, kind from crumb_event where workspace = ${workspace} and position > coalesce(c.position, 0) and position <= h.position
        order by position limit ${MOST_LATE}) x
      where x.kind = 'updated' group by x.id) e`;

const LAST = (workspace: string): string =>
  `select e.position from crumb_event e where e.workspace = ${workspace} order by e.position desc limit 1`;

/** What changed in the workspace's statistics since: words of new texts that count, or more than can be followed. */
function selectRecent(
  values: StatementParameters,
  workspace: string,
  since: number,
): { table: string; column: string } {
  return {
    table: `recent as materialized (
      select e.id, e.version, e.kind from crumb_event e where e.workspace = ${workspace} and ${afterPosition(values, 'e', since)}
      order by e.position limit ${MOST_RECENT + 1})`,
    column: `, (select json_build_object('events', count(*), 'lost', bool_or(e.kind <> 'created'), 'texts', (
      select json_agg(k.tsv::text) from recent r
      join chunk k on k.workspace = ${workspace} and k.crumb_id = r.id and k.version = r.version where k.counted)) from recent e) as recent`,
  };
}

/**
 * One look at the record, so that all of it is one state of the log: how far the index is, the statistics of a question's stems,
 * and what befell the pools. Changed crumbs come with all rows that are left of them.
 */
export function buildRefreshStatement(question: RefreshQuestion): {
  readonly statement: Statement;
  readonly params: unknown[];
} {
  const values = new StatementParameters();
  const workspace = values.add(question.workspace, 'text');
  const stems = STEMS(workspace, values.add(question.query, 'text'));
  const { countsSince } = question;
  const counts = countsSince === null ? null : selectRecent(values, workspace, countsSince);
  const pools = question.pools.map((_, n) => buildScope(values, question, n));
  const tables = [...pools.flatMap(({ table }) => table), ...(counts ? [counts.table] : [])].join(', ');
  const text = `${tables === '' ? '' : `with ${tables}`}
    select h.position as head, coalesce(c.position, 0) as through, coalesce(s.chunks, 0) as chunks,
      coalesce(s.total_length, 0) as total_length, (${stems}) as stems, (${LATE(workspace)}) as late,
      (${LAST(workspace)}) as last${counts?.column ?? ''}${pools.map(({ column }) => column).join('')}
    from log_head h left join index_cursor c on c.kind = 'text' left join corpus_stat s on s.workspace = ${workspace}`;
  return { statement: preparedOnce(text), params: values.list };
}
