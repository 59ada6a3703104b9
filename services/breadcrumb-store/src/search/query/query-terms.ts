import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import { inverseDocumentFrequency } from '../rank/inverse-document-frequency';
import { countTextsByStem, meanLength, OCCURRENCES } from '../rank/occurrences';
import type { QuestionTerm, RankableText } from '../rank/question';
import type { TextList } from '../rank/text-list';

const PARAMETERS = RANKING_WEIGHTS.parameters;

/** How many stems of a question are searched, rarest first. */
const MOST_STEMS = 48;
/** How many stems a question borrows from each earlier message. */
const MOST_BORROWED = 8;
/** How many earlier messages a question borrows from. */
const MOST_MESSAGES = 2;
/** The least information of a question that is understandable on its own, as a fraction of a word that only one text has. */
const ENOUGH = 0.75;
/** The same for a question that names a speaker of the conversation: it is about that person. */
const ENOUGH_ABOUT_SPEAKER = 0.25;
/** A question that is worth this many such words is understandable in any conversation. */
const SELF_CONTAINED = 2;
/** A text with this many words, its author's name included, is more than an acknowledgement. */
const SUBSTANTIAL_WORDS = 4;
/** A word that occurs in fewer texts is not an acknowledgement. */
const HABITUAL = 3;
/** Acknowledgements have no more stems. */
const MOST_ACKNOWLEDGED = 3;
/** The weight of words borrowed from the last message, and from the one before it. */
const WEIGHTS: readonly number[] = [PARAMETERS.borrowed_last, PARAMETERS.borrowed_before];
/** How many texts a database search by stems may reach; commoner stems only add to scores. */
const MOST_REACHED = 8_000;
/** How many it may reach in a session that is too large for memory, where nothing else limits them. */
export const MOST_REACHED_IN_SESSION = 2_000;

/** The weight of a question's word that speaks of the conversation or of the answer, not of the subject. */
const REQUEST_WEIGHT = PARAMETERS.request_word;
/** Such words, as stems: "list in order how I brought up different aspects of …, mention only five items". */
const REQUEST_STEMS = new Set(
  (
    'ask bring brought chat convers discuss happen mention messag rememb remind said say talk tell told walk ' +
    'across throughout aspect differ item list order sequenc mani much one two three four five six seven eight nine ten'
  ).split(' '),
);

/** A stem that is searched, and its weight: 1 for the question's own, less for those that only say how to answer. */
export interface WeightedStem {
  readonly stem: string;
  readonly weight: number;
}

/** The statistics that terms are weighed by. */
export interface StemStatistics {
  /** How many texts there are. */
  readonly texts: number;
  /** Mean number of stems of a text; at least 1. */
  readonly averageLength: number;
  /** Document frequency: how many texts have a stem. */
  df(stem: string): number;
}

/**
 * Above this number, stems are counted in one pass over the texts and not in a pass for each, unless they are indexed: a long message has
 * hundreds of stems.
 */
const MOST_LOOKED_UP = 16;

function countOccurrences(list: TextList<RankableText>, stems: readonly string[]): ReadonlyMap<string, number> {
  const occurrences = list.continued(OCCURRENCES);
  if (stems.length > MOST_LOOKED_UP && !occurrences.isPosted) return list.once(countTextsByStem);
  return new Map(stems.map((stem) => [stem, occurrences.find(stem).places.length]));
}

/** The statistics of texts that the viewers may all read, so that no other texts influence the scores. */
export function computeStatistics(list: TextList<RankableText>, stems: readonly string[]): StemStatistics {
  const averageLength = Math.max(1, meanLength(list));
  const counts = countOccurrences(list, stems);
  return { texts: list.length, averageLength, df: (stem) => counts.get(stem) ?? 0 };
}

/** Turns stems into terms of a question. */
export function weighTerms({ texts, df }: StemStatistics, stems: readonly WeightedStem[]): Required<QuestionTerm>[] {
  return stems.map(({ stem, weight }) => ({ term: stem, weight, idf: inverseDocumentFrequency(df(stem), texts) }));
}

/** The question's own stems, limited to the rarest; `stems` come rarest first. */
export const limitStems = (stems: readonly string[]): WeightedStem[] =>
  stems.slice(0, MOST_STEMS).map((stem) => ({ stem, weight: REQUEST_STEMS.has(stem) ? REQUEST_WEIGHT : 1 }));

/** The total information of words, measured in words that only one text has; a word that no text has counts 0. */
function computeWorth(own: readonly WeightedStem[], { texts, df }: StemStatistics): number {
  const known = own.map(({ stem }) => df(stem)).filter((count) => count > 0);
  return (
    known.reduce((sum, count) => sum + inverseDocumentFrequency(count, texts), 0) / inverseDocumentFrequency(1, texts)
  );
}

/** Is a question understandable in any conversation? Then the earlier messages need not be looked at. */
export const isSelfContained = (own: readonly WeightedStem[], statistics: StemStatistics): boolean =>
  computeWorth(own, statistics) >= SELF_CONTAINED;

/**
 * True if a question has too few informative words ("okay do that") to be understood without the conversation. Acknowledgements
 * count 0 in any language: they are few words, each mostly used in short messages.
 */
export function dependsOnEarlierText(
  own: readonly WeightedStem[],
  conversation: TextList<RankableText>,
  namesSpeaker = false,
): boolean {
  const statistics = computeStatistics(
    conversation,
    own.map(({ stem }) => stem),
  );
  const isLittle = (some: readonly WeightedStem[]): boolean =>
    computeWorth(some, statistics) < (namesSpeaker ? ENOUGH_ABOUT_SPEAKER : ENOUGH);
  const habitual = own.map(({ stem }) => stem).filter((stem) => statistics.df(stem) >= HABITUAL);
  if (own.length > MOST_ACKNOWLEDGED || habitual.length === 0 || isLittle(own)) return isLittle(own);
  const { texts } = conversation;
  const occurrences = conversation.continued(OCCURRENCES);
  const inSubstantial = (stem: string): number =>
    occurrences.find(stem).places.filter((at) => Number(texts[at]?.length) >= SUBSTANTIAL_WORDS).length;
  const acknowledging = new Set(habitual.filter((stem) => 2 * inSubstantial(stem) < statistics.df(stem)));
  return isLittle(own.filter(({ stem }) => !acknowledging.has(stem)));
}

/** Index of the first chunk of a crumb, which is looked for from the end, where a question's own crumb is; -1 without any. */
function findFirst(chunks: readonly RankableText[], id: string): number {
  let at = chunks.findLastIndex((chunk) => chunk.id === id);
  while (at > 0 && chunks[at - 1]?.id === id) at -= 1;
  return at;
}

/**
 * The chunks of the last two crumbs before the question, latest first; `chunks` are in time order. `trigger` is the id of the
 * question's own crumb, where it is among them.
 */
export function findPrecedingMessages(chunks: readonly RankableText[], trigger: string | undefined): RankableText[] {
  const at = trigger === undefined ? -1 : findFirst(chunks, trigger);
  const last = new Map<string, RankableText>();
  for (let nth = (at < 0 ? chunks.length : at) - 1; nth >= 0; nth -= 1) {
    const chunk = chunks[nth] as RankableText;
    if (chunk.tokens === 0) continue;
    if (last.size === MOST_MESSAGES && !last.has(chunk.id)) break;
    last.set(chunk.id, chunk);
  }
  return [...last.values()];
}

/** Is the stem part of the author's name? Indexed texts have that among their stems. */
const isAuthorName = (stem: string, { author }: RankableText): boolean =>
  author.id
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((part) => part.startsWith(stem));

/** The stems of messages, without their authors' names. */
export const listContentStems = (messages: readonly RankableText[]): string[] => [
  ...new Set(messages.flatMap((message) => [...message.terms.keys()].filter((stem) => !isAuthorName(stem, message)))),
];

/** The rarest stems of earlier messages that the question itself does not have. */
export function borrowStems(
  own: readonly WeightedStem[],
  messages: readonly RankableText[],
  { texts, df }: StemStatistics,
): WeightedStem[] {
  const borrowed = new Map<string, number>();
  const ownStems = new Set(own.map(({ stem }) => stem));
  messages.forEach((message, nth) => {
    const stems = listContentStems([message]).map((stem) => ({ stem, idf: inverseDocumentFrequency(df(stem), texts) }));
    const rarest = stems.sort((a, b) => b.idf - a.idf || (a.stem < b.stem ? -1 : 1)).slice(0, MOST_BORROWED);
    for (const { stem } of rarest)
      if (!ownStems.has(stem) && !borrowed.has(stem)) borrowed.set(stem, WEIGHTS[nth] ?? 0);
  });
  return [...borrowed].map(([stem, weight]) => ({ stem, weight }));
}

/** The rarest stems, as many as together do not reach too many texts; at least one. */
export function limitReach(
  terms: readonly Required<QuestionTerm>[],
  { df }: StemStatistics,
  most = MOST_REACHED,
): string[] {
  let reached = 0;
  return [...terms]
    .sort((a, b) => b.idf - a.idf || (a.term < b.term ? -1 : 1))
    .filter(({ term }, nth) => (reached += df(term)) <= most || nth === 0)
    .map(({ term }) => term);
}
