import type { CrumbAuthor, Participant, RankingParameters } from '@crumbtrail/contracts';
import type { TextVector } from '../embedders/embedder';
import type { TextStems } from '../embedders/text-stems';

/** The cosine with the last question: one object for each text, because a new one for each question is garbage. */
export interface LastCosine {
  to: readonly number[];
  /** NaN without a vector. */
  cosine: number;
}

/** In which texts a stem occurs, and how often in each of them. */
export interface Occurrences {
  /** Indexes of the texts. */
  readonly places: readonly number[];
  readonly times: readonly number[];
}

/** Finds the stems of a growing list. */
export interface StemPlaces {
  /** Where a stem occurs in the first `length` texts, in their order. */
  find(stem: string, length: number): Occurrences;
  /** Continues with the texts from `from` on. */
  add(texts: readonly RankableText[], from: number): StemPlaces;
}

/** A visible chunk, with what ranking looks at. */
export interface RankableText {
  /** Crumb, version and ordinal: unique in a workspace. */
  readonly key: string;
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly author: CrumbAuthor;
  readonly tags: readonly string[];
  /** How often each stem occurs in the text and in its author's name. */
  readonly terms: TextStems;
  /** How many stems the text has, repetitions included. */
  readonly length: number;
  /** How many tokens the text has (o200k); 0 for an empty one. */
  readonly tokens: number;
  /** Of the serving embedder. */
  readonly vector?: TextVector | undefined;
  readonly session: string | null;
  /** By which repetitions of the text are recognised, empty or 0 where they are not; set when first computed. */
  fingerprint?: string | number | undefined;
  /** Finds stems in a list of such texts without looking at each of them. Absent: each is looked at. */
  findPlaces?(texts: readonly RankableText[]): StemPlaces;
  /** Its cosine with the last question; set when first computed. */
  lastCosine?: LastCosine | undefined;
}

/** One stem of a question. */
export interface QuestionTerm {
  readonly term: string;
  /** Inverse document frequency. Default: computed from the ranked texts. A term that no text has counts too: it lowers all scores. */
  readonly idf?: number;
  /** 1 for the question's own words, less for words borrowed from earlier messages. */
  readonly weight: number;
}

/** What texts are ranked by. */
export interface RankingQuestion {
  readonly terms: readonly QuestionTerm[];
  /** Mean number of stems of a text. Default: computed from the ranked texts. */
  readonly averageLength?: number;
  /** Unit vector of the question by the serving embedder. */
  readonly vector?: readonly number[];
  readonly text: string;
  /** Members of the session; their names are recognised in the question beside the authors' ids. */
  readonly members: readonly { readonly kind: Participant['kind']; readonly id: string; readonly name?: string }[];
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name of the time zone in which days begin. @default UTC */
  readonly timeZone?: string | undefined;
  /** Name of the serving embedder; null without vectors. */
  readonly embedder: string | null;
  readonly mode: 'text' | 'vector' | 'hybrid';
  /** Are meanings compared, where the embedder knows any? @default true */
  readonly comparesMeanings?: boolean | undefined;
  /** Does it name a day? @default unknown: it is read for one */
  readonly namesTime?: boolean | undefined;
  /**
   * Where it names a speaker or a day: the keys of its other words. If no text of that speaker or day has any of them, those texts are found whatever they are about.
   */
  readonly subject?: readonly string[] | undefined;
  /** Default: those of `RANKING_WEIGHTS`. */
  readonly parameters?: RankingParameters;
}
