import type { RankableText, RankingQuestion } from './question';

/** Up to here texts that share no word are alike to the built-in embedder, by chance. */
const CHANCE = 0.25;
/** Cosines that differ by less tell nothing apart. */
const LEAST_SPAN = 1e-6;

/** A text without a vector has no cosine. */
const NONE = Number.NaN;

/** The cosine of unit vectors with the question's, of which only the numbers that are not 0 are gone through. */
function createCosine(asked: readonly number[]): (vector: Float32Array | undefined) => number {
  const places = Int32Array.from(asked.flatMap((value, at) => (value === 0 ? [] : [at])));
  const values = Float64Array.from(places, (at) => asked[at] as number);
  return (vector) => {
    if (vector?.length !== asked.length) return NONE;
    let sum = 0;
    for (let nth = 0; nth < places.length; nth += 1)
      sum += (values[nth] as number) * (vector[places[nth] as number] as number);
    return sum;
  };
}

/**
 * The cosine of each text's unit vector with the question's. A text remembers the one that was asked last, so that most of this may
 * be done before it is known which texts are asked.
 */
export function computeCosines(asked: readonly number[], pool: readonly RankableText[]): Float64Array {
  const cosineOf = createCosine(asked);
  const cosines = new Float64Array(pool.length);
  for (let at = 0; at < pool.length; at += 1) {
    const text = pool[at] as RankableText;
    if (text.lastCosine?.to !== asked) text.lastCosine = { to: asked, cosine: cosineOf(text.vector) };
    cosines[at] = text.lastCosine.cosine;
  }
  return cosines;
}

/** The cosines that count as not near at all and as nearest; null where there is nothing to compare. */
function findScale(cosines: Float64Array, embedder: string | null): { least: number; most: number } | null {
  let [sum, many, most] = [0, 0, -1];
  for (const one of cosines) {
    if (Number.isNaN(one)) continue;
    sum += one;
    many += 1;
    most = Math.max(most, one);
  }
  if (many === 0) return null;
  return embedder?.startsWith('lexical') ? { least: CHANCE, most: 1 } : { least: sum / many, most };
}

/**
 * How near each text is in meaning, from 0 to 1. The scale of the built-in embedder is known. What is near to another one
 * differs from model to model, so there it goes from the usual text of the pool to the nearest, and all that are alike are
 * nearest: scores of different kinds add up well once they are on one scale (Bruch, Gai & Ingber 2023).
 */
export function scoreSimilarity(pool: readonly RankableText[], { vector, embedder }: RankingQuestion): Float64Array {
  const near = new Float64Array(pool.length);
  if (vector === undefined) return near;
  const cosines = computeCosines(vector, pool);
  const scale = findScale(cosines, embedder);
  if (scale === null) return near;
  const { least, most } = scale;
  const alike = most - least < LEAST_SPAN;
  for (let at = 0; at < near.length; at += 1) {
    const one = cosines[at] as number;
    if (!Number.isNaN(one)) near[at] = alike ? 1 : Math.max(0, (one - least) / (most - least));
  }
  return near;
}
