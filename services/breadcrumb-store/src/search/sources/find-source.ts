import { ToolCatalog, ToolResponse, type RetrieveRequest, type SourcePlan } from '@crumbtrail/contracts';
import type { Sql } from '../../database/database';
import type { QueryVector } from '../embedders/query-vector';
import type { RankingQuestion } from '../rank/question';
import { rankTexts } from '../rank/rank-texts';
import { questionForCache, questionForDatabase, type AnalysedQuestion } from '../query/analyse-question';
import type { FoundText } from '../retrieve/candidate';
import { scoreByOrder, takeNewest } from './newest-texts';
import { findRecent } from './find-recent';
import { findResults } from './find-results';
import { findTrail } from './find-trail';
import { searchDatabase } from './search-database';
import type { TextChunk } from '../session-cache/text-chunk';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import type { ChunkFilter, ReadScope } from '../filter/chunk-filter.sql';
import { filterVisible, filterMatching } from '../filter/chunk-filter.memory';

/** What every source of a request works with. */
export interface RetrievalContext {
  readonly sight: ReadScope;
  readonly request: RetrieveRequest;
  readonly look: CacheSnapshot;
  readonly vector: QueryVector | null;
  /** What is visible of the session, in time order; null where it is not in memory. */
  readonly session: readonly TextChunk[] | null;
  /** The same of tool catalogues. */
  readonly catalog: readonly TextChunk[] | null;
  readonly asked: AnalysedQuestion;
}

/** What tools gave has a source of its own, which knows whom it was for and how long it holds. */
const RESULTS = [ToolResponse.name];

/** Says no more than it must: filters that want the same find what is remembered of each other. */
function buildFilter(plan: SourcePlan, request: RetrieveRequest): ChunkFilter {
  const schemas = plan.type === 'catalog' ? [ToolCatalog.name] : plan.schemas;
  return {
    schemas,
    besides: schemas.length === 0 || schemas.some((name) => RESULTS.includes(name)) ? RESULTS : [],
    tags: plan.tags,
    session: plan.scope === 'session' ? request.session : undefined,
    author: plan.scope === 'agent' ? { kind: 'agent', id: request.viewer } : undefined,
    exclude: request.exclude.map((one) => one.id),
  };
}

/** The texts in memory that a source wants, if its texts are there: those of the session, or the catalogues. */
function findCached(plan: SourcePlan, { session, catalog, request }: RetrievalContext): readonly TextChunk[] | null {
  const isOfSession = plan.scope === 'session' && request.session !== undefined;
  const kept = isOfSession ? session : plan.type === 'catalog' ? catalog : null;
  if (!kept) return null;
  return filterMatching(kept, { ...buildFilter(plan, request), session: undefined });
}

async function findByTime(sql: Sql, plan: SourcePlan, work: RetrievalContext): Promise<readonly FoundText[]> {
  const { sight, look, request } = work;
  const filter = buildFilter(plan, request);
  const kept = findCached(plan, work);
  const isComplete = look.through >= Math.min(sight.as_of, look.head);
  if (kept && isComplete) return takeNewest(kept, plan.limit);
  const rows = await findRecent(sql, { sight, filter, indexed: look.through, limit: plan.limit });
  return takeNewest(filterVisible(rows, sight, look.late), plan.limit);
}

async function findBySearch(sql: Sql, plan: SourcePlan, work: RetrievalContext): Promise<readonly FoundText[]> {
  const { sight, look, request, asked } = work;
  const mode = plan.type as RankingQuestion['mode'];
  const vector = mode === 'text' ? null : work.vector;
  const [filter, kept] = [buildFilter(plan, request), findCached(plan, work)];
  const { limit } = plan;
  const weights = request.features;
  if (kept) {
    const question = { ...questionForCache(asked), mode, vector: vector?.vector };
    return rankTexts(kept, question, weights, limit);
  }
  const all = questionForDatabase(asked, look);
  return searchDatabase(sql, {
    ...{ weights, limit, late: look.late, neighbours: true, question: { ...all.question, mode } },
    search: { sight, filter, vector, stems: mode === 'vector' ? [] : all.stems },
  });
}

async function findByCause(
  sql: Sql,
  plan: SourcePlan,
  { sight, look, request }: RetrievalContext,
): Promise<readonly FoundText[]> {
  const from = request.trigger;
  if (!from) return [];
  const rows = await findTrail(sql, { sight, from, filter: buildFilter(plan, request), limit: plan.limit });
  return scoreByOrder(filterVisible(rows, sight, look.late));
}

async function findToolResults(sql: Sql, plan: SourcePlan, work: RetrievalContext): Promise<readonly FoundText[]> {
  const { sight, look, request, session } = work;
  const isComplete = look.through >= Math.min(sight.as_of, look.head);
  const everywhere = plan.scope !== 'session';
  const kept = isComplete ? session : null;
  return findResults(sql, {
    sight,
    look,
    agent: request.viewer,
    session: request.session,
    kept,
    everywhere,
    limit: plan.limit,
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
};

/** What one source of a plan finds, best first: in memory where its texts are there, else in the database. */
export function findSource(sql: Sql, plan: SourcePlan, work: RetrievalContext): Promise<readonly FoundText[]> {
  return FINDERS[plan.type](sql, plan, work);
}
