import type { PoolText, Question } from './question';

/** Up to here texts that share no word are alike to the built-in embedder, by chance. */
const CHANCE = 0.25;
/** Cosines that differ by less tell nothing apart. */
const LEAST_SPAN = 1e-6;

/** The cosine of unit vectors with the question's, of which only the numbers that are not 0 are gone through. */
function cosineWith(asked: readonly number[]): (vector: Float32Array | undefined) => number | null {
  const places = Int32Array.from(asked.flatMap((value, at) => (value === 0 ? [] : [at])));
  const values = Float64Array.from(places, (at) => asked[at] as number);
  return (vector) => {
    if (vector?.length !== asked.length) return null;
    let sum = 0;
    for (let nth = 0; nth < places.length; nth += 1)
      sum += (values[nth] as number) * (vector[places[nth] as number] as number);
    return sum;
  };
}

/** The cosines that count as not near at all and as nearest; null where there is nothing to compare. */
function scaleOf(known: readonly number[], embedder: string | null): { least: number; most: number } | null {
  if (known.length === 0) return null;
  if (embedder?.startsWith('lexical')) return { least: CHANCE, most: 1 };
  const least = known.reduce((sum, one) => sum + one, 0) / known.length;
  return { least, most: known.reduce((a, b) => Math.max(a, b), -1) };
}

/**
 * How near each text is in meaning, from 0 to 1. The scale of the built-in embedder is known. What is near to another one
 * differs from model to model, so there it goes from the usual text of the pool to the nearest, and all that are alike are
 * nearest: scores of different kinds add up well once they are on one scale (Bruch, Gai & Ingber 2023).
 */
export function nearness(pool: readonly PoolText[], { vector, embedder }: Question): Float64Array {
  const near = new Float64Array(pool.length);
  if (vector === undefined) return near;
  const cosine = cosineWith(vector);
  const cosines = pool.map((text) => cosine(text.vector));
  const scale = scaleOf(
    cosines.filter((one) => one !== null),
    embedder,
  );
  if (scale === null) return near;
  const { least, most } = scale;
  const alike = most - least < LEAST_SPAN;
  cosines.forEach((one, at) => {
    if (one !== null) near[at] = alike ? 1 : Math.max(0, (one - least) / (most - least));
  });
  return near;
}
