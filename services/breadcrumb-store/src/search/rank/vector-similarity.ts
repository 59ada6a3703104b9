import { isBuiltInEmbedder } from '@crumbtrail/contracts';
import { BYTE_STEPS, type TextVector } from '../embedders/embedder';
import { meaningOf, wordsEmbedder } from '../embedders/words-embedder';
import type { LastCosine, RankableText, RankingQuestion } from './question';

/** Spellings of texts without a common word reach this cosine by chance. */
const CHANCE = 0.25;
/** Meanings of unrelated texts reach this cosine by chance. */
const MEANING_CHANCE = 0.3;
/** Cosines that differ by less are considered equal. */
const LEAST_SPAN = 1e-6;

/** Computes cosines with the question's vector; only its numbers that are not 0 are multiplied. Reuses the object of an earlier question. */
function createComparison({
  vector: to,
  embedder,
}: AskedVector): (vector: TextVector | undefined, reused: LastCosine | undefined) => LastCosine {
  const asked = embedder === wordsEmbedder.name ? meaningOf(to) : to;
  const step = isBuiltInEmbedder(embedder ?? '') ? 1 / BYTE_STEPS : 1;
  const places = Int32Array.from(asked.keys()).filter((at) => asked[at] !== 0);
  const values = Float64Array.from(places, (at) => step * (asked[at] as number));
  const compare = (vector: TextVector): number => {
    let sum = 0;
    for (let nth = 0; nth < places.length; nth += 1)
      sum += (values[nth] as number) * (vector[places[nth] as number] as number);
    return sum;
  };
  return (vector, reused = { to, cosine: Number.NaN }) => {
    reused.to = to;
    reused.cosine = vector?.length === asked.length ? compare(vector) : Number.NaN;
    return reused;
  };
}

/** The vector of a question and the embedder that made it. */
interface AskedVector {
  readonly vector: readonly number[];
  readonly embedder: string | null;
}

/**
 * The cosines of the texts with the question. Each text keeps its last one, so that most of this can be done before it is known which texts a
 * source wants.
 */
export function computeCosines(asked: AskedVector, texts: readonly RankableText[]): LastCosine[] {
  let compare: ReturnType<typeof createComparison> | undefined;
  return texts.map((text) => {
    if (text.lastCosine?.to === asked.vector) return text.lastCosine;
    compare ??= createComparison(asked);
    return (text.lastCosine = compare(text.vector, text.lastCosine));
  });
}

/** The cosines that score 0 and 1. */
interface CosineScale {
  readonly least: number;
  readonly most: number;
}

/** From the mean to the highest; null where no text has a vector to compare. */
function findScale(cosines: readonly LastCosine[]): CosineScale | null {
  let sum = 0;
  let count = 0;
  let most = -1;
  for (const { cosine } of cosines) {
    if (Number.isNaN(cosine)) continue;
    sum += cosine;
    count += 1;
    most = Math.max(most, cosine);
  }
  return count === 0 ? null : { least: sum / count, most };
}

function scaleCosines(cosines: readonly LastCosine[], { least, most }: CosineScale): Float64Array {
  const areEqual = most - least < LEAST_SPAN;
  const scores = new Float64Array(cosines.length);
  for (let at = 0; at < scores.length; at += 1) {
    const { cosine } = cosines[at] as LastCosine;
    if (areEqual ? !Number.isNaN(cosine) : cosine > least)
      scores[at] = areEqual ? 1 : (cosine - least) / (most - least);
  }
  return scores;
}

const SPELLING_SCALE: CosineScale = { least: CHANCE, most: 1 };
const MEANING_SCALE: CosineScale = { least: MEANING_CHANCE, most: 1 };

type ComparedQuestion = Pick<RankingQuestion, 'vector' | 'embedder'>;

/**
 * How similar each text is to the question by its vector, from 0 to 1; null where vectors are not compared, or tell only meanings. The vectors of
 * `lexical` have a known scale. Cosines of other models differ from model to model, so there the mean of the texts scores 0 and the highest 1; where
 * all are equal, all score 1: scores of different kinds add up well once they are on one scale (Bruch, Gai & Ingber 2023).
 */
export function scoreSimilarity(
  texts: readonly RankableText[],
  { vector, embedder }: ComparedQuestion,
): Float64Array | null {
  if (vector === undefined || embedder === wordsEmbedder.name) return null;
  const cosines = computeCosines({ vector, embedder }, texts);
  const scale = isBuiltInEmbedder(embedder ?? '') ? SPELLING_SCALE : findScale(cosines);
  return scale && scaleCosines(cosines, scale);
}

/** Are the meanings of texts compared with that of the question? Not where it asks for none, or has none. */
export const comparesMeaning = (
  { comparesMeanings }: Pick<RankingQuestion, 'comparesMeanings'>,
  vector: readonly number[],
): boolean => comparesMeanings !== false && meaningOf(vector).some((one) => one !== 0);

/** How near each text is to the question in meaning, from 0 to 1; null where the embedder knows none, or the question has none. */
export function scoreMeaning(
  texts: readonly RankableText[],
  { vector, embedder, comparesMeanings }: ComparedQuestion & Pick<RankingQuestion, 'comparesMeanings'>,
): Float64Array | null {
  if (vector === undefined || embedder !== wordsEmbedder.name) return null;
  if (!comparesMeaning({ comparesMeanings }, vector)) return null;
  return scaleCosines(computeCosines({ vector, embedder }, texts), MEANING_SCALE);
}
