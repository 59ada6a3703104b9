import type { QueryTerms, RetrieveRequest } from '@crumbtrail/contracts';
import type { QueryVector } from '../index/query-vector';
import { namedSpeakers } from '../rank/named-speakers';
import type { Question } from '../rank/question';
import type { KeptText } from './kept-text';
import type { Look } from './look';
import {
  isRich,
  leans,
  lentStems,
  ownStems,
  reachable,
  statisticsOf,
  tellingStems,
  termsBy,
  turnsBefore,
  type Sought,
  type Statistics,
} from './query-terms';

/** What is asked of every searching source. */
export interface Asked {
  readonly sought: readonly Sought[];
  /** What the conversation tells of the words that are lent; null where it lends none. */
  readonly lending: Statistics | null;
  readonly query: QueryTerms;
  /** All but what depends on the texts that are ranked. */
  readonly base: Omit<Question, 'mode' | 'terms' | 'averageLength' | 'vector'>;
}

export interface AskedBy {
  readonly request: Pick<RetrieveRequest, 'query' | 'members' | 'tags' | 'now' | 'trigger'>;
  readonly look: Look;
  readonly vector: QueryVector | null;
  /** The visible conversation of the session, in time order. */
  readonly conversation: readonly KeptText[];
}

/** Few words of its own, by the workspace's statistics, and by those of the conversation, which the former may leave out. */
function isPoor(own: readonly Sought[], { look, request, conversation }: AskedBy): boolean {
  const known = new Map(look.stems);
  const all: Statistics = { texts: look.chunks, averageLength: 1, df: (stem) => known.get(stem) ?? 0 };
  if (isRich(own, all)) return false;
  const named = namedSpeakers(conversation, { text: request.query, members: request.members });
  return leans(own, conversation, named !== null);
}

/** The question in stems; one with few words of its own leans on the turns before it. */
export function askQuestion(by: AskedBy): Asked {
  const { look, vector, request, conversation } = by;
  const own = ownStems(look.stems.map(([stem]) => stem));
  const base = {
    text: request.query,
    members: request.members,
    tags: request.tags,
    now: Date.parse(request.now),
    embedder: vector?.embedder ?? null,
  };
  const turns = turnsBefore(conversation, request.trigger?.id);
  const isLeaning = turns.length > 0 && isPoor(own, by);
  const lending = isLeaning ? statisticsOf(conversation, tellingStems(turns)) : null;
  const sought = lending ? [...own, ...lentStems(own, turns, lending)] : own;
  const leans_on = isLeaning ? turns.map(({ id, row }) => ({ id, version: row.version })) : [];
  return {
    sought,
    lending,
    base,
    query: { terms: sought.map(({ stem, weight }) => [stem, weight] as const), leans_on },
  };
}

/** The question to texts that are all in memory: their own statistics weigh its words, so that no others show through. */
export function questionTo({ base, sought }: Asked): Omit<Question, 'mode'> {
  return { ...base, terms: sought.map(({ stem, weight }) => ({ term: stem, weight })) };
}

/** The question to texts in the database, by the statistics of the workspace, and the stems that find them. */
export interface WideAsked {
  readonly question: Omit<Question, 'mode'>;
  readonly stems: readonly string[];
}

/** Lent words are taken to be as usual in the workspace as they are in the conversation. */
export function questionToAll(asked: Asked, look: Look): WideAsked {
  const { lending } = asked;
  const known = new Map(look.stems);
  const alike = (stem: string): number =>
    lending ? Math.ceil((lending.df(stem) * look.chunks) / Math.max(1, lending.texts)) : 0;
  const statistics: Statistics = {
    texts: look.chunks,
    averageLength: Math.max(1, look.totalLength / Math.max(1, look.chunks)),
    df: (stem) => known.get(stem) ?? alike(stem),
  };
  const terms = termsBy(statistics, asked.sought);
  const question = { ...asked.base, terms, averageLength: statistics.averageLength };
  return { question, stems: reachable(terms, statistics) };
}
