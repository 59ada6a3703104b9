import {
  ToolCatalog,
  type Candidate,
  type RetrieveReply,
  type RetrieveRequest,
  type SourcePlan,
  type Viewer,
} from '@crumbtrail/contracts';
import type { Database } from '../database/database';
import { byMeaning, type Meaning } from './by-meaning';
import { candidateOf, roundedAll } from './candidate';
import type { QueryVector } from './find-ranked';
import { findRecent } from './find-recent';
import type { Filter, Sight } from './visible';

/** What retrieval needs of the index beside its tables. */
export interface IndexView {
  /** Waits, not for ever, until texts up to a position are indexed; gives the position that they are indexed through. */
  textThrough(position: number): Promise<number>;
  /** The question as a vector of the embedder that serves, or null when there is none just now. */
  embedQuery(query: string): Promise<QueryVector | null>;
}

/** Whose request it is, as the store has established it. */
export interface Asker {
  readonly workspace: string;
  /** The key's participant, when the request acts for a client: both must be allowed. */
  readonly behalf?: Viewer;
}

interface Work {
  readonly sight: Sight;
  readonly request: RetrieveRequest;
  readonly indexed: number;
  readonly vector: QueryVector | null;
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

async function byTime(database: Database, plan: SourcePlan, work: Work): Promise<Meaning> {
  const filter = filterOf(plan, work.request);
  const { sight, indexed } = work;
  const rows = await findRecent(database, { sight, filter, indexed, limit: plan.limit });
  const recency = (at: number): number => 1 / (at + 1);
  const scored = rows.map((row, at) => ({ ...row, score: recency(at), scores: roundedAll({ recency: recency(at) }) }));
  return { rows: scored, queries: 1 };
}

async function find(database: Database, plan: SourcePlan, work: Work): Promise<Meaning> {
  if (plan.type !== 'text' && plan.type !== 'vector' && plan.type !== 'hybrid') return byTime(database, plan, work);
  const { sight, request, vector } = work;
  const question = {
    sight,
    filter: filterOf(plan, request),
    query: request.query,
    limit: plan.limit,
    neighbours: true,
  };
  return byMeaning(database, { mode: plan.type, question, vector });
}

const TIMELY: ReadonlySet<SourcePlan['type']> = new Set(['recent', 'latest', 'tagged', 'catalog']);
const VECTORIAL: ReadonlySet<SourcePlan['type']> = new Set(['vector', 'hybrid']);

/** A source that can find nothing runs no statement: one of a session where there is none, or a question without words. */
function idle(plan: SourcePlan, request: RetrieveRequest): boolean {
  if (plan.scope === 'session' && request.session === undefined && plan.type !== 'catalog') return true;
  return !TIMELY.has(plan.type) && request.query.trim() === '';
}

/**
 * Finds candidates for a context, one SQL statement a source. What the viewer, or the client it acts for, may not read is
 * in no statement's reach, nor is what was written after `as_of` or has expired at `now`.
 */
export async function retrieve(
  { database, index }: { readonly database: Database; readonly index: IndexView },
  asker: Asker,
  request: RetrieveRequest,
): Promise<RetrieveReply> {
  const viewer: Viewer = { participant: { kind: 'agent', id: request.viewer } };
  const eyes = asker.behalf ? [viewer, asker.behalf] : [viewer];
  const sight = { workspace: asker.workspace, eyes, as_of: request.as_of, now: request.now };
  const wanted = request.sources.filter((plan) => !idle(plan, request));
  const needsVector = wanted.some((plan) => VECTORIAL.has(plan.type));
  const indexed = await index.textThrough(request.as_of);
  const vector = needsVector ? await index.embedQuery(request.query) : null;
  const work = { sight, request, indexed, vector };
  const found = new Map<string, readonly Candidate[]>();
  let queries = 0;
  for (const plan of wanted) {
    const meaning = await find(database, plan, work);
    queries += meaning.queries;
    found.set(
      plan.name,
      meaning.rows.map((row, at) => candidateOf(row, at + 1, request.tokenizer)),
    );
  }
  const sources = request.sources.map(({ name }) => ({ name, candidates: found.get(name) ?? [] }));
  return { sources, index_position: indexed, embedder: vector?.embedder ?? null, queries };
}
