import { ToolCatalog, ToolResponse, type RetrieveRequest, type SourcePlan } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import type { QueryVector } from '../index/query-vector';
import type { Question } from '../rank/question';
import { rankTexts } from '../rank/rank-texts';
import { questionTo, questionToAll, type Asked } from './ask-question';
import type { Found } from './candidate';
import { inOrder, newest } from './find-kept';
import { findRecent } from './find-recent';
import { findResults } from './find-results';
import { findTrail } from './find-trail';
import { findWide } from './find-wide';
import type { KeptText } from './kept-text';
import type { Look } from './look';
import type { Filter, Sight } from './visible';
import { behindWall, wanted } from './wall';

/** What every source of a request works with. */
export interface Work {
  readonly sight: Sight;
  readonly request: RetrieveRequest;
  readonly look: Look;
  readonly vector: QueryVector | null;
  /** What is visible of the session, in time order; null where it is not in memory. */
  readonly session: readonly KeptText[] | null;
  /** The same of tool catalogues. */
  readonly catalog: readonly KeptText[] | null;
  readonly asked: Asked;
}

/** What tools gave has a source of its own, which knows whom it was for and how long it holds. */
const RESULTS = [ToolResponse.name];

/** Says no more than it must: filters that want the same find what is remembered of each other. */
function filterOf(plan: SourcePlan, request: RetrieveRequest): Filter {
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
function keptFor(plan: SourcePlan, { session, catalog, request }: Work): readonly KeptText[] | null {
  const isOfSession = plan.scope === 'session' && request.session !== undefined;
  const kept = isOfSession ? session : plan.type === 'catalog' ? catalog : null;
  if (!kept) return null;
  return wanted(kept, { ...filterOf(plan, request), session: undefined });
}

async function byTime(sql: Sql, plan: SourcePlan, work: Work): Promise<readonly Found[]> {
  const { sight, look, request } = work;
  const filter = filterOf(plan, request);
  const kept = keptFor(plan, work);
  const isComplete = look.through >= Math.min(sight.as_of, look.head);
  if (kept && isComplete) return newest(kept, plan.limit);
  const rows = await findRecent(sql, { sight, filter, indexed: look.through, limit: plan.limit });
  return newest(behindWall(rows, sight, look.late), plan.limit);
}

async function bySearch(sql: Sql, plan: SourcePlan, work: Work): Promise<readonly Found[]> {
  const { sight, look, request, asked } = work;
  const mode = plan.type as Question['mode'];
  const vector = mode === 'text' ? null : work.vector;
  const [filter, kept] = [filterOf(plan, request), keptFor(plan, work)];
  const { limit } = plan;
  const weights = request.features;
  if (kept) {
    const question = { ...questionTo(asked), mode, vector: vector?.vector };
    return rankTexts(kept, question, weights, limit);
  }
  const all = questionToAll(asked, look);
  return findWide(sql, {
    ...{ weights, limit, late: look.late, neighbours: true, question: { ...all.question, mode } },
    asked: { sight, filter, vector, stems: mode === 'vector' ? [] : all.stems },
  });
}

async function byCause(sql: Sql, plan: SourcePlan, { sight, look, request }: Work): Promise<readonly Found[]> {
  const from = request.trigger;
  if (!from) return [];
  const rows = await findTrail(sql, { sight, from, filter: filterOf(plan, request), limit: plan.limit });
  return inOrder(behindWall(rows, sight, look.late));
}

async function byClass(sql: Sql, plan: SourcePlan, work: Work): Promise<readonly Found[]> {
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

const FIND: Readonly<Record<SourcePlan['type'], typeof byTime>> = {
  recent: byTime,
  latest: byTime,
  tagged: byTime,
  catalog: byTime,
  text: bySearch,
  vector: bySearch,
  hybrid: bySearch,
  trail: byCause,
  results: byClass,
};

/** What one source of a plan finds, best first: in memory where its texts are there, else in the database. */
export function findSource(sql: Sql, plan: SourcePlan, work: Work): Promise<readonly Found[]> {
  return FIND[plan.type](sql, plan, work);
}
