type NumberArray = Float64Array | Int32Array | Uint8Array;

/** The same numbers with room for at least `size`; more than half of them again, so that appending takes constant time on average. */
export function grow<Numbers extends NumberArray>(numbers: Numbers, size: number): Numbers {
  if (size <= numbers.length) return numbers;
  const grown = new (numbers.constructor as new (length: number) => Numbers)(
    Math.max(size, Math.ceil(numbers.length * 1.5)),
  );
  grown.set(numbers);
  return grown;
}
