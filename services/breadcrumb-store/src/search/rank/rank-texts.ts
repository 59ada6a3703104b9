import type { Feature, FeatureWeights } from '@crumbtrail/contracts';
import { findAdmitted, findCircumstances, type NamedCircumstances } from './admission';
import { expandQuestion } from './expand-question';
import { findLargest } from './find-largest';
import { admitByMeaning } from './similar-meanings';
import { addTo, parametersOf, scoreTopic, withoutMeaning, type FeatureColumn } from './score-topic';
import { AUTHOR_MEANS, discountLength, TOKENS, type LengthDiscount } from './length';
import { asksForOrder, MOST_SPREAD, spreadOverTime } from './order-of-events';
import type { RankableText, RankingQuestion } from './question';
import { scorePeriods } from './question-dates';
import type { TextList } from './text-list';

/** A text with its score, 1 for the best. */
export interface RankedText<Text extends RankableText = RankableText> {
  readonly text: Text;
  readonly score: number;
  /** The share of each feature that contributes; they add up to the score. */
  readonly scores: Readonly<Record<string, number>>;
}

const DAY = 86_400_000;

/** Scores a text's tags by the share of the question's tags among them. */
function createTagScore(asked: readonly string[]): (tags: readonly string[]) => number {
  const wanted = new Set(asked);
  return (tags) => (wanted.size === 0 ? 0 : new Set(tags.filter((tag) => wanted.has(tag))).size / wanted.size);
}

/** The texts that have anything to do with a question. */
interface FoundTexts {
  readonly texts: readonly RankableText[];
  /** Their indexes in the list. */
  readonly places: Int32Array;
  /** Length of the list. */
  readonly size: number;
}

/** One column, or none if the question does not use the feature. */
function toColumn(
  name: Feature,
  { texts, places, size }: FoundTexts,
  score: ((text: RankableText) => number) | null,
): FeatureColumn[] {
  if (score === null) return [];
  const values = new Float64Array(size);
  for (let nth = 0; nth < places.length; nth += 1) values[places[nth] as number] = score(texts[nth] as RankableText);
  return [{ name, values }];
}

/** Features of author, time and tags, for texts that have anything to do with the question. */
function scoreCircumstances(
  list: TextList<RankableText>,
  {
    question,
    weights,
    places,
    named: { speaker, periods },
  }: { question: RankingQuestion; weights: FeatureWeights; places: Int32Array; named: NamedCircumstances },
): FeatureColumn[] {
  const { texts } = list;
  const found = { texts: Array.from(places, (at) => texts[at] as RankableText), places, size: texts.length };
  const tagScore = createTagScore(question.tags);
  const decay = Math.LN2 / (DAY * parametersOf(question).half_life_days);
  const age = ({ occurredAt }: RankableText): number => Math.max(0, question.now - occurredAt);
  const hasPeriods = periods.length > 0;
  const hasTags = question.tags.length > 0;
  return [
    ...toColumn('speaker', found, speaker && (({ author }) => weights.speaker * speaker(author))),
    ...toColumn(
      'date',
      found,
      hasPeriods ? (text) => weights.date * scorePeriods(periods, text.occurredAt, parametersOf(question)) : null,
    ),
    ...toColumn('recency', found, (text) => weights.recency * Math.exp(-age(text) * decay)),
    ...toColumn('tags', found, hasTags ? ({ tags }) => weights.tags * tagScore(tags) : null),
  ];
}

function addColumns(totals: Float64Array, columns: readonly FeatureColumn[]): Float64Array {
  for (const { values } of columns) addTo(totals, values);
  return totals;
}

/** The indexes of the texts whose own words or neighbours have anything to do with the question. */
function findOnTopic(size: number, topic: readonly FeatureColumn[], admitted: ReadonlyMap<number, number>): Int32Array {
  const own = topic.filter(({ name }) => name !== 'session');
  const sums = addColumns(new Float64Array(size), own);
  const places = new Int32Array(size);
  let count = 0;
  for (let at = 0; at < size; at += 1) {
    if (!((sums[at] as number) > 0) && !admitted.has(at)) continue;
    places[count] = at;
    count += 1;
  }
  return places.subarray(0, count);
}

/** The sum of the columns for the texts at these places; 0 for all others. */
function sumColumns(size: number, places: Int32Array, columns: readonly FeatureColumn[]): Float64Array {
  const totals = new Float64Array(size);
  for (const { values } of columns)
    for (let nth = 0; nth < places.length; nth += 1) {
      const at = places[nth] as number;
      totals[at] = (totals[at] as number) + (values[at] as number);
    }
  return totals;
}

/** Multiplies the totals by factors up to 1, by the tokens at each index, and returns what that takes away. */
function discount(totals: Float64Array, name: Feature, tokens: Float64Array, by: LengthDiscount): FeatureColumn {
  const values = new Float64Array(totals.length);
  for (let at = 0; at < totals.length; at += 1) {
    const total = totals[at] as number;
    if (total === 0) continue;
    values[at] = total * (discountLength(tokens[at] as number, by) - 1);
    totals[at] = total + (values[at] as number);
  }
  return { name, values };
}

/** What lengths are discounted by. */
interface LengthWeights {
  readonly list: TextList<RankableText>;
  /** Tokens up to which length costs nothing. */
  readonly short: number;
  readonly weights: FeatureWeights;
}

/** A long text matches more words by chance, and so does everything that a verbose author says; neither is ever left out for it. */
function discountLengths(
  totals: Float64Array,
  { list, short, weights: { length, author } }: LengthWeights,
): FeatureColumn[] {
  const tokens = list.continued(TOKENS);
  const { means } = list.continued(AUTHOR_MEANS);
  return [
    ...(length > 0 ? [discount(totals, 'length', tokens, { short, exponent: length })] : []),
    ...(author > 0 ? [discount(totals, 'author', means, { short, exponent: author })] : []),
  ];
}

/** Best first; equal scores by position, newest first, then by id, then by ordinal. */
function compareBest(texts: readonly RankableText[], totals: Float64Array): (a: number, b: number) => number {
  return (a, b) => {
    const better = (totals[b] as number) - (totals[a] as number);
    if (better !== 0) return better;
    const one = texts[a] as RankableText;
    const other = texts[b] as RankableText;
    return (
      other.position - one.position ||
      (one.id < other.id ? -1 : Number(one.id > other.id)) ||
      one.ordinal - other.ordinal
    );
  };
}

/** Indexes of the best, unordered: at most `limit`, and those that tie with the last. */
function selectBest(totals: Float64Array, limit: number): number[] {
  const last = findLargest(totals, limit)[limit - 1];
  const least = last === undefined ? 0 : (totals[last] as number);
  const best: number[] = [];
  totals.forEach((total, at) => {
    if (total > 0 && total >= least) best.push(at);
  });
  return best;
}

const toSpreadColumn = (values: Float64Array | null): FeatureColumn[] => (values ? [{ name: 'date', values }] : []);

function listShares(at: number, columns: readonly FeatureColumn[], best: number): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const { name, values } of columns) {
    const share = values[at] as number;
    if (share !== 0) shares[name] = (shares[name] ?? 0) + share / best;
  }
  return shares;
}

/** The weights with one of `author` that is at least so much, unless it is switched off. */
const raiseAuthor = (weights: FeatureWeights, least: number): FeatureWeights => ({
  ...weights,
  author: weights.author === 0 ? 0 : Math.max(weights.author, least),
});

/** Which texts a ranking returns. */
interface RankingRange {
  readonly limit: number;
  /** Does the question ask for an order of events? */
  readonly isOrdered: boolean;
}

function rankOnce<Text extends RankableText>(
  list: TextList<Text>,
  question: RankingQuestion,
  weights: FeatureWeights,
  { limit, isOrdered }: RankingRange,
): RankedText<Text>[] {
  const { texts } = list;
  const named = findCircumstances(list, question);
  const { columns: topic, meaning } = scoreTopic(list, question, weights, named);
  const admitted = findAdmitted(list, question, named);
  const places = findOnTopic(texts.length, topic, admitted);
  const circumstances = scoreCircumstances(list, { question, weights, places, named });
  for (const { name, values } of circumstances)
    if (name === 'date') for (const [at, factor] of admitted) values[at] = (values[at] as number) * factor;
  const totals = sumColumns(texts.length, places, [...topic, ...circumstances]);
  const short = parametersOf(question).short_tokens;
  const discounts = discountLengths(totals, { list, short, weights });
  if (meaning) admitByMeaning(totals, meaning, parametersOf(question));
  const most = isOrdered ? Math.max(limit, MOST_SPREAD) : limit;
  const found = selectBest(totals, most).sort(compareBest(texts, totals));
  const best = totals[found[0] ?? 0] ?? 1;
  const spread = isOrdered ? spreadOverTime({ found, totals }, list, parametersOf(question)) : null;
  const columns = [...topic, ...circumstances, ...discounts, ...toSpreadColumn(spread)];
  return found.slice(0, limit).map((at) => ({
    text: texts[at] as Text,
    score: (totals[at] ?? 0) / best,
    // Computed lazily: most texts are ranked and never shown.
    get scores() {
      return listShares(at, columns, best);
    },
  }));
}

/**
 * The texts that have anything to do with a question, best first. The list is in time order: by time, position, ordinal. Equal
 * scores go by position, newest first, then by id, then by ordinal. A question for an order of events is about a whole subject: it is ranked
 * twice, the second time with words of the best texts.
 * @param limit Default: all.
 */
export function rankTexts<Text extends RankableText>(
  list: TextList<Text>,
  question: RankingQuestion,
  weights: FeatureWeights,
  limit = list.length,
): RankedText<Text>[] {
  const isOrdered = weights.date > 0 && asksForOrder(question.text);
  if (!isOrdered) return rankOnce(list, question, weights, { limit, isOrdered });
  const parameters = parametersOf(question);
  const raised = raiseAuthor(weights, parameters.order_author);
  const asked = withoutMeaning(question);
  const best = rankOnce(list, asked, raised, { limit: parameters.expansion_texts, isOrdered });
  return rankOnce(list, expandQuestion(asked, best, list, parameters), raised, { limit, isOrdered });
}
