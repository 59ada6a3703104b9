import type { Audience, Ref, RetrieveReply, RetrieveRequest, SourcePlan } from '@crumbtrail/contracts';
import type { Retriever } from '../ports';
import type { BuildPlan } from '../plan/plan';
import { divideSources } from './divide-sources';
import { retrieveDistinct } from './retrieve-distinct';
import { searchOutside, type Recall, type RecallOptions } from './recall';

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

type Candidates = RetrieveReply['sources'][number]['candidates'];

/** The candidates of each source of the plan. */
export interface RetrievedCandidates {
  readonly sources: readonly {
    readonly source: SourcePlan;
    readonly candidates: Candidates;
  }[];
  /** Number of texts found that are not listed. */
  readonly beyond: number;
  /** Number of texts of the session that the agent may read, but not all readers of the answer. */
  readonly hidden: number;
  /** Where the scopes began that sources are limited to; absent where none is. */
  readonly scopes?: RetrieveReply['scopes'];
  /** Sources that did not answer within their time; absent where none was late. */
  readonly late?: readonly { readonly source: string; readonly timeout_ms: number }[];
  /** The earlier question that memories were searched for again, because they came late; `late`: again. Absent where there was none. */
  readonly earlier?: { readonly question: Ref; readonly late: boolean };
  /** Which messages have left the window of the agent; absent where it has no memory. */
  readonly remembered?: RetrieveReply['remembered'];
  /** The past sessions of what was recalled; absent where nothing was. */
  readonly recalled?: RetrieveReply['recalled'];
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

/** What retrieving candidates needs besides the query and the plan. */
export interface CandidateSupply extends Omit<RecallOptions, 'timeoutMs'> {
  readonly retriever: Retriever;
  /** How long finding memories and past sessions may take, in milliseconds, where the plan does not say. */
  readonly recallTimeoutMs: number;
}

function toRequest(inquiry: CandidateQuery, plan: BuildPlan, sources: readonly SourcePlan[]): RetrieveRequest {
  return {
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
    ...(plan.frame?.time_zone === undefined ? {} : { time_zone: plan.frame.time_zone }),
  };
}

const nothingFound = ({ as_of }: CandidateQuery): RetrieveReply => ({
  sources: [],
  beyond: 0,
  hidden: 0,
  index_position: as_of,
  embedder: null,
  queries: 0,
});

/** What the account says of a recall that was late, and of the earlier question that was searched for again. */
function recallRecord(
  { late, earlierLate }: Recall,
  limited: readonly SourcePlan[],
  { timeoutMs, earlier }: RecallOptions,
): Pick<RetrievedCandidates, 'late' | 'earlier'> {
  return {
    ...(late && { late: limited.map(({ name }) => ({ source: name, timeout_ms: timeoutMs })) }),
    ...(earlier && { earlier: { question: earlier.ref, late: earlierLate === true } }),
  };
}

/**
 * Retrieves the candidates of all sources, as of the turn: in one request, and a second one for sources with a time limit, which the first one
 * does not wait for. The shortest of their limits holds for all of them. Session sources are skipped outside a session.
 */
export async function retrieveCandidates(
  inquiry: CandidateQuery,
  plan: BuildPlan,
  { retriever, recallTimeoutMs, ...more }: CandidateSupply,
): Promise<RetrievedCandidates> {
  const sources = plan.sources.filter(({ scope }) => scope !== 'session' || inquiry.session !== undefined);
  const { awaited, limited, timeoutMs } = divideSources(sources, { session: inquiry.session, recallTimeoutMs });
  const options = { ...more, timeoutMs };
  const retrieve = (wanted: readonly SourcePlan[], query = inquiry.query): Promise<RetrieveReply> =>
    retrieveDistinct(retriever, toRequest({ ...inquiry, query }, plan, wanted));
  const recalling =
    limited.length === 0 ? undefined : searchOutside(limited, (earlier) => retrieve(limited, earlier), options);
  const [reply, recalled] = await Promise.all([
    awaited.length === 0 ? nothingFound(inquiry) : retrieve(awaited),
    recalling,
  ]);
  return {
    ...mergeReplies(sources, reply, recalled?.found ?? nothingFound(inquiry)),
    ...(recalled && recallRecord(recalled, limited, options)),
  };
}

/** The candidates of both requests by source; what both name is taken from the second one, which finds more. */
function mergeReplies(
  sources: readonly SourcePlan[],
  reply: RetrieveReply,
  recalled: RetrieveReply,
): RetrievedCandidates {
  const found = new Map([reply, recalled].flatMap((one) => one.sources).map((one) => [one.name, one.candidates]));
  const { hidden, index_position, scopes, remembered } = reply;
  const { query = recalled.query } = reply;
  return {
    sources: sources.map((source) => ({ source, candidates: found.get(source.name) ?? [] })),
    beyond: reply.beyond + recalled.beyond,
    hidden,
    ...(scopes ? { scopes } : {}),
    ...(remembered ? { remembered } : {}),
    index_position,
    embedder: reply.embedder ?? recalled.embedder,
    ...(query ? { query } : {}),
    ...(recalled.recalled ? { recalled: recalled.recalled } : {}),
    queries: reply.queries + recalled.queries,
  };
}
