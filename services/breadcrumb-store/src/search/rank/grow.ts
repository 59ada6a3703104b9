type NumberArray = Float64Array | Int32Array | Uint8Array | Int8Array;

/** The factor by which an array grows beyond what is needed: small, to save memory, and above 1, so that appending takes constant time on average. */
const GROWTH = 1.25;

/** The same numbers with room for at least `size`. */
export function grow<Numbers extends NumberArray>(numbers: Numbers, size: number): Numbers {
  if (size <= numbers.length) return numbers;
  const grown = new (numbers.constructor as new (length: number) => Numbers)(
    Math.max(size, Math.ceil(numbers.length * GROWTH)),
  );
  grown.set(numbers);
  return grown;
}
