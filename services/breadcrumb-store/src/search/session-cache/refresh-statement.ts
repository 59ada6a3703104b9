import { MemoryShort } from '@crumbtrail/contracts';
import { readQuestionKeys } from '@crumbtrail/text';
import type { ReadStatement } from '../../database/database';
import { StatementParameters } from '../../database/statement-parameters';
import { CHUNK_COLUMNS } from './text-chunk';

/** Which texts are cached together: those of a session, or all of one schema. */
export interface CacheScope {
  readonly workspace: string;
  readonly column: 'session' | 'schema_name';
  readonly value: string;
}

/**
 * Crumbs of these schemas are not cached with their session: a memory has as many versions as compactions, and each new one would bring all of
 * them again. Sources read them by their crumbs.
 */
export const NOT_CACHED_IN_SESSIONS: readonly string[] = [MemoryShort.name];

/** Predicate: what an alias names is cached with its session. */
export const cachedInSessionSql = (alias: string): string =>
  `${alias}.schema_name <> all('{${NOT_CACHED_IN_SESSIONS.join()}}'::text[])`;

/**
 * How a scope is refreshed: loaded completely, updated by its changes, only checked for changes, or only counted, where a change since
 * the last count can have made it smaller.
 */
export type ScopeRefresh =
  | { readonly kind: 'whole'; readonly scope: CacheScope }
  | { readonly kind: 'watch'; readonly scope: CacheScope; readonly since: number }
  | {
      readonly kind: 'changes';
      readonly scope: CacheScope;
      readonly since: number;
      /** Chunks that have no vector yet. */
      readonly withoutVector: readonly ChunkRef[];
      /** How many new chunks are read; one more shows that there are more. Default: those of a scope that is not too large. */
      readonly most?: number;
    }
  | { readonly kind: 'size'; readonly scope: CacheScope; readonly since: number; readonly from: number };

interface ChunkRef {
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
}

type ChangesRefresh = Extract<ScopeRefresh, { kind: 'changes' }>;
type SizeRefresh = Extract<ScopeRefresh, { kind: 'size' }>;

/** What one refresh statement reads. */
export interface RefreshQuestion {
  readonly workspace: string;
  readonly query: string;
  readonly scopes: readonly ScopeRefresh[];
  /** Position from which the changes of the workspace's statistics are read; null to read none. */
  readonly countsSince: number | null;
  /** The embedder whose vectors are read; null if they are computed in memory. */
  readonly embedder: string | null;
  /** A scope with more chunks is not loaded. */
  readonly most: number;
}

/** How many stems of a question are looked up, rarest first. */
const MOST_STEMS = 256;

const isCachedSql = ({ column }: CacheScope, alias: string): string =>
  column === 'session' ? ` and ${cachedInSessionSql(alias)}` : '';

function matchScope(parameters: StatementParameters, alias: string, scope: CacheScope): string {
  const { workspace, column, value } = scope;
  const isOfScope = `${alias}.${column} = ${parameters.add(value, 'text')}`;
  return `${alias}.workspace = ${parameters.add(workspace, 'text')} and ${isOfScope}${isCachedSql(scope, alias)}`;
}

/**
 * The texts of a scope. A generic plan expects as many rows for every value as the commonest has, after an import nearly all, and would
 * read the whole table for a few. A range that holds one value is expected to hold few, so the index of the column is used.
 */
function matchTexts(parameters: StatementParameters, scope: CacheScope): string {
  const { workspace, column, value } = scope;
  const only = `(select ${parameters.add(value, 'text')})`;
  const isOfScope = `k.${column} >= ${only} and k.${column} <= ${only}`;
  return `k.workspace = ${parameters.add(workspace, 'text')} and ${isOfScope}${isCachedSql(scope, 'k')}`;
}

/**
 * Positions after one. Both bounds are given so that the planner expects few rows, and as subqueries so that its estimate does
 * not depend on the values: it then reuses its plan instead of planning each time, which takes longer than the refresh.
 */
const afterPosition = (parameters: StatementParameters, alias: string, since: number): string =>
  `${alias}.position > (select ${parameters.add(since, 'bigint')}) and ${alias}.position <= (select ${parameters.add(Number.MAX_SAFE_INTEGER, 'bigint')})`;

interface VectorColumn {
  /** `, … as vector`; empty where vectors are not read. */
  readonly column: string;
  /** The join that the column needs. */
  readonly join: string;
}

function selectVector(parameters: StatementParameters, { embedder }: RefreshQuestion): VectorColumn {
  if (embedder === null) return { column: '', join: '' };
  const same =
    'w.workspace = k.workspace and w.crumb_id = k.crumb_id and w.version = k.version and w.ordinal = k.ordinal';
  const name = parameters.add(embedder, 'text');
  return {
    column: `, encode(vector_send(w.embedding), 'base64') as vector`,
    join: `left join chunk_vector w on ${same} and w.embedder = ${name}`,
  };
}

function selectWhole(parameters: StatementParameters, { scope }: ScopeRefresh, question: RefreshQuestion): string {
  const { column, join } = selectVector(parameters, question);
  return `json_build_object('rows', (select json_agg(r) from (
      select ${CHUNK_COLUMNS}${column} from chunk k ${join}
      where ${matchTexts(parameters, scope)} limit ${parameters.add(question.most + 1, 'int')}) r))`;
}

/** Vectors that were computed since for chunks that had none. */
function selectLateVectors(
  parameters: StatementParameters,
  { scope, withoutVector }: ChangesRefresh,
  { embedder }: RefreshQuestion,
): string {
  if (embedder === null || withoutVector.length === 0) return 'null';
  const ids = parameters.add(
    withoutVector.map((one) => one.id),
    'uuid[]',
  );
  const versions = parameters.add(
    withoutVector.map((one) => one.version),
    'int[]',
  );
  const ordinals = parameters.add(
    withoutVector.map((one) => one.ordinal),
    'int[]',
  );
  return `(select json_agg(r) from (
      select w.crumb_id as id, w.version, w.ordinal, encode(vector_send(w.embedding), 'base64') as vector
      from unnest(${ids}, ${versions}, ${ordinals}) b (crumb_id, version, ordinal)
      join chunk_vector w using (crumb_id, version, ordinal)
      where w.workspace = ${parameters.add(scope.workspace, 'text')} and w.embedder = ${parameters.add(embedder, 'text')}) r)`;
}

/** Crumbs of a scope that were updated, erased or expired since. */
const selectChangedIds = (parameters: StatementParameters, { scope, since }: ChangesRefresh): string => `
    select distinct e.id from crumb_event e
    where ${matchScope(parameters, 'e', scope)} and e.kind <> 'created' and ${afterPosition(parameters, 'e', since)}`;

function selectChanges(
  parameters: StatementParameters,
  refresh: ChangesRefresh,
  question: RefreshQuestion & { readonly changed: string },
): string {
  const { scope, since } = refresh;
  const { column, join } = selectVector(parameters, question);
  const rows = `select ${CHUNK_COLUMNS}${column} from`;
  return `json_build_object(
    'changed', (select json_agg(e.id) from ${question.changed} e),
    'rows', (select json_agg(r) from (
      (${rows} chunk k ${join} where ${matchScope(parameters, 'k', scope)} and ${afterPosition(parameters, 'k', since)}
       order by k.position limit ${parameters.add((refresh.most ?? question.most) + 1, 'int')})
      union all
      ${rows} ${question.changed} e join chunk k on k.workspace = ${parameters.add(scope.workspace, 'text')} and k.crumb_id = e.id ${join}) r),
    'vectors', ${selectLateVectors(parameters, refresh, question)})`;
}

/** The size, at most `from`: counted only after a change, because a new crumb makes no scope smaller. */
function selectSize(parameters: StatementParameters, { scope, since, from }: SizeRefresh): string {
  const most = parameters.add(from, 'int');
  return `json_build_object('size', case when exists (
      select 1 from crumb_event e where ${matchScope(parameters, 'e', scope)} and e.kind <> 'created' and ${afterPosition(parameters, 'e', since)})
    then (select count(*) from (select 1 from chunk k where ${matchTexts(parameters, scope)} limit ${most}) r) else ${most} end)`;
}

const selectTouched = (parameters: StatementParameters, scope: CacheScope, since: number): string =>
  `json_build_object('touched', exists (select 1 from crumb_event e where ${matchScope(parameters, 'e', scope)} and ${afterPosition(parameters, 'e', since)}))`;

interface StatementPart {
  /** Common table expressions that the column needs. */
  readonly tables: readonly string[];
  /** `, … as name`. */
  readonly column: string;
}

function buildScope(parameters: StatementParameters, question: RefreshQuestion, n: number): StatementPart {
  const refresh = question.scopes[n] as ScopeRefresh;
  const column = (text: string): string => `, ${text} as scope_${n}`;
  if (refresh.kind === 'size') return { tables: [], column: column(selectSize(parameters, refresh)) };
  if (refresh.kind === 'watch')
    return { tables: [], column: column(selectTouched(parameters, refresh.scope, refresh.since)) };
  if (refresh.kind === 'whole') return { tables: [], column: column(selectWhole(parameters, refresh, question)) };
  const changed = `changed_${n}`;
  return {
    tables: [`${changed} as materialized (${selectChangedIds(parameters, refresh)})`],
    column: column(selectChanges(parameters, refresh, { ...question, changed })),
  };
}

const selectStems = (workspace: string, keys: string): string => `
    select json_agg(json_build_array(t.lexeme, t.df)) from (
      select q.lexeme, coalesce(d.df, 0) as df from unnest(${keys}) q (lexeme)
      left join lateral (select x.df from term_stat x where x.workspace = ${workspace} and x.term = q.lexeme offset 0) d on true
      order by 2, 1 limit ${MOST_STEMS}) t`;

/** The most events after the index position that are read: as many as an index that keeps up has pending. */
const MOST_LATE = 10_000;
/** Events whose changes to the statistics are followed; after more, the counts are dropped. */
export const MOST_RECENT = 200;

/**
 * Versions that the index has not reached: from their positions on, what they supersede is not current. The inner select is
 * ordered so that no generic plan reads the log from its beginning.
 */
const selectLate = (workspace: string): string => `
    select json_object_agg(e.id, e.position) from (
      select x.id, min(x.position) as position from (
        select id, position, kind from crumb_event where workspace = ${workspace} and position > c.position and position <= h.position
        order by position limit ${MOST_LATE}) x
      where x.kind = 'updated' group by x.id) e`;

/** Through which position texts are indexed. Computed apart: under a policy, no index is used for a comparison with an expression that calls `coalesce`. */
const SELECT_INDEXED = `select coalesce(max(position), 0) as position from index_cursor where kind = 'text'`;

const selectLast = (workspace: string): string =>
  `select e.position from crumb_event e where e.workspace = ${workspace} order by e.position desc limit 1`;

/** Changes of the workspace's statistics: the stems of new texts, or that there were too many events to follow, whose texts nobody would read. */
function selectRecent(parameters: StatementParameters, workspace: string, since: number): StatementPart {
  return {
    tables: [
      `recent as materialized (
      select e.id, e.version, e.kind from crumb_event e where e.workspace = ${workspace} and ${afterPosition(parameters, 'e', since)}
      order by e.position limit ${MOST_RECENT + 1})`,
    ],
    column: `, (select json_build_object('events', count(*), 'lost', bool_or(e.kind <> 'created'), 'texts', case when count(*) <= ${MOST_RECENT} then (
      select json_agg(k.tsv::text) from recent r
      join chunk k on k.workspace = ${workspace} and k.crumb_id = r.id and k.version = r.version where k.counted) end) from recent e) as recent`,
  };
}

/** A statement with its parameters. */
export interface BuiltStatement {
  readonly statement: ReadStatement;
  readonly params: unknown[];
}

/**
 * One statement for a whole refresh, so that everything is as of one position: how far the index is, the statistics of the
 * question's stems, and the changes of each scope. Changed crumbs come with all chunks that are left of them.
 */
export function buildRefreshStatement(question: RefreshQuestion): BuiltStatement {
  const parameters = new StatementParameters();
  const workspace = parameters.add(question.workspace, 'text');
  const keys = new Set(readQuestionKeys(question.query).map(({ key }) => key));
  const stems = selectStems(workspace, parameters.add([...keys], 'text[]'));
  const { countsSince } = question;
  const recent: StatementPart =
    countsSince === null ? { tables: [], column: '' } : selectRecent(parameters, workspace, countsSince);
  const scopes = question.scopes.map((_, n) => buildScope(parameters, question, n));
  const tables = [...scopes, recent].flatMap((part) => part.tables).join(', ');
  const text = `${tables === '' ? '' : `with ${tables}`}
    select h.position as head, c.position as through, coalesce(s.chunks, 0) as chunks,
      coalesce(s.total_length, 0) as total_length, (${stems}) as stems, (${selectLate(workspace)}) as late,
      (${selectLast(workspace)}) as last${recent.column}${scopes.map(({ column }) => column).join('')}
    from log_head h cross join (${SELECT_INDEXED}) c left join corpus_stat s on s.workspace = ${workspace}`;
  return { statement: { text, genericPlan: true }, params: parameters.list };
}
