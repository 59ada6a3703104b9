import type { RankingParameters } from '@crumbtrail/contracts';
import { readQuestionKeys } from '@crumbtrail/text';
import { mayBeEnglish } from '../embedders/words-embedder';
import { wordTable } from '../embedders/word-table';
import { OCCURRENCES } from '../rank/occurrences';
import { asksForOrder } from '../rank/order-of-events';
import type { RankableText } from '../rank/question';
import type { Continuation, TextList } from '../rank/text-list';
import type { WeightedStem } from './query-terms';

/** A word that means something like one of the question. */
export interface NearWord extends WeightedStem {
  /** As it is mostly written. */
  readonly word: string;
  /** The word of the question, as it is written there. */
  readonly like: string;
}

/** A near word that texts of the workspace have. */
export interface NearTerm extends NearWord {
  /** Document frequency in the workspace. */
  readonly df: number;
}

/** The stems of all texts that the table of word vectors has, by their places there. */
const KNOWN_STEMS: Continuation<RankableText, ReadonlySet<number>> = {
  compute: (texts) => addStems(new Set(), texts, 0),
  append: (before, texts, from) => addStems(new Set(before), texts, from),
};

function addStems(places: Set<number>, texts: readonly RankableText[], from: number): ReadonlySet<number> {
  const table = wordTable();
  for (let at = from; at < texts.length; at += 1)
    for (const stem of (texts[at] as RankableText).terms.keys()) {
      const place = table.placeOf(stem);
      if (place !== undefined) places.add(place);
    }
  return places;
}

const WORD = /^[\p{L}\p{M}\p{N}]+/u;

/** The first word of a question with a stem, as it is written there. */
function findWritten(text: string, stem: string): string {
  const from = readQuestionKeys(text).find(({ key }) => key === stem)?.from ?? 0;
  return WORD.exec(text.slice(from))?.[0] ?? stem;
}

/** Can words of a question be compared by meaning? One for an order of events names a subject, which nearby words blur. */
export const comparesWords = (text: string, { near_weight }: RankingParameters): boolean =>
  near_weight > 0 && !asksForOrder(text) && mayBeEnglish(text);

/** The words at some places of the table that mean something like a stem of a question, best first. */
export function listNear(
  text: string,
  { stem, weight }: WeightedStem,
  { places, parameters }: { readonly places: Iterable<number>; readonly parameters: RankingParameters },
): NearWord[] {
  const table = wordTable();
  const asked = table.placeOf(stem);
  if (asked === undefined) return [];
  const { near_cosine: leastCosine, near_words: most, near_weight } = parameters;
  const like = findWritten(text, stem);
  return table.findNearest(asked, places, { leastCosine, most }).map(({ place, cosine }) => ({
    stem: table.stemAt(place),
    word: table.wordAt(place),
    weight: weight * near_weight * cosine,
    like,
  }));
}

/** Each word once, with the weight of the stem of the question that it is nearest to; none that the question has itself. */
export function keepNearest<Word extends NearWord>(words: readonly Word[], own: readonly WeightedStem[]): Word[] {
  const asked = new Set(own.map(({ stem }) => stem));
  const kept = new Map<string, Word>();
  for (const one of words)
    if (!asked.has(one.stem) && one.weight > (kept.get(one.stem)?.weight ?? 0)) kept.set(one.stem, one);
  return [...kept.values()];
}

/** What words are looked for in. */
export interface NearSearch {
  readonly text: string;
  readonly conversation: TextList<RankableText>;
  readonly parameters: RankingParameters;
}

/** The words of a conversation that mean something like those of an English question that hardly any of its texts has. */
export function findNearWords(
  own: readonly WeightedStem[],
  { text, conversation, parameters }: NearSearch,
): readonly NearWord[] {
  if (conversation.length === 0 || !comparesWords(text, parameters)) return [];
  const most = parameters.near_rarity * conversation.length;
  const rare = own.filter(({ stem }) => conversation.continued(OCCURRENCES).find(stem).places.length <= most);
  if (rare.length === 0) return [];
  const places = conversation.continued(KNOWN_STEMS);
  return keepNearest(
    rare.flatMap((one) => listNear(text, one, { places, parameters })),
    own,
  );
}
