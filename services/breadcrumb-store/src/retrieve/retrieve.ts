import type { Candidate, RetrieveReply, RetrieveRequest, SourcePlan, Viewer } from '@crumbtrail/contracts';
import { ToolCatalog } from '@crumbtrail/contracts';
import type { Database } from '../database/database';
import { candidateOf, type CandidateRow } from './candidate';
import { findHybrid, findNear, findText, RRF_K, type QueryVector, type RankedQuestion } from './find-ranked';
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

type Scored = CandidateRow & { readonly score: number; readonly scores: Readonly<Record<string, number>> };

function filterOf(plan: SourcePlan, request: RetrieveRequest): Filter {
  return {
    schemas: plan.type === 'catalog' ? [ToolCatalog.name] : plan.schemas,
    tags: plan.tags,
    session: plan.scope === 'session' ? request.session : undefined,
    author: plan.scope === 'agent' ? { kind: 'agent', id: request.viewer } : undefined,
    exclude: request.exclude.map((one) => one.id),
  };
}

const present = (scores: Record<string, number | null>): Record<string, number> =>
  Object.fromEntries(Object.entries(scores).filter((one): one is [string, number] => one[1] !== null));

async function byTime(database: Database, plan: SourcePlan, work: Work): Promise<Scored[]> {
  const filter = filterOf(plan, work.request);
  const { sight, indexed } = work;
  const rows = await findRecent(database, { sight, filter, indexed, limit: plan.limit });
  return rows.map((row, at) => ({ ...row, score: 1 / (at + 1), scores: { recency: 1 / (at + 1) } }));
}

async function byText(database: Database, question: RankedQuestion): Promise<Scored[]> {
  const rows = await findText(database, question);
  return rows.map(({ bm25, neighbours, ...row }) => ({ ...row, scores: { bm25, neighbours } }));
}

async function byVector(database: Database, question: RankedQuestion, vector: QueryVector): Promise<Scored[]> {
  const rows = await findNear(database, question, vector);
  return rows.map((row) => ({ ...row, score: row.cosine, scores: { cosine: row.cosine } }));
}

async function byBoth(database: Database, question: RankedQuestion, vector: QueryVector): Promise<Scored[]> {
  const rows = await findHybrid(database, question, vector);
  return rows.map(({ rrf, bm25, neighbours, cosine, ...row }) => ({
    ...row,
    score: rrf,
    scores: present({ rrf, bm25, neighbours, cosine }),
  }));
}

/** Half of a hybrid, while no vectors can be had: on the same scale. */
async function byTextAlone(database: Database, question: RankedQuestion): Promise<Scored[]> {
  const rows = await byText(database, question);
  return rows.map((row, at) => {
    const rrf = 1 / (RRF_K + at + 1);
    return { ...row, score: rrf, scores: { rrf, ...row.scores } };
  });
}

async function byMeaning(database: Database, plan: SourcePlan, work: Work): Promise<Scored[]> {
  const { sight, request, vector } = work;
  const question = {
    sight,
    filter: filterOf(plan, request),
    query: request.query,
    limit: plan.limit,
    neighbours: true,
  };
  if (plan.type === 'text') return byText(database, question);
  if (plan.type === 'vector') return vector ? byVector(database, question, vector) : [];
  return vector ? byBoth(database, question, vector) : byTextAlone(database, question);
}

const TIMELY: ReadonlySet<SourcePlan['type']> = new Set(['recent', 'latest', 'catalog']);
const VECTORIAL: ReadonlySet<SourcePlan['type']> = new Set(['vector', 'hybrid']);

/** A source that can find nothing runs no statement: one of a session where there is none, or a question without words. */
function idle(plan: SourcePlan, request: RetrieveRequest): boolean {
  if (plan.scope === 'session' && request.session === undefined && plan.type !== 'catalog') return true;
  return !TIMELY.has(plan.type) && request.query.trim() === '';
}

async function run(database: Database, plan: SourcePlan, work: Work): Promise<Candidate[]> {
  const rows = await (TIMELY.has(plan.type) ? byTime : byMeaning)(database, plan, work);
  const { tokenizer } = work.request;
  return rows.map((row, at) => candidateOf(row, { rank: at + 1, score: row.score, scores: row.scores, tokenizer }));
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
  const unanswerable = (plan: SourcePlan): boolean => plan.type === 'vector' && vector === null;
  const runnable = wanted.filter((plan) => !unanswerable(plan));
  const found = new Map<string, Candidate[]>();
  for (const plan of runnable) found.set(plan.name, await run(database, plan, work));
  return {
    sources: request.sources.map(({ name }) => ({ name, candidates: found.get(name) ?? [] })),
    index_position: indexed,
    embedder: vector?.embedder ?? null,
    queries: runnable.length,
  };
}
