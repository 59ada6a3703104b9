/** Bits of one mask: a small integer everywhere. */
const BITS = 30;

/** Two bits by which a stem is known in passing, one in each of two masks: FNV-1a over UTF-16 units. */
export interface StemBits {
  readonly low: number;
  readonly high: number;
}

/** The bits of a stem. */
export function bitsOf(stem: string): StemBits {
  let hash = 0x811c9dc5;
  for (let at = 0; at < stem.length; at += 1) hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return { low: 1 << (hash % BITS), high: 1 << (Math.floor(hash / BITS) % BITS) };
}

/** The masks of several stems: where a stem's bits are missing, it is not among them. */
export function masksOf(stems: Iterable<string>): StemBits {
  let [low, high] = [0, 0];
  for (const stem of stems) {
    const bits = bitsOf(stem);
    low |= bits.low;
    high |= bits.high;
  }
  return { low, high };
}
