import { ToolCatalog, type RetrieveRequest, type SourcePlan } from '@crumbtrail/contracts';
import type { Database } from '../database/database';
import type { QueryVector } from '../index/query-vector';
import type { Question } from '../rank/question';
import { questionTo, questionToAll, type Asked } from './ask-question';
import type { Found } from './candidate';
import { best, inOrder, newest } from './find-kept';
import { findRecent } from './find-recent';
import { findTrail } from './find-trail';
import { findWide } from './find-wide';
import type { KeptText } from './kept-text';
import type { Look } from './look';
import type { Pools } from './pools';
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

/** Where texts are looked for. */
export interface Places {
  readonly database: Database;
  readonly pools: Pools;
}

/** What a source found, best first, and how many statements that took. */
export interface Finding {
  readonly found: readonly Found[];
  readonly queries: number;
}

function filterOf(plan: SourcePlan, request: RetrieveRequest): Filter {
  return {
    schemas: plan.type === 'catalog' ? [ToolCatalog.name] : plan.schemas,
    tags: plan.tags,
    session: plan.scope === 'session' ? request.session : undefined,
    author: plan.scope === 'agent' ? { kind: 'agent', id: request.viewer } : undefined,
    exclude: request.exclude.map((one) => one.id),
  };
}

/** The texts in memory that a source looks at, if they are there. */
function keptFor(plan: SourcePlan, { session, catalog, request }: Work): readonly KeptText[] | null {
  if (plan.scope === 'session' && request.session !== undefined) return session;
  return plan.type === 'catalog' ? catalog : null;
}

async function byTime({ database }: Places, plan: SourcePlan, work: Work): Promise<Finding> {
  const { sight, look, request } = work;
  const filter = filterOf(plan, request);
  const kept = keptFor(plan, work);
  const isComplete = look.through >= Math.min(sight.as_of, look.head);
  if (kept && isComplete) return { found: newest(wanted(kept, filter), plan.limit), queries: 0 };
  const rows = await findRecent(database, { sight, filter, indexed: look.through, limit: plan.limit });
  return { found: newest(behindWall(rows, sight, look.late), plan.limit), queries: 1 };
}

async function bySearch({ database, pools }: Places, plan: SourcePlan, work: Work): Promise<Finding> {
  const { sight, look, request, asked } = work;
  const mode = plan.type as Question['mode'];
  const vector = mode === 'text' ? null : work.vector;
  const [filter, kept] = [filterOf(plan, request), keptFor(plan, work)];
  const { limit } = plan;
  const weights = request.features;
  if (kept) {
    const question = { ...questionTo(asked), mode, vector: vector?.vector };
    return { found: best(wanted(kept, filter), question, { weights, limit }), queries: 0 };
  }
  const all = await questionToAll(pools, sight.workspace, { look, asked });
  const found = await findWide(database, {
    ...{ weights, limit, late: look.late, neighbours: true, question: { ...all.question, mode } },
    asked: { sight, filter, vector, stems: mode === 'vector' ? [] : all.stems },
  });
  return { found: found.ranked, queries: found.queries + all.queries };
}

async function byCause({ database }: Places, plan: SourcePlan, { sight, look, request }: Work): Promise<Finding> {
  const from = request.trigger;
  if (!from) return { found: [], queries: 0 };
  const rows = await findTrail(database, { sight, from, filter: filterOf(plan, request), limit: plan.limit });
  return { found: inOrder(behindWall(rows, sight, look.late)), queries: 1 };
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
};

/** What one source of a plan finds: in memory where its texts are there, else in the database. */
export function findSource(places: Places, plan: SourcePlan, work: Work): Promise<Finding> {
  return FIND[plan.type](places, plan, work);
}
