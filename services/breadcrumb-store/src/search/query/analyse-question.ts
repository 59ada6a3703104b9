import type { QueryTerms, RetrieveRequest } from '@crumbtrail/contracts';
import type { QueryVector } from '../embedders/query-vector';
import { matchSpeakers } from '../rank/named-speakers';
import type { RankingQuestion } from '../rank/question';
import type { TextList } from '../rank/text-list';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import type { TextChunk } from '../session-cache/text-chunk';
import {
  borrowStems,
  computeStatistics,
  dependsOnEarlierText,
  findPrecedingMessages,
  isSelfContained,
  limitReach,
  limitStems,
  listContentStems,
  weighTerms,
  type StemStatistics,
  type WeightedStem,
} from './query-terms';

/** A word of the workspace that one of the question may be a misspelling of. */
export interface Spelling extends WeightedStem {
  /** Document frequency in the workspace. */
  readonly df: number;
}

/** A question, analysed once for all sources that search. */
export interface AnalysedQuestion {
  /** The question's own stems, then the borrowed ones. */
  readonly stems: readonly WeightedStem[];
  /** The conversation's statistics of the borrowed stems; null if none are borrowed. */
  readonly borrowing: StemStatistics | null;
  /** Searched in the database, where letters are not compared. */
  readonly spellings: readonly Spelling[];
  readonly query: QueryTerms;
  /** The parts that do not depend on the texts that are ranked. */
  readonly base: Omit<RankingQuestion, 'mode' | 'terms' | 'averageLength' | 'vector'>;
}

/** What a question is analysed from. */
export interface QuestionInput {
  readonly request: Pick<RetrieveRequest, 'query' | 'members' | 'tags' | 'now' | 'trigger'>;
  readonly snapshot: CacheSnapshot;
  readonly vector: QueryVector | null;
  /** The visible messages of the session, in time order. */
  readonly conversation: TextList<TextChunk>;
  readonly spellings: readonly Spelling[];
}

/** True if the question has too few informative words, by the statistics of the workspace and of the conversation. */
function needsContext(own: readonly WeightedStem[], { snapshot, request, conversation }: QuestionInput): boolean {
  const known = new Map(snapshot.stems);
  const all: StemStatistics = { texts: snapshot.chunks, averageLength: 1, df: (stem) => known.get(stem) ?? 0 };
  if (isSelfContained(own, all)) return false;
  const speakers = matchSpeakers(conversation, { text: request.query, members: request.members });
  return dependsOnEarlierText(own, conversation, speakers !== null);
}

/** Converts a question to stems; a question with few informative words borrows stems from the messages before it. */
export function analyseQuestion(input: QuestionInput): AnalysedQuestion {
  const { snapshot, vector, request, conversation, spellings } = input;
  const own = limitStems(snapshot.stems.map(([stem]) => stem));
  const base = {
    text: request.query,
    members: request.members,
    tags: request.tags,
    now: Date.parse(request.now),
    embedder: vector?.embedder ?? null,
  };
  const messages = findPrecedingMessages(conversation.texts, request.trigger?.id);
  const borrows = messages.length > 0 && needsContext(own, input);
  const borrowing = borrows ? computeStatistics(conversation, listContentStems(messages)) : null;
  const stems = borrowing ? [...own, ...borrowStems(own, messages, borrowing)] : own;
  const leans_on = borrows ? messages.map(({ id, row }) => ({ id, version: row.version })) : [];
  return {
    stems,
    borrowing,
    spellings,
    base,
    query: { terms: [...stems, ...spellings].map(({ stem, weight }) => [stem, weight] as const), leans_on },
  };
}

/** The question for texts in memory, weighed by their own statistics: no other texts influence the scores. */
export function questionForCache({ base, stems }: AnalysedQuestion): Omit<RankingQuestion, 'mode'> {
  return { ...base, terms: stems.map(({ stem, weight }) => ({ term: stem, weight })) };
}

/** A question for texts in the database. */
export interface DatabaseQuestion {
  /** Weighed by the statistics of the workspace. */
  readonly question: Omit<RankingQuestion, 'mode'> & { readonly averageLength: number };
  /** The stems by which texts are found. */
  readonly stems: readonly string[];
  /** The weight of each of them. */
  readonly stemWeights: readonly number[];
}

/** The question for texts in the database. Borrowed stems are taken to be as frequent in the workspace as in the conversation. */
export function questionForDatabase(
  analysed: AnalysedQuestion,
  snapshot: CacheSnapshot,
  mostReached?: number,
): DatabaseQuestion {
  const { borrowing, spellings } = analysed;
  const known = new Map([...snapshot.stems, ...spellings.map(({ stem, df }) => [stem, df] as const)]);
  const estimateDf = (stem: string): number =>
    borrowing ? Math.ceil((borrowing.df(stem) * snapshot.chunks) / Math.max(1, borrowing.texts)) : 0;
  const statistics: StemStatistics = {
    texts: snapshot.chunks,
    averageLength: Math.max(1, snapshot.totalLength / Math.max(1, snapshot.chunks)),
    df: (stem) => known.get(stem) ?? estimateDf(stem),
  };
  const terms = weighTerms(statistics, [...analysed.stems, ...spellings]);
  const question = { ...analysed.base, terms, averageLength: statistics.averageLength };
  const stems = limitReach(terms, statistics, mostReached);
  const weights = new Map(terms.map(({ term, weight, idf }) => [term, weight * idf]));
  return { question, stems, stemWeights: stems.map((stem) => weights.get(stem) ?? 0) };
}
