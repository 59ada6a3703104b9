import { setImmediate as soon } from 'node:timers/promises';
import {
  AgentResponse,
  ToolCatalog,
  UserMessage,
  type ReadReply,
  type RetrieveReply,
  type RetrieveRequest,
  type SourcePlan,
} from '@crumbtrail/contracts';
import type { Database, Sql } from '../../database/database';
import type { QueryVector } from '../embedders/query-vector';
import { analyseQuestion } from '../query/analyse-question';
import { buildCandidates } from './candidates';
import { listViewers, type RetrievalCaller } from './viewers';
import { findSource, type RetrievalContext } from '../sources/find-source';
import type { TextChunk, Vectorise } from '../session-cache/text-chunk';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import type { CacheScope } from '../session-cache/refresh-statement';
import type { SessionTexts } from '../session-cache/session-texts';
import type { SessionTextCache } from '../session-cache/session-text-cache';
import { StatementBatch, createBatch } from '../../database/statement-batch';
import { preparedOnce, type ReadScope } from '../filter/chunk-filter.sql';
import { filterVisibleCached, filterMatching, type LateVersions } from '../filter/chunk-filter.memory';

/** What retrieval needs of the index beside its tables. */
export interface IndexReader {
  /** Waits, not for ever, until texts up to a position are indexed; gives the position that they are indexed through. */
  textThrough(position: number): Promise<number>;
  /** The question as a vector of the embedder that serves, or null when there is none just now. */
  embedQuery(query: string): Promise<QueryVector | null>;
  /** The embedder that serves. */
  readonly embedder: string;
  /** Its vectors of texts, where working them out is cheaper than reading them. */
  readonly vectorise: Vectorise | undefined;
}

/** Token under which Nest gives the {@link RetrievalDependencies}. */
export const RETRIEVAL = Symbol('RetrieveParts');

/** What retrieval works with. */
export interface RetrievalDependencies {
  readonly database: Database;
  readonly index: IndexReader;
  readonly pools: SessionTextCache;
}

const CONVERSATION = [UserMessage.name, AgentResponse.name];
const SEARCHING: ReadonlySet<SourcePlan['type']> = new Set(['text', 'vector', 'hybrid']);
const VECTORIAL: ReadonlySet<SourcePlan['type']> = new Set(['vector', 'hybrid']);

/** A source that can find nothing is not asked: one of a session where there is none, a question without words, no tags. */
function isIdle(plan: SourcePlan, { session, query, trigger }: PrefetchRequest): boolean {
  if (plan.scope === 'session' && session === undefined && plan.type !== 'catalog') return true;
  if (plan.type === 'tagged') return plan.tags.length === 0;
  if (plan.type === 'trail') return trigger === undefined;
  return SEARCHING.has(plan.type) && query.trim() === '';
}

function listScopes(plans: readonly SourcePlan[], workspace: string, session: string | undefined): CacheScope[] {
  const needsSession =
    session !== undefined &&
    plans.some(({ scope, type }) => scope === 'session' || type === 'results' || SEARCHING.has(type));
  return [
    ...(needsSession ? [{ workspace, column: 'session' as const, value: session }] : []),
    ...(plans.some(({ type }) => type === 'catalog')
      ? [{ workspace, column: 'schema_name' as const, value: ToolCatalog.name }]
      : []),
  ];
}

/** What may be looked at, at a moment that is known. */
type TimedReadScope = ReadScope & { readonly now: string };

const filterScope = (
  pool: SessionTexts | null | undefined,
  sight: TimedReadScope,
  late: LateVersions,
): readonly TextChunk[] | null => (pool ? filterVisibleCached(pool.texts, sight, late) : null);

/** What has expired meanwhile is gone, also for who looks from a moment before. */
function toReadScope(asker: RetrievalCaller, { viewer, as_of, now }: RetrieveRequest): TimedReadScope {
  const moment = new Date(Math.max(Date.parse(now), Date.now())).toISOString();
  return { workspace: asker.workspace, viewers: listViewers(asker, viewer), as_of, now: moment };
}

/** What is asked for, position and time aside. */
type PrefetchRequest = Omit<RetrieveRequest, 'as_of' | 'now'>;

/** The record as it is now, and the question as a vector. */
interface RefreshedRecord {
  readonly plans: readonly SourcePlan[];
  readonly scopes: readonly CacheScope[];
  readonly look: CacheSnapshot;
  readonly vector: QueryVector | null;
}

async function refreshRecord(
  { index, pools, database }: RetrievalDependencies,
  { workspace }: RetrievalCaller,
  { sql = database, ...request }: PrefetchRequest & { readonly sql?: Sql },
): Promise<RefreshedRecord> {
  const { query } = request;
  const plans = request.sources.filter((plan) => !isIdle(plan, request));
  const scopes = listScopes(plans, workspace, request.session);
  const { embedder, vectorise } = index;
  const needsVector = plans.some(({ type }) => VECTORIAL.has(type));
  const embedded = async (): Promise<QueryVector | null> => {
    await soon();
    const vector = await index.embedQuery(query);
    if (vector) pools.compareAhead(scopes, vector);
    return vector;
  };
  // While the database works, all that needs no answer of it is done.
  const watches = plans.every(({ scope, type }) => scope === 'session' || type === 'catalog');
  const looking = pools.refresh({ workspace, query, scopes, embedder, vectorise, sql, watches });
  const [look, vector] = await Promise.all([looking, needsVector ? embedded() : null]);
  return { plans, scopes, look, vector };
}

/** What is looked at goes behind the wall before anything else is done with it. */
function createContext(
  { scopes, look, vector }: RefreshedRecord,
  asker: RetrievalCaller,
  request: RetrieveRequest,
): RetrievalContext {
  const sight = toReadScope(asker, request);
  const poolOf = (column: CacheScope['column']): readonly TextChunk[] | null =>
    filterScope(look.pools[scopes.findIndex((scope) => scope.column === column)], sight, look.late);
  const session = poolOf('session');
  const conversation = filterMatching(session ?? [], { schemas: CONVERSATION });
  const asked = analyseQuestion({ request, look, vector, conversation });
  return { sight, request, look, vector, session, catalog: poolOf('schema_name'), asked };
}

async function find(
  parts: RetrievalDependencies,
  { plans }: RefreshedRecord,
  work: RetrievalContext,
): Promise<Omit<RetrieveReply, 'milliseconds'>> {
  const { request, look, vector } = work;
  const sql = createBatch(parts.database, vector !== null);
  const all = await Promise.all(plans.map(async (plan) => [plan.name, await findSource(sql, plan, work)] as const));
  const findings = new Map(all);
  const found = request.sources.map((plan) => ({ plan, found: findings.get(plan.name) ?? [] }));
  const { queries, ...told } = await buildCandidates(parts.pools, work, found);
  return {
    ...told,
    index_position: look.through,
    embedder: vector?.embedder ?? null,
    queries: look.queries + sql.queries + queries,
    ...(plans.some(({ type }) => SEARCHING.has(type)) ? { query: work.asked.query } : {}),
  };
}

const millisecondsSince = (from: number): number => Math.round(1_000 * (performance.now() - from)) / 1_000;

/**
 * Finds candidates for a context. One statement brings the session's texts in memory up to date, and the wall is put before them;
 * wider scopes are searched in the database. What the viewer, or the client it acts for, may not read is in no reach, nor
 * is what was written after `as_of` or has expired at `now`.
 */
export async function retrieve(
  parts: RetrievalDependencies,
  asker: RetrievalCaller,
  request: RetrieveRequest,
): Promise<RetrieveReply> {
  const from = performance.now();
  await parts.index.textThrough(request.as_of);
  const looked = await refreshRecord(parts, asker, request);
  const found = await find(parts, looked, createContext(looked, asker, request));
  return { ...found, milliseconds: millisecondsSince(from) };
}

/** What is expected to be asked, and how the moment that it is asked of is read. */
interface PreviewPrefetch {
  readonly foreseen: PrefetchRequest;
  readonly read: (sql: Sql) => Promise<ReadReply>;
}

/** The same as of a moment that is read with it, in one statement; looks again where the index had not reached it. */
export async function prefetchPreview(
  parts: RetrievalDependencies,
  asker: RetrievalCaller,
  { foreseen, read }: PreviewPrefetch,
): Promise<{ readonly read: ReadReply; readonly found: RetrieveReply }> {
  const from = performance.now();
  const sql = new StatementBatch(parts.database, preparedOnce);
  const [looked, moment] = await Promise.all([refreshRecord(parts, asker, { ...foreseen, sql }), read(sql)]);
  const request = { ...foreseen, as_of: moment.position, now: moment.now };
  if (looked.look.through < request.as_of) return { read: moment, found: await retrieve(parts, asker, request) };
  const found = await find(parts, looked, createContext(looked, asker, request));
  // The reading is counted by who reads.
  return { read: moment, found: { ...found, queries: found.queries - 1, milliseconds: millisecondsSince(from) } };
}
