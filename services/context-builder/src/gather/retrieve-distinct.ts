import {
  isSearchingSource,
  participantName,
  type Candidate,
  type RetrieveReply,
  type RetrieveRequest,
  type SourcePlan,
} from '@crumbtrail/contracts';
import type { Retriever } from '../ports';

/** How many times its limit a source is asked for where duplicates fill it. */
const WIDER = 8;
/** The largest limit of a source. */
const MOST = 500;

type Found = RetrieveReply['sources'][number];

/** What makes a text the same as another one of its author; a text that is only listed is like no other. */
const textKey = ({ id, chunk, author, digest, simhash }: Candidate): string =>
  digest === '' ? `${id}#${chunk}` : `${participantName(author)} ${digest} ${simhash}`;

/** How many candidates there are without those that say what a better one says. */
const countDistinct = (candidates: readonly Candidate[]): number => new Set(candidates.map(textKey)).size;

/** Whether duplicates took places of a source, so that it may know more. */
const isCrowded = ({ limit, type }: SourcePlan, { candidates }: Found): boolean =>
  isSearchingSource(type) && limit < MOST && candidates.length >= limit && countDistinct(candidates) < limit;

/** The best candidates until so many of them differ, with as many duplicates at most; and how many candidates are left. */
function takeDistinct(candidates: readonly Candidate[], limit: number): { taken: Candidate[]; left: number } {
  const known = new Set<string>();
  const taken: Candidate[] = [];
  let duplicates = 0;
  for (const one of [...candidates].sort((a, b) => a.rank - b.rank)) {
    const isNew = !known.has(textKey(one));
    if (isNew && known.size === limit) break;
    if (!isNew && (duplicates += 1) > limit) continue;
    known.add(textKey(one));
    taken.push(one);
  }
  return { taken, left: candidates.length - taken.length };
}

function withWider(reply: RetrieveReply, wider: RetrieveReply, limits: ReadonlyMap<string, number>): RetrieveReply {
  let beyond = reply.beyond;
  const sources = reply.sources.map((source) => {
    const limit = limits.get(source.name);
    const again = wider.sources.find(({ name }) => name === source.name);
    if (limit === undefined || again === undefined) return source;
    const { taken, left } = takeDistinct(again.candidates, limit);
    beyond += left;
    return { name: source.name, candidates: taken.map((one, at) => ({ ...one, rank: at + 1 })) };
  });
  return { ...reply, sources, beyond, queries: reply.queries + wider.queries };
}

/**
 * Retrieves so that a duplicate costs no place: a searching source whose limit was reached by texts that its author repeated is asked for more, and its limit counts
 * texts that differ. Without repeated texts this is one request.
 */
export async function retrieveDistinct(retriever: Retriever, request: RetrieveRequest): Promise<RetrieveReply> {
  const reply = await retriever.retrieve(request);
  const crowded = request.sources.filter((source) => {
    const found = reply.sources.find(({ name }) => name === source.name);
    return found !== undefined && isCrowded(source, found);
  });
  if (crowded.length === 0) return reply;
  const sources = crowded.map((source) => ({ ...source, limit: Math.min(MOST, source.limit * WIDER) }));
  const wider = await retriever.retrieve({ ...request, sources });
  return withWider(reply, wider, new Map(crowded.map(({ name, limit }) => [name, limit])));
}
