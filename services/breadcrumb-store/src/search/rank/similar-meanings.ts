import type { RankingParameters } from '@crumbtrail/contracts';
import { findLargest } from './find-largest';

/** Texts that are near to a question in meaning. */
export interface SimilarMeanings {
  /** What that adds to the score of each text. */
  readonly values: Float64Array;
  /** How near each text is, 0 to 1. */
  readonly similarities: Float64Array;
  /** The share of the question's information that no text has in its words, 0 to 1. */
  readonly uncovered: number;
}

/** Meanings count as much as words are missing. */
export function weighMeanings(
  similarities: Float64Array,
  { uncovered, weight }: { readonly uncovered: number; readonly weight: number },
): SimilarMeanings {
  const values = new Float64Array(similarities.length);
  for (let at = 0; at < values.length; at += 1) values[at] = weight * uncovered * (similarities[at] as number);
  return { values, similarities, uncovered };
}

/**
 * Lifts the texts that are nearest in meaning to a score that the floors of sources admit, the more of them the more of the question's words are
 * missing: what has no word of a question scores little beside what has a wrong one. Changes the totals, and the values by as much.
 */
export function admitByMeaning(
  totals: Float64Array,
  { values, similarities, uncovered }: SimilarMeanings,
  { meaning_admits, meaning_score }: Pick<RankingParameters, 'meaning_admits' | 'meaning_score'>,
): void {
  const least = meaning_score * totals.reduce((most, one) => Math.max(most, one), 0);
  for (const at of findLargest(similarities, Math.round(meaning_admits * uncovered))) {
    const missing = least - (totals[at] as number);
    if (missing <= 0) continue;
    values[at] = (values[at] as number) + missing;
    totals[at] = least;
  }
}
