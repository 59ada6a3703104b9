import type { QueryVector } from '../embedders/query-vector';
import type { RankingQuestion } from '../rank/question';
import { comparesMeaning } from '../rank/vector-similarity';

/** By which signals texts of the database are compared with a question. */
export interface TextComparison {
  readonly mode: RankingQuestion['mode'];
  readonly vector: QueryVector | null;
}

const BY_WORDS: TextComparison = { mode: 'text', vector: null };

/**
 * How texts of the database are compared. Meanings are compared beside words. Where the database has nothing to compare a vector with, a search by
 * vector is one by words.
 */
export function chooseComparison(
  mode: RankingQuestion['mode'],
  question: Pick<RankingQuestion, 'comparesMeanings'>,
  vector: QueryVector | null,
): TextComparison {
  if (mode === 'text') return BY_WORDS;
  if (vector === null || vector.stored === 'vectors') return { mode, vector };
  if (vector.stored === null || !comparesMeaning(question, vector.vector)) return BY_WORDS;
  return { mode: 'hybrid', vector };
}
