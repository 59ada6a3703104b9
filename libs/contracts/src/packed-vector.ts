/** The number that stands for 1. Vectors have length 1, so that no number of theirs is greater. */
const ONE = 32_767;

/** Packs a unit vector in two bytes a number, rounded to 0.00003: a third of the size of its numbers as JSON, and read in a fraction of the time. */
export function packVector(vector: readonly number[]): string {
  const packed = new Int16Array(vector.length);
  for (let at = 0; at < vector.length; at += 1) packed[at] = Math.round((vector[at] as number) * ONE);
  return Buffer.from(packed.buffer).toString('base64');
}

/** Unpacks the result of `packVector`. */
export function unpackVector(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  // A copy of its own, because an array of 16-bit numbers begins at an even offset.
  return Array.from(new Int16Array(Uint8Array.from(bytes).buffer), (one) => one / ONE);
}
