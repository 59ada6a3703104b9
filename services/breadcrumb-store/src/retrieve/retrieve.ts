import {
  AgentResponse,
  ToolCatalog,
  UserMessage,
  type RetrieveReply,
  type RetrieveRequest,
  type SourcePlan,
} from '@crumbtrail/contracts';
import type { Database } from '../database/database';
import type { QueryVector } from '../index/query-vector';
import { askQuestion } from './ask-question';
import { candidatesOf } from './candidates';
import { eyesFor, type Asker } from './eyes';
import { findSource, type Work } from './find-source';
import type { KeptText, Vectorise } from './kept-text';
import type { Scope } from './look-statement';
import type { Pool } from './pool';
import type { Pools } from './pools';
import { togetherOver } from './together';
import type { Sight } from './visible';
import { behindWall, wanted, type Late } from './wall';

/** What retrieval needs of the index beside its tables. */
export interface IndexView {
  /** Waits, not for ever, until texts up to a position are indexed; gives the position that they are indexed through. */
  textThrough(position: number): Promise<number>;
  /** The question as a vector of the embedder that serves, or null when there is none just now. */
  embedQuery(query: string): Promise<QueryVector | null>;
  /** The embedder that serves. */
  readonly embedder: string;
  /** Its vectors of texts, where working them out is cheaper than reading them. */
  readonly vectorise: Vectorise | undefined;
}

/** Token under which Nest gives the {@link RetrieveParts}. */
export const RETRIEVE_PARTS = Symbol('RetrieveParts');

/** What retrieval works with. */
export interface RetrieveParts {
  readonly database: Database;
  readonly index: IndexView;
  readonly pools: Pools;
}

const CONVERSATION = [UserMessage.name, AgentResponse.name];
const SEARCHING: ReadonlySet<SourcePlan['type']> = new Set(['text', 'vector', 'hybrid']);
const VECTORIAL: ReadonlySet<SourcePlan['type']> = new Set(['vector', 'hybrid']);

/** A source that can find nothing is not asked: one of a session where there is none, a question without words, no tags. */
function idle(plan: SourcePlan, { session, query, trigger }: RetrieveRequest): boolean {
  if (plan.scope === 'session' && session === undefined && plan.type !== 'catalog') return true;
  if (plan.type === 'tagged') return plan.tags.length === 0;
  if (plan.type === 'trail') return trigger === undefined;
  return SEARCHING.has(plan.type) && query.trim() === '';
}

function scopesOf(plans: readonly SourcePlan[], workspace: string, session: string | undefined): Scope[] {
  const needsSession =
    session !== undefined && plans.some(({ scope, type }) => scope === 'session' || SEARCHING.has(type));
  return [
    ...(needsSession ? [{ workspace, column: 'session' as const, value: session }] : []),
    ...(plans.some(({ type }) => type === 'catalog')
      ? [{ workspace, column: 'schema_name' as const, value: ToolCatalog.name }]
      : []),
  ];
}

const seen = (pool: Pool | null | undefined, sight: Sight, late: Late): KeptText[] | null =>
  pool ? behindWall(pool.texts, sight, late) : null;

/** What has expired meanwhile is gone, also for who looks from a moment before. */
function sightOf(asker: Asker, { viewer, as_of, now }: RetrieveRequest): Sight {
  const moment = new Date(Math.max(Date.parse(now), Date.now())).toISOString();
  return { workspace: asker.workspace, eyes: eyesFor(asker, viewer), as_of, now: moment };
}

async function prepare(
  { index, pools }: RetrieveParts,
  asker: Asker,
  { request, plans }: { readonly request: RetrieveRequest; readonly plans: readonly SourcePlan[] },
): Promise<Work> {
  const { workspace } = asker;
  await index.textThrough(request.as_of);
  const sight = sightOf(asker, request);
  const scopes = scopesOf(plans, workspace, request.session);
  const { embedder, vectorise } = index;
  const needsVector = plans.some(({ type }) => VECTORIAL.has(type));
  const [look, vector] = await Promise.all([
    pools.look({ workspace, query: request.query, scopes, embedder, vectorise }),
    needsVector ? index.embedQuery(request.query) : null,
  ]);
  const poolOf = (column: Scope['column']): KeptText[] | null =>
    seen(look.pools[scopes.findIndex((scope) => scope.column === column)], sight, look.late);
  const session = poolOf('session');
  const conversation = wanted(session ?? [], { schemas: CONVERSATION });
  const asked = askQuestion({ request, look, vector, conversation });
  return { sight, request, look, vector, session, catalog: poolOf('schema_name'), asked, shared: new Map() };
}

/**
 * Finds candidates for a context. One statement brings the session's texts in memory up to date, and the wall is put before them;
 * wider scopes are searched in the database. What the viewer, or the client it acts for, may not read is in no reach, nor
 * is what was written after `as_of` or has expired at `now`.
 */
export async function retrieve(parts: RetrieveParts, asker: Asker, request: RetrieveRequest): Promise<RetrieveReply> {
  const from = performance.now();
  const plans = request.sources.filter((plan) => !idle(plan, request));
  const work = await prepare(parts, asker, { request, plans });
  const sql = togetherOver(parts.database, work.vector !== null);
  const all = await Promise.all(plans.map(async (plan) => [plan.name, await findSource(sql, plan, work)] as const));
  const findings = new Map(all);
  const found = request.sources.map((plan) => ({ plan, found: findings.get(plan.name) ?? [] }));
  const { sources, queries } = await candidatesOf(parts.pools, work, found);
  const searches = plans.some(({ type }) => SEARCHING.has(type));
  return {
    sources,
    index_position: work.look.through,
    embedder: work.vector?.embedder ?? null,
    queries: work.look.queries + sql.queries + queries,
    milliseconds: Math.round(1_000 * (performance.now() - from)) / 1_000,
    ...(searches ? { query: work.asked.query } : {}),
  };
}
