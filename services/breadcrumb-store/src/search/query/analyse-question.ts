import { RANKING_WEIGHTS, type QueryTerms, type RankingParameters, type RetrieveRequest } from '@crumbtrail/contracts';
import { isOfKind, readQuestionKeys, type QuestionKey } from '@crumbtrail/text';
import type { QueryVector } from '../embedders/query-vector';
import { wordsEmbedder } from '../embedders/words-embedder';
import { findNameKeys, matchSpeakers } from '../rank/named-speakers';
import type { RankableText, RankingQuestion } from '../rank/question';
import type { TextList } from '../rank/text-list';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import { findNearWords, type NearTerm, type NearWord } from './near-words';
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
import { countOccurrences, type WordCounts } from './word-counts';

/** A word of the workspace that one of the question may be a misspelling of. */
export interface Spelling extends WeightedStem {
  /** Document frequency in the workspace. */
  readonly df: number;
}

/** Words that mean something like those of a question. */
export interface NearWords {
  /** Those of the conversation. */
  readonly inConversation: readonly NearWord[];
  /** Those of the workspace, for words that it lacks. */
  readonly inWorkspace: readonly NearTerm[];
}

/** A question, analysed once for all sources that search. */
export interface AnalysedQuestion {
  /** The question's own stems, then the borrowed ones. */
  readonly stems: readonly WeightedStem[];
  /** The conversation's statistics of the borrowed stems; null if none are borrowed. */
  readonly borrowing: StemStatistics | null;
  readonly spellings: readonly Spelling[];
  /** Words that mean something like those of the question. */
  readonly near: NearWords;
  readonly query: QueryTerms;
  /** The parts that do not depend on the texts that are ranked. */
  readonly base: Omit<RankingQuestion, 'mode' | 'terms' | 'averageLength' | 'vector'>;
}

/** What a question is analysed from. */
export interface QuestionInput {
  readonly request: Pick<RetrieveRequest, 'query' | 'members' | 'tags' | 'now' | 'time_zone' | 'trigger'>;
  readonly snapshot: CacheSnapshot;
  readonly vector: QueryVector | null;
  /** The words by which the question names days. */
  readonly dates: readonly string[];
  /** The visible messages of the session, in time order. */
  readonly conversation: TextList<RankableText>;
  readonly spellings: readonly Spelling[];
  /** Words of the workspace that mean something like those of the question that it lacks. */
  readonly near: readonly NearTerm[];
  /** @default those of `RANKING_WEIGHTS` */
  readonly parameters?: RankingParameters;
}

/** The weight of a word that names a day, where nothing else is asked for: texts that have it say when they mean, not when they were written. */
const DATE_WORD = 0.25;

/** The words of a question by what they ask for. */
interface AskedWords {
  readonly own: readonly WeightedStem[];
  /** The keys of its words other than those that name a speaker or a day, and that speak of the conversation; undefined where it names neither. */
  readonly subject: readonly string[] | undefined;
  readonly namesTime: boolean;
}

function divideWords(own: readonly WeightedStem[], input: QuestionInput, { occurs }: WordCounts): AskedWords {
  const { request, dates, conversation, spellings } = input;
  const dateKeys = new Set(dates.flatMap((words) => readQuestionKeys(words).map(({ key }) => key)));
  const nameKeys = findNameKeys(conversation, { text: request.query, members: request.members });
  const others = own.filter(({ stem, weight }) => weight === 1 && !dateKeys.has(stem) && !nameKeys.has(stem));
  // A word that no text has tells none from the others.
  const subject = [...others, ...spellings].map(({ stem }) => stem).filter(occurs);
  const dateWeight = subject.length === 0 ? DATE_WORD : 1;
  return {
    own: own.map(({ stem, weight }) => ({ stem, weight: dateKeys.has(stem) ? dateWeight * weight : weight })),
    subject: dates.length === 0 && nameKeys.size === 0 ? undefined : subject,
    namesTime: dates.length > 0,
  };
}

/** True if the question has too few informative words, by the statistics of the workspace and of the conversation. */
function needsContext(
  asked: readonly WeightedStem[],
  { snapshot, request, conversation, spellings }: QuestionInput,
): boolean {
  const own = [...asked, ...spellings];
  const known = new Map([...snapshot.stems, ...spellings.map(({ stem, df }) => [stem, df] as const)]);
  const all: StemStatistics = { texts: snapshot.chunks, averageLength: 1, df: (stem) => known.get(stem) ?? 0 };
  if (isSelfContained(own, all)) return false;
  const speakers = matchSpeakers(conversation, { text: request.query, members: request.members });
  return dependsOnEarlierText(own, conversation, speakers !== null);
}

/** The weight of a key that only texts in some languages have for a word, and of another form of it. */
const OTHER_KEY = 0.5;
/**
 * The keys of a question, rarest first: for each word the one that any text has, and those of single languages that occur in the workspace or in the
 * conversation. Where a word occurs by one of the latter alone, that one stands for it; one that finds the same texts as the former says nothing more.
 */
function chooseKeys(
  keys: readonly QuestionKey[],
  { snapshot }: QuestionInput,
  { occurs, frequency, findSame }: WordCounts,
): WeightedStem[] {
  const order = new Map(snapshot.stems.map(([stem], at) => [stem, at]));
  const known = new Map(snapshot.stems);
  const common = new Map(keys.filter(({ isCommon }) => isCommon).map(({ word, key }) => [word, key]));
  const chosen = new Map<string, number>();
  const usualOf = (word: number): string => common.get(word) as string;
  // Another form of a word or of a given name stands for one that no text has.
  const saysMore = ({ key, word, isForm }: QuestionKey): boolean =>
    occurs(key) && (isForm ? !occurs(usualOf(word)) : !findSame(key, usualOf(word)));
  const telling = keys.filter((one) => one.isCommon || saysMore(one));
  // Of an inflected word, the stem in the language of the question is the word, where more texts have it.
  const isMain = ({ key, word, isOwn }: QuestionKey): boolean => isOwn && frequency(key) > frequency(usualOf(word));
  const inflected = new Set(telling.filter(isMain).map(({ word }) => word));
  const weigh = (one: QuestionKey): number => {
    const isUsual = one.isCommon || (!one.isForm && !known.get(usualOf(one.word)));
    return isMain(one) || (isUsual && !inflected.has(one.word)) ? 1 : OTHER_KEY;
  };
  for (const one of telling) chosen.set(one.key, Math.max(chosen.get(one.key) ?? 0, weigh(one)));
  const last = order.size;
  const sorted = [...chosen].sort((a, b) => (order.get(a[0]) ?? last) - (order.get(b[0]) ?? last));
  return limitStems(sorted.map(([stem]) => stem)).map(({ stem, weight }) => ({
    stem,
    weight: weight * (chosen.get(stem) as number),
  }));
}

/** The messages from which a question borrows words: it names no time, no text has words like its own, and too little else is in it. */
function findLenders(asked: AskedWords, input: QuestionInput, near: NearWords): readonly RankableText[] {
  if (asked.namesTime || asked.subject?.length === 0 || near.inConversation.length > 0) return [];
  const messages = findPrecedingMessages(input.conversation.texts, input.request.trigger?.id);
  return messages.length > 0 && needsContext(asked.own, input) ? messages : [];
}

const WORD = /[\p{L}\p{M}]+/gu;

/** Has a message any word but those that agree, deny, greet, count, ask and connect? "okay do that" has none. */
const hasSubject = (text: string): boolean =>
  (text.match(WORD) ?? []).some(
    (word) =>
      !isOfKind(
        word.toLowerCase(),
        'affirmations',
        'negations',
        'courtesies',
        'reactions',
        'numerals',
        'quantities',
        'questions',
        'functionWords',
      ),
  );

/** Does a question name a time, and nothing else that texts have? */
const asksOnlyWhen = ({ namesTime, subject }: AskedWords): boolean => namesTime && subject?.length === 0;

const NOT_NEAR: NearWords = { inConversation: [], inWorkspace: [] };

/** The words that mean something like those of a question: of the conversation where the embedder knows meanings, and of the workspace. */
function findNear(
  own: readonly WeightedStem[],
  { vector, request, conversation, parameters = RANKING_WEIGHTS.parameters, near }: QuestionInput,
): NearWords {
  const search = { text: request.query, conversation, parameters };
  return {
    inConversation: vector?.embedder === wordsEmbedder.name ? findNearWords(own, search) : [],
    inWorkspace: near,
  };
}

/** What tells the meaning of a question: words like its own, and the messages before it. */
interface QuestionMeaning {
  readonly near: NearWords;
  readonly messages: readonly RankableText[];
  readonly comparesMeanings: boolean;
}

/** What "okay do that" means is said by the messages before it, and "what happened yesterday" asks for no meaning. */
function findMeaning(asked: AskedWords, input: QuestionInput): QuestionMeaning {
  const hasMeaning = !asksOnlyWhen(asked) && hasSubject(input.request.query);
  const near = hasMeaning ? findNear(asked.own, input) : NOT_NEAR;
  const messages = findLenders(asked, input, near);
  return { near, messages, comparesMeanings: hasMeaning || (!asksOnlyWhen(asked) && messages.length === 0) };
}

/** Converts a question to stems; a question with few informative words borrows stems from the messages before it. */
export function analyseQuestion(input: QuestionInput): AnalysedQuestion {
  const { vector, request, conversation, spellings } = input;
  const counts = countOccurrences(input);
  const asked = divideWords(chooseKeys(readQuestionKeys(request.query), input, counts), input, counts);
  const { own, subject } = asked;
  const { near, messages, comparesMeanings } = findMeaning(asked, input);
  const base = {
    comparesMeanings,
    text: request.query,
    members: request.members,
    tags: request.tags,
    now: Date.parse(request.now),
    timeZone: request.time_zone,
    embedder: vector?.embedder ?? null,
    subject,
    namesTime: asked.namesTime,
  };
  const borrowing = messages.length > 0 ? computeStatistics(conversation, listContentStems(messages)) : null;
  const stems = borrowing ? [...own, ...borrowStems(own, messages, borrowing)] : own;
  const shown = near.inConversation.length > 0 ? near.inConversation : near.inWorkspace;
  const leans_on = messages.map(({ id, version }) => ({ id, version }));
  return {
    stems,
    borrowing,
    spellings,
    near,
    base,
    query: {
      terms: [...stems, ...spellings].map(({ stem, weight }) => [stem, weight] as const),
      leans_on,
      ...(shown.length > 0 && { near: shown }),
    },
  };
}

/** The question for texts in memory, weighed by their own statistics: no other texts influence the scores. */
export function questionForCache({ base, stems, spellings, near }: AnalysedQuestion): Omit<RankingQuestion, 'mode'> {
  return {
    ...base,
    terms: [...stems, ...spellings, ...near.inConversation].map(({ stem, weight }) => ({ term: stem, weight })),
  };
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
  const { borrowing, near } = analysed;
  const others = [...analysed.spellings, ...near.inWorkspace];
  const known = new Map([...snapshot.stems, ...others.map(({ stem, df }) => [stem, df] as const)]);
  const estimateDf = (stem: string): number =>
    borrowing ? Math.ceil((borrowing.df(stem) * snapshot.chunks) / Math.max(1, borrowing.texts)) : 0;
  const statistics: StemStatistics = {
    texts: snapshot.chunks,
    averageLength: Math.max(1, snapshot.totalLength / Math.max(1, snapshot.chunks)),
    df: (stem) => known.get(stem) ?? estimateDf(stem),
  };
  const terms = weighTerms(statistics, [...analysed.stems, ...others]);
  const question = { ...analysed.base, terms, averageLength: statistics.averageLength };
  const stems = limitReach(terms, statistics, mostReached);
  const weights = new Map(terms.map(({ term, weight, idf }) => [term, weight * idf]));
  return { question, stems, stemWeights: stems.map((stem) => weights.get(stem) ?? 0) };
}
