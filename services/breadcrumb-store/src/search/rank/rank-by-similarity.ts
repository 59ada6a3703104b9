/** A value with how similar its text is to another. */
export type Similar<Value> = Value & { readonly similarity: number };

const dotProduct = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0);

/** The values whose unit vectors are nearest to that of a text, nearest first, with the cosine to two digits. */
export function rankBySimilarity<Value extends object>(
  values: readonly Value[],
  vectors: readonly (readonly number[])[],
  to: readonly number[],
): Similar<Value>[] {
  return values
    .map((value, at) => ({ ...value, similarity: Math.round(dotProduct(vectors[at] ?? [], to) * 100) / 100 }))
    .sort((a, b) => b.similarity - a.similarity);
}
