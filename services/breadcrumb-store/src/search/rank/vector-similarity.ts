import { isBuiltInEmbedder } from '@crumbtrail/contracts';
import { MEANING_FROM, WHOLE_OF_PARTS, wordsEmbedder } from '../embedders/words-embedder';
import type { LastCosines, RankableText, RankingQuestion } from './question';

/** Spellings of texts without a common word reach this cosine by chance. */
const CHANCE = 0.25;
/** Meanings of unrelated texts reach this cosine by chance. */
const MEANING_CHANCE = 0.3;
/** Cosines that differ by less are considered equal. */
const LEAST_SPAN = 1e-6;

/** Computes cosines of unit vectors with the question's; only the numbers of the question that are not 0 are multiplied. Reuses the object of an earlier question. */
function createComparison(
  asked: readonly number[],
  isParted: boolean,
): (vector: Float32Array | undefined, reused: LastCosines | undefined) => LastCosines {
  const places = Int32Array.from(asked.keys()).filter((at) => asked[at] !== 0);
  const values = Float64Array.from(places, (at) => asked[at] as number);
  const border = isParted ? places.filter((at) => at < MEANING_FROM).length : places.length;
  const factor = isParted ? WHOLE_OF_PARTS : 1;
  const sumOf = (vector: Float32Array, from: number, to: number): number => {
    let sum = 0;
    for (let nth = from; nth < to; nth += 1) sum += (values[nth] as number) * (vector[places[nth] as number] as number);
    return factor * sum;
  };
  return (vector, reused = { to: asked, cosine: Number.NaN, meaning: Number.NaN }) => {
    const isComparable = vector?.length === asked.length;
    reused.to = asked;
    reused.cosine = isComparable ? sumOf(vector, 0, border) : Number.NaN;
    reused.meaning = isComparable && border < places.length ? sumOf(vector, border, places.length) : Number.NaN;
    return reused;
  };
}

/** The vector of a question and the embedder that made it. */
interface AskedVector {
  readonly vector: readonly number[];
  readonly embedder: string | null;
}

/**
 * The cosines of each text's unit vector with the question's. Each text keeps its last ones, so that most of this can be done
 * before it is known which texts a source wants.
 */
export function computeCosines({ vector, embedder }: AskedVector, texts: readonly RankableText[]): LastCosines[] {
  let compare: ReturnType<typeof createComparison> | undefined;
  return texts.map((text) => {
    if (text.lastCosines?.to === vector) return text.lastCosines;
    compare ??= createComparison(vector, embedder === wordsEmbedder.name);
    return (text.lastCosines = compare(text.vector, text.lastCosines));
  });
}

/** The cosines that score 0 and 1. */
interface CosineScale {
  readonly least: number;
  readonly most: number;
}

/** From the mean to the highest; null where no text has a vector to compare. */
function findScale(cosines: readonly LastCosines[]): CosineScale | null {
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

function scaleCosines(cosines: readonly LastCosines[], part: 'cosine' | 'meaning', scale: CosineScale): Float64Array {
  const { least, most } = scale;
  const areEqual = most - least < LEAST_SPAN;
  const scores = new Float64Array(cosines.length);
  for (let at = 0; at < scores.length; at += 1) {
    const one = (cosines[at] as LastCosines)[part];
    if (areEqual ? !Number.isNaN(one) : one > least) scores[at] = areEqual ? 1 : (one - least) / (most - least);
  }
  return scores;
}

/** How similar each text is to a question, from 0 to 1. */
export interface Similarities {
  readonly vector: Float64Array;
  /** By the part of the vector that tells meanings; null where the embedder has none. */
  readonly meaning: Float64Array | null;
}

const SPELLING_SCALE: CosineScale = { least: CHANCE, most: 1 };
const MEANING_SCALE: CosineScale = { least: MEANING_CHANCE, most: 1 };

/**
 * How similar each text is to the question by its vector, from 0 to 1. The built-in embedders have known scales. Cosines of other
 * models differ from model to model, so there the mean of the texts scores 0 and the highest 1; where all are equal, all score 1:
 * scores of different kinds add up well once they are on one scale (Bruch, Gai & Ingber 2023).
 */
export function scoreSimilarity(
  texts: readonly RankableText[],
  { vector, embedder }: Pick<RankingQuestion, 'vector' | 'embedder'>,
): Similarities {
  if (vector === undefined) return { vector: new Float64Array(texts.length), meaning: null };
  const cosines = computeCosines({ vector, embedder }, texts);
  const scale = isBuiltInEmbedder(embedder ?? '') ? SPELLING_SCALE : findScale(cosines);
  return {
    vector: scale ? scaleCosines(cosines, 'cosine', scale) : new Float64Array(texts.length),
    meaning: embedder === wordsEmbedder.name ? scaleCosines(cosines, 'meaning', MEANING_SCALE) : null,
  };
}
