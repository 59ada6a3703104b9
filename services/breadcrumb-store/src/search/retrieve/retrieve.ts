import { setImmediate as yieldOnce } from 'node:timers/promises';
import {
  CONVERSATION_SCHEMAS,
  SINCE_REPLY,
  ToolCatalog,
  isSearchingSource,
  type ReadReply,
  type RetrieveReply,
  type RetrieveRequest,
  type ScopeStart,
  type SourcePlan,
} from '@crumbtrail/contracts';
import { audienceTokens } from '../../ledger/stored-rows';
import type { SqlReader, WorkspaceDatabase } from '../../database/database';
import { StatementBatch } from '../../database/statement-batch';
import type { QueryVector } from '../embedders/query-vector';
import type { ChunkFilter, TimedReadScope } from '../filter/chunk-filter';
import { filterMatching, filterOutline, filterVisibleCached } from '../filter/chunk-filter.memory';
import type { IndexReader } from '../index/index-reader';
import { analyseQuestion } from '../query/analyse-question';
import { findDateWords } from '../rank/question-dates';
import type { RankableText } from '../rank/question';
import { TextList } from '../rank/text-list';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import type { CacheScope } from '../session-cache/refresh-statement';
import type { SessionTextCache } from '../session-cache/session-text-cache';
import type { TextChunk } from '../session-cache/text-chunk';
import { findSource, sessionChunks, type RetrievalContext } from '../sources/find-source';
import { findConversationSpellings } from '../query/conversation-spellings';
import { findStandIns } from '../sources/find-stand-ins';
import { readRemembered } from '../sources/find-memories';
import { readRecalledSessions } from '../sources/read-recalled-sessions';
import { readLatestReply, readSessionScopes, type SessionScope } from '../sources/session-scopes';
import { buildCandidates } from './candidates';
import { findRestingOn } from '../../reading/find-left';
import { batchSearches } from './search-batch';
import { listViewers, type RetrievalCaller } from './viewers';

/** Nest token of the {@link RetrievalDependencies}. */
export const RETRIEVAL = Symbol('RetrievalDependencies');

/** What retrieval works with. */
export interface RetrievalDependencies {
  readonly database: WorkspaceDatabase;
  readonly index: IndexReader;
  readonly cache: SessionTextCache;
}

const VECTORIAL: ReadonlySet<SourcePlan['type']> = new Set(['vector', 'hybrid']);

/** Types of sources that read the session, whatever their scope. */
const SESSION_SOURCES: ReadonlySet<SourcePlan['type']> = new Set(['results', 'memory']);

/** A request whose position and time are not known yet. */
type PrefetchRequest = Omit<RetrieveRequest, 'as_of' | 'now'>;

/** True if a source cannot find anything: a session source without a session, a search without words, or a tag search without tags. */
function isIdle(plan: SourcePlan, { session, query, trigger }: PrefetchRequest): boolean {
  if (plan.scope === 'session' && session === undefined && plan.type !== 'catalog') return true;
  if (plan.type === 'tagged') return plan.tags.length === 0;
  if (plan.type === 'trail') return trigger === undefined;
  return isSearchingSource(plan.type) && query.trim() === '';
}

function listScopes(plans: readonly SourcePlan[], workspace: string, session: string | undefined): CacheScope[] {
  const needsSession =
    session !== undefined &&
    plans.some(
      ({ scope, type, since }) => scope === 'session' || since || SESSION_SOURCES.has(type) || isSearchingSource(type),
    );
  const needsCatalog = plans.some(({ type }) => type === 'catalog');
  const scopes: CacheScope[] = [];
  if (needsSession) scopes.push({ workspace, column: 'session', value: session });
  if (needsCatalog) scopes.push({ workspace, column: 'schema_name', value: ToolCatalog.name });
  return scopes;
}

/** What has expired since `now` is invisible too, even for a request as of an earlier time. */
function toReadScope(caller: RetrievalCaller, { viewer, readers, as_of, now }: RetrieveRequest): TimedReadScope {
  const latest = new Date(Math.max(Date.parse(now), Date.now())).toISOString();
  const { workspace } = caller;
  return { workspace, viewers: listViewers(caller, viewer), readers: audienceTokens(readers), as_of, now: latest };
}

/** The current state of the cache, and what is known of the question without it. */
interface RefreshedRecord {
  /** The sources that can find anything. */
  readonly plans: readonly SourcePlan[];
  readonly scopes: readonly CacheScope[];
  readonly snapshot: CacheSnapshot;
  readonly vector: QueryVector | null;
  /** The words by which the question names days. */
  readonly dates: readonly string[];
}

async function refreshRecord(
  { index, cache, database }: RetrievalDependencies,
  { workspace }: RetrievalCaller,
  { sql = database.within(workspace), ...request }: PrefetchRequest & { readonly sql?: SqlReader },
): Promise<RefreshedRecord> {
  const { query } = request;
  const plans = request.sources.filter((plan) => !isIdle(plan, request));
  const scopes = listScopes(plans, workspace, request.session);
  const { embedder, vectorise } = index;
  const needsVector = plans.some(({ type }) => VECTORIAL.has(type));
  const readQuestion = async (): Promise<Pick<RefreshedRecord, 'vector' | 'dates'>> => {
    await yieldOnce();
    const vector = needsVector ? await index.embedQuery(query) : null;
    if (vector) cache.compareAhead(scopes, vector);
    return { vector, dates: findDateWords(query) };
  };
  // While the database works on the refresh, everything is done that does not need its reply.
  const watches = plans.every(({ scope, type }) => scope === 'session' || type === 'catalog');
  const refreshing = cache.refresh({ workspace, query, scopes, embedder, vectorise, sql, watches });
  const [snapshot, question] = await Promise.all([refreshing, readQuestion()]);
  return { plans, scopes, snapshot, ...question };
}

/** The words of the workspace that stand for those of a question; near ones only where texts are searched that are not in memory. */
async function lookUpWords(
  sql: SqlReader,
  { plans, snapshot, vector }: Pick<RefreshedRecord, 'plans' | 'snapshot' | 'vector'>,
  {
    caller,
    request: { query },
    isInMemory,
  }: { readonly caller: RetrievalCaller; readonly request: RetrieveRequest; readonly isInMemory: boolean },
): ReturnType<typeof findStandIns> {
  if (query === '' || !plans.some(({ type }) => isSearchingSource(type))) return { spellings: [], near: [] };
  const searchesAll = !isInMemory || plans.some(({ scope }) => scope !== 'session');
  const embedder = searchesAll && vector ? vector.embedder : null;
  return findStandIns(sql, caller.workspace, { query, stems: snapshot.stems, embedder });
}

/** Filters the cached texts by access before anything else is done with them. */
async function createContext(
  sql: SqlReader,
  { plans, scopes, snapshot, vector, dates }: RefreshedRecord,
  { caller, request }: { readonly caller: RetrievalCaller; readonly request: RetrieveRequest },
): Promise<RetrievalContext> {
  const scope = toReadScope(caller, request);
  const findVisible = (column: CacheScope['column'], access = scope): TextList<TextChunk> | null => {
    const texts = snapshot.scopes[scopes.findIndex((one) => one.column === column)];
    return texts ? filterVisibleCached(texts.list, access, snapshot.late) : null;
  };
  const session = findVisible('session');
  const outline = snapshot.outlines[scopes.findIndex(({ column }) => column === 'session')] ?? null;
  const { late } = snapshot;
  const listSession = (filter: ChunkFilter, access = scope): TextList<RankableText> => {
    if (outline) return filterOutline(outline, access, { late, filter });
    return filterMatching(findVisible('session', access) ?? new TextList<TextChunk>([]), filter);
  };
  const hidden = listSession({}, { ...scope, readers: null }).length - listSession({}).length;
  const conversation = listSession({ schemas: CONVERSATION_SCHEMAS });
  const isInMemory = session !== null || outline !== null;
  const found = await lookUpWords(sql, { plans, snapshot, vector }, { caller, request, isInMemory });
  const { stems } = snapshot;
  const alike = findConversationSpellings(conversation, { query: request.query, stems });
  const spellings = [...found.spellings, ...alike];
  const question = analyseQuestion({ request, snapshot, vector, dates, conversation, ...found, spellings });
  const catalog = findVisible('schema_name');
  const context = { scope, request, snapshot, vector, session, outline, hidden, catalog, question };
  let entered: Promise<readonly SessionScope[]> | undefined;
  return { ...context, readScopes: (sql) => (entered ??= readSessionScopes(sql, sessionChunks(context))) };
}

/** Where the scopes began that sources are limited to; undefined where none is. */
async function readScopeStarts(
  sql: SqlReader,
  plans: readonly SourcePlan[],
  context: RetrievalContext,
): Promise<readonly ScopeStart[] | undefined> {
  const levels = new Set(plans.flatMap(({ since }) => since ?? []));
  if (levels.size === 0) return undefined;
  const needsScopes = levels.size > 1 || !levels.has(SINCE_REPLY);
  const [scopes, reply] = await Promise.all([
    needsScopes ? context.readScopes(sql) : [],
    levels.has(SINCE_REPLY) ? readLatestReply(sql, sessionChunks(context), context.request.viewer) : [],
  ]);
  return [...scopes.map(({ text: _, ...start }) => start), ...reply];
}

/**
 * The request with the memories and summaries that rest on what it excludes: what a conversation has left is in no context from the next answer
 * on, though the memory-keeper withdraws it later.
 */
async function excludeResting(
  database: WorkspaceDatabase,
  { caller: { workspace }, request }: { readonly caller: RetrievalCaller; readonly request: RetrieveRequest },
): Promise<RetrieveRequest> {
  const { exclude } = request;
  // The message that is answered is excluded, too, and no memory of it is older.
  if (exclude.length < 2) return request;
  const resting = await findRestingOn(
    database.within(workspace),
    workspace,
    exclude.map(({ id }) => id),
  );
  return { ...request, exclude: [...exclude, ...resting.map((id) => ({ id, version: 1 }))] };
}

async function findCandidates(
  { database, cache }: RetrievalDependencies,
  record: RefreshedRecord,
  asker: { readonly caller: RetrievalCaller; readonly request: RetrieveRequest },
): Promise<Omit<RetrieveReply, 'milliseconds'>> {
  const { plans, snapshot, vector } = record;
  const request = await excludeResting(database, asker);
  const sql = batchSearches(database, asker.caller.workspace, vector?.stored === 'vectors');
  const context = await createContext(sql, record, { ...asker, request });
  const [results, scopes, remembered] = await Promise.all([
    Promise.all(plans.map(async (plan) => [plan.name, await findSource(sql, plan, context)] as const)),
    readScopeStarts(sql, plans, context),
    plans.some(({ type }) => type === 'memory') ? readRemembered(sql, context.scope, request) : undefined,
  ]);
  const byName = new Map(results);
  const found = request.sources.map((plan) => ({ plan, found: byName.get(plan.name) ?? [] }));
  const [{ sources, beyond, queries }, recalled] = await Promise.all([
    buildCandidates({ cache, sql }, context, found),
    readRecalledSessions(sql, context.scope, { results: found, session: request.session }),
  ]);
  return {
    sources,
    beyond,
    hidden: context.hidden,
    ...(scopes ? { scopes } : {}),
    ...(remembered ? { remembered } : {}),
    ...(recalled ? { recalled } : {}),
    index_position: snapshot.through,
    embedder: vector?.embedder ?? null,
    queries: snapshot.queries + sql.queries + queries,
    ...(plans.some(({ type }) => isSearchingSource(type)) ? { query: context.question.query } : {}),
  };
}

const millisecondsSince = (from: number): number => Math.round(1_000 * (performance.now() - from)) / 1_000;

/**
 * Finds candidates for a context. One statement brings the session's texts in memory up to date, and they are filtered by access;
 * larger scopes are searched in the database. Nothing is found that the viewer, the client that it acts for, or a reader of the
 * answer may not read, that was written after `as_of`, or that has expired at `now`.
 */
export async function retrieve(
  dependencies: RetrievalDependencies,
  caller: RetrievalCaller,
  request: RetrieveRequest,
): Promise<RetrieveReply> {
  const from = performance.now();
  await dependencies.index.textThrough(request.as_of);
  const record = await refreshRecord(dependencies, caller, request);
  const found = await findCandidates(dependencies, record, { caller, request });
  return { ...found, milliseconds: millisecondsSince(from) };
}

/** A retrieval as of the position that a read returns. */
interface PreviewPrefetch {
  readonly request: PrefetchRequest;
  /** Reads crumbs; its position and time become those of the retrieval. */
  readonly read: (sql: SqlReader) => Promise<ReadReply>;
}

/** Reads and retrieves as of the same position, in one statement; retrieves again where the index reaches the position only after that. */
export async function prefetchPreview(
  dependencies: RetrievalDependencies,
  caller: RetrievalCaller,
  { request: expected, read }: PreviewPrefetch,
): Promise<{ readonly read: ReadReply; readonly found: RetrieveReply }> {
  const from = performance.now();
  const sql = new StatementBatch(dependencies.database.within(caller.workspace), (text) => ({
    text,
    genericPlan: true,
  }));
  const [record, moment] = await Promise.all([refreshRecord(dependencies, caller, { ...expected, sql }), read(sql)]);
  const request = { ...expected, as_of: moment.position, now: moment.now };
  const isBehind = record.snapshot.through < request.as_of;
  if (isBehind && (await dependencies.index.textThrough(request.as_of)) >= request.as_of)
    return { read: moment, found: await retrieve(dependencies, caller, request) };
  const found = await findCandidates(dependencies, record, { caller, request });
  // The caller counts the query of the read.
  return { read: moment, found: { ...found, queries: found.queries - 1, milliseconds: millisecondsSince(from) } };
}
