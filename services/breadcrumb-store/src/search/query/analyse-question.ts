import type { QueryTerms, RetrieveRequest } from '@crumbtrail/contracts';
import type { QueryVector } from '../embedders/query-vector';
import { matchSpeakers } from '../rank/named-speakers';
import type { RankingQuestion } from '../rank/question';
import type { TextChunk } from '../session-cache/text-chunk';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import {
  isSelfContained,
  dependsOnEarlierText,
  borrowStems,
  limitStems,
  limitReach,
  computeStatistics,
  listContentStems,
  weighTerms,
  findPrecedingMessages,
  type WeightedStem,
  type StemStatistics,
} from './query-terms';

/** What is asked of every searching source. */
export interface AnalysedQuestion {
  readonly sought: readonly WeightedStem[];
  /** What the conversation tells of the words that are lent; null where it lends none. */
  readonly lending: StemStatistics | null;
  readonly query: QueryTerms;
  /** All but what depends on the texts that are ranked. */
  readonly base: Omit<RankingQuestion, 'mode' | 'terms' | 'averageLength' | 'vector'>;
}

export interface QuestionInput {
  readonly request: Pick<RetrieveRequest, 'query' | 'members' | 'tags' | 'now' | 'trigger'>;
  readonly look: CacheSnapshot;
  readonly vector: QueryVector | null;
  /** The visible conversation of the session, in time order. */
  readonly conversation: readonly TextChunk[];
}

/** Few words of its own, by the workspace's statistics, and by those of the conversation, which the former may leave out. */
function needsContext(own: readonly WeightedStem[], { look, request, conversation }: QuestionInput): boolean {
  const known = new Map(look.stems);
  const all: StemStatistics = { texts: look.chunks, averageLength: 1, df: (stem) => known.get(stem) ?? 0 };
  if (isSelfContained(own, all)) return false;
  const named = matchSpeakers(conversation, { text: request.query, members: request.members });
  return dependsOnEarlierText(own, conversation, named !== null);
}

/** The question in stems; one with few words of its own leans on the turns before it. */
export function analyseQuestion(by: QuestionInput): AnalysedQuestion {
  const { look, vector, request, conversation } = by;
  const own = limitStems(look.stems.map(([stem]) => stem));
  const base = {
    text: request.query,
    members: request.members,
    tags: request.tags,
    now: Date.parse(request.now),
    embedder: vector?.embedder ?? null,
  };
  const turns = findPrecedingMessages(conversation, request.trigger?.id);
  const isLeaning = turns.length > 0 && needsContext(own, by);
  const lending = isLeaning ? computeStatistics(conversation, listContentStems(turns)) : null;
  const sought = lending ? [...own, ...borrowStems(own, turns, lending)] : own;
  const leans_on = isLeaning ? turns.map(({ id, row }) => ({ id, version: row.version })) : [];
  return {
    sought,
    lending,
    base,
    query: { terms: sought.map(({ stem, weight }) => [stem, weight] as const), leans_on },
  };
}

/** The question to texts that are all in memory: their own statistics weigh its words, so that no others show through. */
export function questionForCache({ base, sought }: AnalysedQuestion): Omit<RankingQuestion, 'mode'> {
  return { ...base, terms: sought.map(({ stem, weight }) => ({ term: stem, weight })) };
}

/** The question to texts in the database, by the statistics of the workspace, and the stems that find them. */
export interface DatabaseQuestion {
  readonly question: Omit<RankingQuestion, 'mode'>;
  readonly stems: readonly string[];
}

/** Lent words are taken to be as usual in the workspace as they are in the conversation. */
export function questionForDatabase(asked: AnalysedQuestion, look: CacheSnapshot): DatabaseQuestion {
  const { lending } = asked;
  const known = new Map(look.stems);
  const alike = (stem: string): number =>
    lending ? Math.ceil((lending.df(stem) * look.chunks) / Math.max(1, lending.texts)) : 0;
  const statistics: StemStatistics = {
    texts: look.chunks,
    averageLength: Math.max(1, look.totalLength / Math.max(1, look.chunks)),
    df: (stem) => known.get(stem) ?? alike(stem),
  };
  const terms = weighTerms(statistics, asked.sought);
  const question = { ...asked.base, terms, averageLength: statistics.averageLength };
  return { question, stems: limitReach(terms, statistics) };
}
