import type { PoolText, Question } from './rank-texts';

/** Up to here texts that share no word are alike to the built-in embedder, by chance. */
const CHANCE = 0.25;
/** Cosines that differ by less tell nothing apart. */
const LEAST_SPAN = 1e-6;

/** Of two unit vectors of one length. */
function cosine(a: Float64Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < b.length; at += 1) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

/**
 * How near each text is in meaning, from 0 to 1. The scale of the built-in embedder is known. What is near to another one
 * differs from model to model, so there it goes from the usual text of the pool to the nearest: scores of different kinds
 * add up well once they are on one scale (Bruch, Gai & Ingber 2023).
 */
export function nearness(pool: readonly PoolText[], { vector, embedder }: Question): Float64Array {
  const near = new Float64Array(pool.length);
  if (vector === undefined) return near;
  const asked = Float64Array.from(vector);
  const cosines = pool.map((text) => (text.vector?.length === asked.length ? cosine(asked, text.vector) : null));
  const known = cosines.filter((one) => one !== null);
  if (known.length === 0) return near;
  const lexical = embedder?.startsWith('lexical') ?? false;
  const least = lexical ? CHANCE : known.reduce((sum, one) => sum + one, 0) / known.length;
  const most = lexical ? 1 : known.reduce((a, b) => Math.max(a, b), -1);
  if (most - least < LEAST_SPAN) return near;
  return near.map((_, at) => Math.max(0, ((cosines[at] ?? least) - least) / (most - least)));
}
