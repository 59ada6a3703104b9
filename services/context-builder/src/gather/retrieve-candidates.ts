import type { Audience, Ref, RetrieveReply, RetrieveRequest, SourcePlan } from '@crumbtrail/contracts';
import type { Retriever } from '../ports';
import type { BuildPlan } from '../plan/plan';

/** A search for candidates: the viewers, the words and the position. */
export interface CandidateQuery {
  readonly agent: string;
  /** Who may read the answer. */
  readonly readers: Audience;
  readonly session?: string;
  readonly as_of: number;
  readonly now: string;
  readonly tokenizer: RetrieveRequest['tokenizer'];
  /** Text of the current message. */
  readonly query: string;
  /** Absent where a preview brings its own content. */
  readonly trigger?: Ref;
  /** What is not searched, besides the trigger. Default: nothing. */
  readonly excluded?: readonly Ref[];
  readonly tags: readonly string[];
  readonly members: RetrieveRequest['members'];
}

/** The candidates of each source of the plan. */
export interface RetrievedCandidates {
  readonly sources: readonly {
    readonly source: SourcePlan;
    readonly candidates: RetrieveReply['sources'][number]['candidates'];
  }[];
  /** Number of texts found that are not listed. */
  readonly beyond: number;
  /** Number of texts of the session that the agent may read, but not all readers of the answer. */
  readonly hidden: number;
  /** Where the scopes began that sources are limited to; absent where none is. */
  readonly scopes?: RetrieveReply['scopes'];
  /** Which messages have left the window of the agent; absent where it has no memory. */
  readonly remembered?: RetrieveReply['remembered'];
  readonly index_position: number;
  readonly embedder: string | null;
  readonly query?: RetrieveReply['query'];
  readonly queries: number;
}

const QUERY_HEAD = 3000;
const QUERY_TAIL = 1000;

/** The search query for a message. Of a long one only beginning and end: a pasted page has its question at one of them. */
export function truncateQuery(query: string): string {
  if (query.length <= QUERY_HEAD + QUERY_TAIL) return query;
  return `${query.slice(0, QUERY_HEAD)} ${query.slice(-QUERY_TAIL)}`.toWellFormed();
}

/** Retrieves the candidates of all sources in one request, as of the turn. Session sources are skipped outside a session. */
export async function retrieveCandidates(
  inquiry: CandidateQuery,
  plan: BuildPlan,
  retriever: Retriever,
): Promise<RetrievedCandidates> {
  const sources = plan.sources.filter(({ scope }) => scope !== 'session' || inquiry.session !== undefined);
  if (sources.length === 0)
    return { sources: [], beyond: 0, hidden: 0, index_position: inquiry.as_of, embedder: null, queries: 0 };
  const reply = await retriever.retrieve({
    viewer: inquiry.agent,
    readers: inquiry.readers,
    ...(inquiry.session === undefined ? {} : { session: inquiry.session }),
    as_of: inquiry.as_of,
    now: inquiry.now,
    query: truncateQuery(inquiry.query),
    exclude: [...(inquiry.trigger ? [inquiry.trigger] : []), ...(inquiry.excluded ?? [])],
    sources,
    tokenizer: inquiry.tokenizer,
    features: plan.features,
    ...(inquiry.trigger ? { trigger: inquiry.trigger } : {}),
    tags: inquiry.tags,
    members: inquiry.members,
  });
  const found = new Map(reply.sources.map(({ name, candidates }) => [name, candidates]));
  return {
    sources: sources.map((source) => ({ source, candidates: found.get(source.name) ?? [] })),
    beyond: reply.beyond,
    hidden: reply.hidden,
    ...(reply.scopes ? { scopes: reply.scopes } : {}),
    ...(reply.remembered ? { remembered: reply.remembered } : {}),
    index_position: reply.index_position,
    embedder: reply.embedder,
    ...(reply.query ? { query: reply.query } : {}),
    queries: reply.queries,
  };
}
