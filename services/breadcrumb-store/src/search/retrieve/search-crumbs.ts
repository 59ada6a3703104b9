import {
  FEATURES,
  refuse,
  ToolResponse,
  type Envelope,
  type FeatureWeights,
  type SearchReply,
  type SearchRequest,
} from '@crumbtrail/contracts';
import type { Caller } from '../../identity/caller';
import { readCrumbs } from '../../reading/read-crumbs';
import { analyseQuestion, questionForDatabase } from '../query/analyse-question';
import { roundScore, roundScores } from './candidate';
import { viewerOf } from './viewers';
import { searchDatabase } from '../sources/search-database';
import type { RetrievalDependencies } from './retrieve';
import { createBatch } from '../../database/statement-batch';
import type { ChunkFilter, ReadScope } from '../filter/chunk-filter.sql';

const LIMIT = 20;
/** A crumb may be found by several of its pieces; as many more are looked at. */
const PIECES = 3;

/** Words and vectors alone: what stands around a text is not what was searched for. */
const WEIGHTS: FeatureWeights = {
  ...(Object.fromEntries(FEATURES.map((name) => [name, 0])) as unknown as FeatureWeights),
  bm25: 1,
  vector: 0.5,
};

/** What a tool gave goes back to the turn that asked: a tool that searches for an agent does not find it again. */
const RESULTS = [ToolResponse.name];

function buildFilter({ filter = {}, viewer }: SearchRequest): ChunkFilter {
  const { author, ...rest } = filter;
  const besides = viewer === undefined ? undefined : RESULTS;
  return { ...rest, besides, author: author === undefined ? undefined : { id: author } };
}

/** The best piece of each crumb. */
function keepBestOfEachCrumb<Found extends { readonly text: { readonly id: string } }>(
  found: readonly Found[],
  limit: number,
): Found[] {
  const best = new Map<string, Found>();
  for (const one of found) if (!best.has(one.text.id)) best.set(one.text.id, one);
  return [...best.values()].slice(0, limit);
}

async function find(parts: RetrievalDependencies, sight: ReadScope, request: SearchRequest) {
  const { database, index, pools } = parts;
  const { workspace } = sight;
  const { query, mode } = request;
  const { embedder, vectorise } = index;
  const [look, vector] = await Promise.all([
    pools.refresh({ workspace, query, scopes: [], embedder, vectorise }),
    mode === 'text' ? null : index.embedQuery(query),
  ]);
  const now = new Date().toISOString();
  const asked = analyseQuestion({ request: { query, now, members: [], tags: [] }, look, vector, conversation: [] });
  const { question, stems } = questionForDatabase(asked, look);
  const limit = request.limit ?? LIMIT;
  const ranked = await searchDatabase(createBatch(database, vector !== null), {
    ...{ question: { ...question, mode }, weights: WEIGHTS, late: look.late, limit: limit * PIECES, neighbours: false },
    search: { sight, filter: buildFilter(request), stems: mode === 'vector' ? [] : stems, vector },
  });
  return keepBestOfEachCrumb(ranked, limit);
}

/** Who asks: a service that runs tools asks with the eyes of the agent that it names. */
function actAsViewer(caller: Caller, { viewer }: SearchRequest): Caller {
  if (viewer === undefined) return caller;
  if (caller.role !== 'service') throw refuse('forbidden', 'Only a service searches with the eyes of an agent.');
  return { ...caller, participant: { kind: 'agent', id: viewer }, role: 'reader' };
}

/** Crumbs that the caller may read, current ones only, best first. Texts of everybody else are in no statement's reach. */
export async function searchCrumbs(
  parts: RetrievalDependencies,
  asker: Caller,
  request: SearchRequest,
): Promise<SearchReply> {
  const caller = actAsViewer(asker, request);
  const eyes = viewerOf(caller);
  const as_of = Number.MAX_SAFE_INTEGER;
  const sight: ReadScope = { workspace: caller.workspace, viewers: eyes ? [eyes] : [], as_of, now: null };
  const found = await find(parts, sight, request);
  const refs = found.map(({ text }) => ({ id: text.id, version: text.row.version }));
  const { crumbs } = await readCrumbs(parts.database, { refs }, caller);
  const results = found.flatMap(({ score, scores }, at) => {
    const breadcrumb = crumbs[at];
    return breadcrumb && !('erased' in breadcrumb)
      ? [{ breadcrumb: breadcrumb as Envelope, score: roundScore(score), scores: roundScores(scores) }]
      : [];
  });
  return { results };
}
