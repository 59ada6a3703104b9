import { RANKING_WEIGHTS, type Feature, type FeatureWeights, type RankingParameters } from '@crumbtrail/contracts';
import type { NamedCircumstances } from './admission';
import type { RankableText, RankingQuestion } from './question';
import { weighMeanings, type SimilarMeanings } from './similar-meanings';
import { scoreTerms, type TermScores } from './term-scores';
import type { TextList } from './text-list';
import { scoreMeaning, scoreSimilarity } from './vector-similarity';

/** The parameters of a question, or those of `RANKING_WEIGHTS`. */
export const parametersOf = ({ parameters }: Pick<RankingQuestion, 'parameters'>): RankingParameters =>
  parameters ?? RANKING_WEIGHTS.parameters;

/** The features of words, in a text and around it. */
const WORDS = ['bm25', 'message', 'previous', 'next', 'second'] as const satisfies readonly Feature[];

/** What one feature adds to the score of each text; only length and author take something away. */
export interface FeatureColumn {
  readonly name: Feature;
  readonly values: Float64Array;
}

/** Adds values to totals, in place. */
export function addTo(totals: Float64Array, values: Float64Array): void {
  for (let at = 0; at < totals.length; at += 1) totals[at] = (totals[at] as number) + (values[at] as number);
}

function scaleInPlace(values: Float64Array, factor: number): Float64Array {
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) * factor;
  return values;
}

/** The score of the best text by its words and those around it. */
function findBestByWords(scores: TermScores): number {
  const sums = new Float64Array(scores.bm25.length);
  for (const name of WORDS) addTo(sums, scores[name]);
  return sums.reduce((most, sum) => Math.max(most, sum), 0);
}

/** What words count where a question asks for nothing but a time: a text that has the date, or its number, says less than one that was written then. */
const WORDS_OF_TIME = 0.25;

const asksOnlyWhen = ({ subject }: RankingQuestion, { periods }: NamedCircumstances): boolean =>
  subject?.length === 0 && periods.length > 0;

/** What a question is about. */
export interface Topic {
  readonly columns: readonly FeatureColumn[];
  /** How near the texts are in meaning; null where meanings are not compared. */
  readonly meaning: SimilarMeanings | null;
}

/** Features of words and vectors. A text without any of them is not found, regardless of its other features. */
export function scoreTopic(
  list: TextList<RankableText>,
  question: RankingQuestion,
  weights: FeatureWeights,
  named: NamedCircumstances,
): Topic {
  const columns = scoreVectors(list, question, weights);
  if (question.mode === 'vector') return withMeanings(columns, compareMeanings(list, question, weights, 1));
  const terms = scoreTerms(list, { ...question, parameters: parametersOf(question) }, weights);
  const share = asksOnlyWhen(question, named) ? WORDS_OF_TIME : 1;
  const best = findBestByWords(terms);
  // Term scores end up between 0 and about 1, and poor matches cannot outweigh the other features.
  const scale = share / (Math.max(best, parametersOf(question).covered * terms.whole) || 1);
  for (const name of WORDS) columns.push({ name, values: scaleInPlace(terms[name], scale) });
  columns.push({ name: 'session', values: scaleInPlace(terms.session, share * weights.session) });
  const uncovered = terms.whole === 0 ? 1 : Math.max(0, 1 - best / terms.whole);
  return withMeanings(columns, compareMeanings(list, question, weights, uncovered));
}

function scoreVectors(
  { texts }: TextList<RankableText>,
  question: RankingQuestion,
  { vector: weight }: FeatureWeights,
): FeatureColumn[] {
  const vector = question.mode === 'text' || weight === 0 ? null : scoreSimilarity(texts, question);
  return vector ? [{ name: 'vector', values: scaleInPlace(vector, weight) }] : [];
}

/** Compares meanings, where words are missing. */
function compareMeanings(
  { texts }: TextList<RankableText>,
  question: RankingQuestion,
  { meaning: weight }: FeatureWeights,
  uncovered: number,
): SimilarMeanings | null {
  if (question.mode === 'text' || weight * uncovered === 0) return null;
  const similarities = scoreMeaning(texts, question);
  return similarities && weighMeanings(similarities, { uncovered, weight });
}

/** A question for an order of events names a whole subject, which meanings blur: docs/decisions/0115. */
export const withoutMeaning = (question: RankingQuestion): RankingQuestion => ({
  ...question,
  comparesMeanings: false,
});

const withMeanings = (columns: readonly FeatureColumn[], meaning: SimilarMeanings | null): Topic => ({
  columns: meaning ? [...columns, { name: 'meaning', values: meaning.values }] : columns,
  meaning,
});
