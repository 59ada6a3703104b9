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
import type { Database, Sql } from '../database/database';
import type { QueryVector } from '../index/query-vector';
import { askQuestion } from './ask-question';
import { candidatesOf } from './candidates';
import { eyesFor, type Asker } from './eyes';
import { findSource, type Work } from './find-source';
import type { KeptText, Vectorise } from './kept-text';
import type { Look } from './look';
import type { Scope } from './look-statement';
import type { Pool } from './pool';
import type { Pools } from './pools';
import { Together, togetherOver } from './together';
import { plannedOnce, type Sight } from './visible';
import { seenOf, wanted, type Late } from './wall';

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
function idle(plan: SourcePlan, { session, query, trigger }: Foreseen): boolean {
  if (plan.scope === 'session' && session === undefined && plan.type !== 'catalog') return true;
  if (plan.type === 'tagged') return plan.tags.length === 0;
  if (plan.type === 'trail') return trigger === undefined;
  return SEARCHING.has(plan.type) && query.trim() === '';
}

function scopesOf(plans: readonly SourcePlan[], workspace: string, session: string | undefined): Scope[] {
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
type Moment = Sight & { readonly now: string };

const seen = (pool: Pool | null | undefined, sight: Moment, late: Late): readonly KeptText[] | null =>
  pool ? seenOf(pool.texts, sight, late) : null;

/** What has expired meanwhile is gone, also for who looks from a moment before. */
function sightOf(asker: Asker, { viewer, as_of, now }: RetrieveRequest): Moment {
  const moment = new Date(Math.max(Date.parse(now), Date.now())).toISOString();
  return { workspace: asker.workspace, eyes: eyesFor(asker, viewer), as_of, now: moment };
}

/** What is asked for, position and time aside. */
type Foreseen = Omit<RetrieveRequest, 'as_of' | 'now'>;

/** The record as it is now, and the question as a vector. */
interface Looked {
  readonly plans: readonly SourcePlan[];
  readonly scopes: readonly Scope[];
  readonly look: Look;
  readonly vector: QueryVector | null;
}

async function lookFor(
  { index, pools, database }: RetrieveParts,
  { workspace }: Asker,
  { sql = database, ...request }: Foreseen & { readonly sql?: Sql },
): Promise<Looked> {
  const { query } = request;
  const plans = request.sources.filter((plan) => !idle(plan, request));
  const scopes = scopesOf(plans, workspace, request.session);
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
  const looking = pools.look({ workspace, query, scopes, embedder, vectorise, sql, watches });
  const [look, vector] = await Promise.all([looking, needsVector ? embedded() : null]);
  return { plans, scopes, look, vector };
}

/** What is looked at goes behind the wall before anything else is done with it. */
function workOn({ scopes, look, vector }: Looked, asker: Asker, request: RetrieveRequest): Work {
  const sight = sightOf(asker, request);
  const poolOf = (column: Scope['column']): readonly KeptText[] | null =>
    seen(look.pools[scopes.findIndex((scope) => scope.column === column)], sight, look.late);
  const session = poolOf('session');
  const conversation = wanted(session ?? [], { schemas: CONVERSATION });
  const asked = askQuestion({ request, look, vector, conversation });
  return { sight, request, look, vector, session, catalog: poolOf('schema_name'), asked };
}

async function find(parts: RetrieveParts, { plans }: Looked, work: Work): Promise<Omit<RetrieveReply, 'milliseconds'>> {
  const { request, look, vector } = work;
  const sql = togetherOver(parts.database, vector !== null);
  const all = await Promise.all(plans.map(async (plan) => [plan.name, await findSource(sql, plan, work)] as const));
  const findings = new Map(all);
  const found = request.sources.map((plan) => ({ plan, found: findings.get(plan.name) ?? [] }));
  const { queries, ...told } = await candidatesOf(parts.pools, work, found);
  return {
    ...told,
    index_position: look.through,
    embedder: vector?.embedder ?? null,
    queries: look.queries + sql.queries + queries,
    ...(plans.some(({ type }) => SEARCHING.has(type)) ? { query: work.asked.query } : {}),
  };
}

const since = (from: number): number => Math.round(1_000 * (performance.now() - from)) / 1_000;

/**
 * Finds candidates for a context. One statement brings the session's texts in memory up to date, and the wall is put before them;
 * wider scopes are searched in the database. What the viewer, or the client it acts for, may not read is in no reach, nor
 * is what was written after `as_of` or has expired at `now`.
 */
export async function retrieve(parts: RetrieveParts, asker: Asker, request: RetrieveRequest): Promise<RetrieveReply> {
  const from = performance.now();
  await parts.index.textThrough(request.as_of);
  const looked = await lookFor(parts, asker, request);
  const found = await find(parts, looked, workOn(looked, asker, request));
  return { ...found, milliseconds: since(from) };
}

/** What is expected to be asked, and how the moment that it is asked of is read. */
interface Foresight {
  readonly foreseen: Foreseen;
  readonly read: (sql: Sql) => Promise<ReadReply>;
}

/** The same as of a moment that is read with it, in one statement; looks again where the index had not reached it. */
export async function foresee(
  parts: RetrieveParts,
  asker: Asker,
  { foreseen, read }: Foresight,
): Promise<{ readonly read: ReadReply; readonly found: RetrieveReply }> {
  const from = performance.now();
  const sql = new Together(parts.database, plannedOnce);
  const [looked, moment] = await Promise.all([lookFor(parts, asker, { ...foreseen, sql }), read(sql)]);
  const request = { ...foreseen, as_of: moment.position, now: moment.now };
  if (looked.look.through < request.as_of) return { read: moment, found: await retrieve(parts, asker, request) };
  const found = await find(parts, looked, workOn(looked, asker, request));
  // The reading is counted by who reads.
  return { read: moment, found: { ...found, queries: found.queries - 1, milliseconds: since(from) } };
}
