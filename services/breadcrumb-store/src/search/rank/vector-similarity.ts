import type { RankableText, RankingQuestion } from './question';

/** Texts without a common word reach this cosine by chance with the built-in embedder. */
const CHANCE = 0.25;
/** Cosines that differ by less are considered equal. */
const LEAST_SPAN = 1e-6;

/** The cosine of a text without a vector. */
const NO_COSINE = Number.NaN;

/** Computes cosines of unit vectors with the question's; only the numbers of the question that are not 0 are multiplied. */
function createCosine(asked: readonly number[]): (vector: Float32Array | undefined) => number {
  const places = new Int32Array(asked.length);
  const values = new Float64Array(asked.length);
  let count = 0;
  for (let at = 0; at < asked.length; at += 1) {
    const value = asked[at] as number;
    if (value === 0) continue;
    places[count] = at;
    values[count] = value;
    count += 1;
  }
  return (vector) => {
    if (vector?.length !== asked.length) return NO_COSINE;
    let sum = 0;
    for (let nth = 0; nth < count; nth += 1) sum += (values[nth] as number) * (vector[places[nth] as number] as number);
    return sum;
  };
}

/**
 * The cosine of each text's unit vector with the question's. Each text keeps its last cosine, so that most of this can be done
 * before it is known which texts a source wants.
 */
export function computeCosines(asked: readonly number[], texts: readonly RankableText[]): Float64Array {
  let cosineOf: ReturnType<typeof createCosine> | undefined;
  const cosines = new Float64Array(texts.length);
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] as RankableText;
    if (text.lastCosine?.to !== asked) {
      cosineOf ??= createCosine(asked);
      text.lastCosine = { to: asked, cosine: cosineOf(text.vector) };
    }
    cosines[at] = text.lastCosine.cosine;
  }
  return cosines;
}

interface CosineScale {
  /** The cosine that scores 0. */
  readonly least: number;
  /** The cosine that scores 1. */
  readonly most: number;
}

/** Null where no text has a vector to compare. */
function findScale(cosines: Float64Array, embedder: string | null): CosineScale | null {
  let sum = 0;
  let count = 0;
  let most = -1;
  for (const one of cosines) {
    if (Number.isNaN(one)) continue;
    sum += one;
    count += 1;
    most = Math.max(most, one);
  }
  if (count === 0) return null;
  return embedder?.startsWith('lexical') ? { least: CHANCE, most: 1 } : { least: sum / count, most };
}

/**
 * How similar each text is to the question by its vector, from 0 to 1. The built-in embedder has a known scale. Cosines of other
 * models differ from model to model, so there the mean of the texts scores 0 and the highest 1; where all are equal, all score 1:
 * scores of different kinds add up well once they are on one scale (Bruch, Gai & Ingber 2023).
 */
export function scoreSimilarity(texts: readonly RankableText[], { vector, embedder }: RankingQuestion): Float64Array {
  const scores = new Float64Array(texts.length);
  if (vector === undefined) return scores;
  const cosines = computeCosines(vector, texts);
  const scale = findScale(cosines, embedder);
  if (scale === null) return scores;
  const { least, most } = scale;
  const areEqual = most - least < LEAST_SPAN;
  for (let at = 0; at < scores.length; at += 1) {
    const one = cosines[at] as number;
    if (!Number.isNaN(one)) scores[at] = areEqual ? 1 : Math.max(0, (one - least) / (most - least));
  }
  return scores;
}
