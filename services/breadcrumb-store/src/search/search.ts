import {
  FEATURES,
  refuse,
  ToolResponse,
  type Envelope,
  type FeatureWeights,
  type SearchReply,
  type SearchRequest,
} from '@crumbtrail/contracts';
import type { Caller } from '../append/jobs';
import { read } from '../reading/read';
import { askQuestion, questionToAll } from '../retrieve/ask-question';
import { rounded, roundedAll } from '../retrieve/candidate';
import { eyesOf } from '../retrieve/eyes';
import { findWide } from '../retrieve/find-wide';
import type { RetrieveParts } from '../retrieve/retrieve';
import { togetherOver } from '../retrieve/together';
import type { Filter, Sight } from '../retrieve/visible';

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

function filterOf({ filter = {}, viewer }: SearchRequest): Filter {
  const { author, ...rest } = filter;
  const besides = viewer === undefined ? undefined : RESULTS;
  return { ...rest, besides, author: author === undefined ? undefined : { id: author } };
}

/** The best piece of each crumb. */
function byCrumb<Found extends { readonly text: { readonly id: string } }>(
  found: readonly Found[],
  limit: number,
): Found[] {
  const best = new Map<string, Found>();
  for (const one of found) if (!best.has(one.text.id)) best.set(one.text.id, one);
  return [...best.values()].slice(0, limit);
}

async function find(parts: RetrieveParts, sight: Sight, request: SearchRequest) {
  const { database, index, pools } = parts;
  const { workspace } = sight;
  const { query, mode } = request;
  const { embedder, vectorise } = index;
  const [look, vector] = await Promise.all([
    pools.look({ workspace, query, scopes: [], embedder, vectorise }),
    mode === 'text' ? null : index.embedQuery(query),
  ]);
  const now = new Date().toISOString();
  const asked = askQuestion({ request: { query, now, members: [], tags: [] }, look, vector, conversation: [] });
  const { question, stems } = questionToAll(asked, look);
  const limit = request.limit ?? LIMIT;
  const ranked = await findWide(togetherOver(database, vector !== null), {
    ...{ question: { ...question, mode }, weights: WEIGHTS, late: look.late, limit: limit * PIECES, neighbours: false },
    asked: { sight, filter: filterOf(request), stems: mode === 'vector' ? [] : stems, vector },
  });
  return byCrumb(ranked, limit);
}

/** Who asks: a service that runs tools asks with the eyes of the agent that it names. */
function seeing(caller: Caller, { viewer }: SearchRequest): Caller {
  if (viewer === undefined) return caller;
  if (caller.role !== 'service') throw refuse('forbidden', 'Only a service searches with the eyes of an agent.');
  return { ...caller, participant: { kind: 'agent', id: viewer }, role: 'reader' };
}

/** Crumbs that the caller may read, current ones only, best first. Texts of everybody else are in no statement's reach. */
export async function search(parts: RetrieveParts, asker: Caller, request: SearchRequest): Promise<SearchReply> {
  const caller = seeing(asker, request);
  const eyes = eyesOf(caller);
  const as_of = Number.MAX_SAFE_INTEGER;
  const sight: Sight = { workspace: caller.workspace, eyes: eyes ? [eyes] : [], as_of, now: null };
  const found = await find(parts, sight, request);
  const refs = found.map(({ text }) => ({ id: text.id, version: text.row.version }));
  const { crumbs } = await read(parts.database, { refs }, caller);
  const results = found.flatMap(({ score, scores }, at) => {
    const breadcrumb = crumbs[at];
    return breadcrumb && !('erased' in breadcrumb)
      ? [{ breadcrumb: breadcrumb as Envelope, score: rounded(score), scores: roundedAll(scores) }]
      : [];
  });
  return { results };
}
