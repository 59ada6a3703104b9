import {
  isSearchingSource,
  MemoryLong,
  MemoryShort,
  ToolCatalog,
  ToolResponse,
  type RetrieveRequest,
  type SourcePlan,
} from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import type { QueryVector } from '../embedders/query-vector';
import { wordsEmbedder } from '../embedders/words-embedder';
import type { ChunkFilter, TimedReadScope } from '../filter/chunk-filter';
import { filterMatching, filterVisible } from '../filter/chunk-filter.memory';
import { MOST_REACHED_IN_SESSION } from '../query/query-terms';
import { questionForCache, questionForDatabase, type AnalysedQuestion } from '../query/analyse-question';
import { preferPhrases } from '../rank/prefer-phrases';
import type { RankingQuestion } from '../rank/question';
import { rankTexts, type RankedText } from '../rank/rank-texts';
import type { TextList } from '../rank/text-list';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import { NOT_CACHED_IN_SESSIONS } from '../session-cache/refresh-statement';
import type { SessionOutline } from '../session-cache/session-outline';
import type { TextChunk } from '../session-cache/text-chunk';
import { chooseComparison, type TextComparison } from './choose-comparison';
import { findMemories } from './find-memories';
import { findRecent } from './find-recent';
import { findResults } from './find-results';
import { findCauses } from './find-causes';
import type { SessionChunks } from './read-session-chunks';
import { findCurrentScopes, type SessionScope } from './session-scopes';
import { scoreByOrder, takeNewest } from './newest-texts';
import { searchDatabase } from './search-database';
import { readNewest, searchOutline, type OutlineScope } from './search-outline';

/** What all sources of a request work with. */
export interface RetrievalContext {
  readonly scope: TimedReadScope;
  readonly request: RetrieveRequest;
  readonly snapshot: CacheSnapshot;
  readonly vector: QueryVector | null;
  /** The visible texts of the session, in time order; null where they are not in memory. */
  readonly session: TextList<TextChunk> | null;
  /** The outline of a session whose texts are not in memory; null where there is none. */
  readonly outline: SessionOutline | null;
  /** Number of the session's texts in memory that the viewers may read, but not all readers of the answer. */
  readonly hidden: number;
  /** The visible tool catalogs, in time order; null where they are not in memory. */
  readonly catalog: TextList<TextChunk> | null;
  readonly question: AnalysedQuestion;
  /** The scopes that the session has entered, read when they are first wanted. */
  readonly readScopes: (sql: SqlReader) => Promise<readonly SessionScope[]>;
}

type FoundTexts = readonly RankedText<TextChunk>[];

/** Tool results have a separate source, which knows for which agent and how long they are valid. */
const RESULTS: readonly string[] = [ToolResponse.name];

/** What sources of any schema do not find, because each of these has a source of its own. */
const WITH_OWN_SOURCE: readonly string[] = [...RESULTS, ToolCatalog.name, MemoryShort.name, MemoryLong.name];

function excludedSchemas(schemas: readonly string[]): readonly string[] {
  if (schemas.length === 0) return WITH_OWN_SOURCE;
  return schemas.some((name) => RESULTS.includes(name)) ? RESULTS : [];
}

/** Is it a search of past sessions in which the agent took part? */
const searchesOwnSessions = ({ took_part, scope, type }: SourcePlan): boolean =>
  took_part === true && scope !== 'session' && isSearchingSource(type);

/** Has only members that are needed: equal filters share a cached result. */
function buildFilter(plan: SourcePlan, { request, scope }: Pick<RetrievalContext, 'request' | 'scope'>): ChunkFilter {
  const schemas = plan.type === 'catalog' ? [ToolCatalog.name] : plan.schemas;
  return {
    schemas,
    excludeSchemas: excludedSchemas(schemas),
    tags: plan.tags,
    session: plan.scope === 'session' ? request.session : undefined,
    author: plan.scope === 'agent' ? { kind: 'agent', id: request.viewer } : undefined,
    tookPart: searchesOwnSessions(plan) ? { workspace: scope.workspace, agent: request.viewer } : undefined,
    excludeIds: request.exclude.map((one) => one.id),
  };
}

/** Does a source want nothing of the session but what is cached with it? */
const isCachedInSession = ({ scope, schemas }: SourcePlan, { request }: Pick<RetrievalContext, 'request'>): boolean =>
  scope === 'session' &&
  request.session !== undefined &&
  !schemas.some((name) => NOT_CACHED_IN_SESSIONS.includes(name));

/** The texts of a source, where they are in memory: those of the session, or the catalogs. */
function findCached(plan: SourcePlan, context: RetrievalContext): TextList<TextChunk> | null {
  const { session, catalog } = context;
  const isOfSession = isCachedInSession(plan, context);
  const cached = isOfSession ? session : plan.type === 'catalog' ? catalog : null;
  if (!cached) return null;
  return filterMatching(cached, { ...buildFilter(plan, context), session: undefined });
}

/** The outline in which a source finds texts that are not in memory. */
function findOutline(plan: SourcePlan, context: RetrievalContext): OutlineScope | null {
  const { outline, scope, snapshot } = context;
  if (!isCachedInSession(plan, context) || outline === null) return null;
  const filter = { ...buildFilter(plan, context), session: undefined };
  return { outline, scope, filter, late: snapshot.late };
}

/** Has the index reached everything that the request may read? */
const isIndexed = ({ snapshot, scope }: Pick<RetrievalContext, 'snapshot' | 'scope'>): boolean =>
  snapshot.through >= Math.min(scope.as_of, snapshot.head);

/** The session of a request, wherever its texts are. */
export function sessionChunks(context: Omit<RetrievalContext, 'readScopes'>): SessionChunks {
  const { scope, snapshot, request, session, outline } = context;
  const complete = isIndexed(context);
  return {
    scope,
    snapshot,
    session: request.session,
    cached: complete ? session : null,
    outline: complete ? outline : null,
  };
}

async function findByTime(sql: SqlReader, plan: SourcePlan, context: RetrievalContext): Promise<FoundTexts> {
  const { scope, snapshot } = context;
  const filter = buildFilter(plan, context);
  const cached = findCached(plan, context);
  if (cached && isIndexed(context)) return takeNewest(cached.texts, plan.limit);
  const outlined = findOutline(plan, context);
  if (outlined && isIndexed(context)) return takeNewest(await readNewest(sql, outlined, plan.limit), plan.limit);
  const chunks = await findRecent(sql, { scope, filter, indexed: snapshot.through, limit: plan.limit });
  return takeNewest(filterVisible(chunks, scope, snapshot.late), plan.limit);
}

/** By which signals a source compares texts. The built-in embedder knows meanings only, so words are compared, too. */
function modeOf({ type }: SourcePlan, vector: QueryVector | null): RankingQuestion['mode'] {
  return type === 'vector' && vector?.embedder === wordsEmbedder.name ? 'hybrid' : (type as RankingQuestion['mode']);
}

/** How a source compares texts of the database. */
const chooseOwn = (
  { type }: SourcePlan,
  { vector, question }: Pick<RetrievalContext, 'vector' | 'question'>,
): TextComparison => chooseComparison(type as RankingQuestion['mode'], question.base, vector);

/** Searches a session that is too large for memory. An outline has no vectors of the database, but all that is computed in memory. */
function searchLargeSession(sql: SqlReader, plan: SourcePlan, context: RetrievalContext): Promise<FoundTexts> {
  const { scope, snapshot, request, question } = context;
  const { limit } = plan;
  const { mode, vector } = chooseOwn(plan, context);
  const weights = request.features;
  const outlined = findOutline(plan, context);
  if (outlined && vector?.stored !== 'vectors')
    return searchOutline(sql, { ...outlined, question: questionForMemory(plan, context), weights, limit });
  const asked = questionForDatabase(question, snapshot, MOST_REACHED_IN_SESSION);
  const words = mode === 'vector' ? { stems: [] } : { stems: asked.stems, stemWeights: asked.stemWeights };
  return searchDatabase(sql, {
    search: { scope, filter: buildFilter(plan, context), vector, ...words, nearest: 'indexed' },
    question: { ...asked.question, mode },
    weights,
    limit,
    late: snapshot.late,
    neighbours: true,
    fewSeeds: true,
  });
}

function questionForMemory(plan: SourcePlan, { question, vector }: RetrievalContext): RankingQuestion {
  const mode = modeOf(plan, vector);
  return { ...questionForCache(question), mode, vector: mode === 'text' ? undefined : vector?.vector };
}

/** Ranks texts by what each has of the question. */
async function rankBySearch(sql: SqlReader, plan: SourcePlan, context: RetrievalContext): Promise<FoundTexts> {
  const { scope, snapshot, request, question } = context;
  const filter = buildFilter(plan, context);
  const cached = findCached(plan, context);
  const { limit } = plan;
  const weights = request.features;
  if (cached) return rankTexts(cached, questionForMemory(plan, context), weights, limit);
  if (filter.session !== undefined) return searchLargeSession(sql, plan, context);
  const asked = questionForDatabase(question, snapshot);
  const { mode, vector } = chooseOwn(plan, context);
  return searchDatabase(sql, {
    search: { scope, filter, vector, stems: mode === 'vector' ? [] : asked.stems },
    question: { ...asked.question, mode },
    weights,
    limit,
    late: snapshot.late,
    neighbours: true,
  });
}

async function findBySearch(sql: SqlReader, plan: SourcePlan, context: RetrievalContext): Promise<FoundTexts> {
  const found = await rankBySearch(sql, plan, context);
  return preferPhrases(found, context.question.base, chooseOwn(plan, context).mode);
}

async function findByCause(sql: SqlReader, plan: SourcePlan, context: RetrievalContext): Promise<FoundTexts> {
  const { scope, snapshot, request } = context;
  const from = request.trigger;
  if (!from) return [];
  const filter = buildFilter(plan, context);
  const chunks = await findCauses(sql, { scope, from, filter, indexed: snapshot.through, limit: plan.limit });
  return scoreByOrder(filterVisible(chunks, scope, snapshot.late));
}

async function findToolResults(sql: SqlReader, plan: SourcePlan, context: RetrievalContext): Promise<FoundTexts> {
  return findResults(sql, {
    chunks: sessionChunks(context),
    agent: context.request.viewer,
    scopes: await context.readScopes(sql),
    everywhere: plan.scope !== 'session',
    limit: plan.limit,
  });
}

async function findByScope(sql: SqlReader, _: SourcePlan, { readScopes }: RetrievalContext): Promise<FoundTexts> {
  return findCurrentScopes(await readScopes(sql));
}

async function findRemembered(sql: SqlReader, plan: SourcePlan, context: RetrievalContext): Promise<FoundTexts> {
  const { question, snapshot, vector, request } = context;
  const search = (searched: SourcePlan): Promise<FoundTexts> => findBySearch(sql, searched, context);
  const asked = {
    ...questionForDatabase(question, snapshot).question,
    mode: 'hybrid' as const,
    vector: vector?.vector,
  };
  const rank = (texts: TextList<TextChunk>): FoundTexts => rankTexts(texts, asked, request.features);
  return findMemories(sql, {
    chunks: sessionChunks(context),
    plan,
    request,
    search,
    vectorise: vector?.embedder === wordsEmbedder.name ? wordsEmbedder.vectorise : undefined,
    rank: vector?.stored === 'vectors' ? null : rank,
  });
}

const FINDERS: Readonly<Record<SourcePlan['type'], typeof findByTime>> = {
  recent: findByTime,
  latest: findByTime,
  tagged: findByTime,
  catalog: findByTime,
  text: findBySearch,
  vector: findBySearch,
  hybrid: findBySearch,
  trail: findByCause,
  results: findToolResults,
  scopes: findByScope,
  memory: findRemembered,
};

/** The texts of one source of a plan, best first: from memory where its texts are there, else from the database. */
export function findSource(sql: SqlReader, plan: SourcePlan, context: RetrievalContext): Promise<FoundTexts> {
  return FINDERS[plan.type](sql, plan, context);
}
