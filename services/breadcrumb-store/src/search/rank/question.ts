import type { CrumbAuthor, Participant, RankingParameters } from '@crumbtrail/contracts';
import type { TextStems } from '../embedders/text-stems';

/** The cosines with the last question: one object for each text, because a new one for each question is garbage. */
export interface LastCosines {
  to: readonly number[];
  /** Of the whole vectors, or where they have a part for meanings, of the other one; NaN without vectors. */
  cosine: number;
  /** Of the part for meanings; NaN without one. */
  meaning: number;
}

/** A visible chunk, with what ranking looks at. */
export interface RankableText {
  /** Crumb, version and ordinal: unique in a workspace. */
  readonly key: string;
  readonly id: string;
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
  /** How many tokens the text has (o200k). */
  readonly tokens: number;
  /** Unit vector of the serving embedder. */
  readonly vector?: Float32Array;
  readonly session: string | null;
  /** By which repetitions of the text are recognised, empty or 0 where they are not; set when first computed. */
  fingerprint?: string | number | undefined;
  /** Its cosines with the last question; set when first computed. */
  lastCosines?: LastCosines | undefined;
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
