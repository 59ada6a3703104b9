const HALF_BITS = 32;
const SEEDS = [0, 0x9e3779b9] as const;

/** Continues the FNV-1a hash of what was before with the UTF-16 units of a text; 32 bits. */
function continueHash(before: number, text: string): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** MurmurHash3's finalizer, so that every bit depends on every character. */
function finishHash(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/* eslint-disable no-control-regex -- the expression is about all of ASCII */
const ASCII = /^[\x00-\x7f]*$/;
/* eslint-enable no-control-regex */

/** Lower-case words of a text: letters, digits and what joins them inside a word. */
export function words(text: string): string[] {
  // The same for ASCII, several times as fast.
  if (ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+(?:'[a-z]+)*/g) ?? [];
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? []
  );
}

/** How many features have each bit of a hash. */
class BitCounts {
  private readonly counts = new Int32Array(HALF_BITS);
  private features = 0;

  add(hash: number): void {
    this.features += 1;
    for (let bit = 0; bit < HALF_BITS; bit += 1) this.counts[bit] = (this.counts[bit] as number) + ((hash >>> bit) & 1);
  }

  /** The bits that more than half of the features have, as 8 hex digits. */
  toHex(): string {
    let value = 0;
    this.counts.forEach((count, bit) => (value |= 2 * count > this.features ? 1 << bit : 0));
    return (value >>> 0).toString(16).padStart(8, '0');
  }
}

/** Hashes words, and pairs of neighbours by continuing the hash of the first; of a text without words its characters. */
function half(list: readonly string[], characters: readonly string[], seed: number): string {
  const start = 0x811c9dc5 ^ seed;
  const bits = new BitCounts();
  for (const one of characters) bits.add(finishHash(continueHash(start, one)));
  for (const [at, word] of list.entries()) {
    const hash = continueHash(start, word);
    const next = list[at + 1];
    bits.add(finishHash(hash));
    if (next !== undefined) bits.add(finishHash(continueHash(continueHash(hash, ' '), next)));
  }
  return bits.toHex();
}

/** SimHash (Charikar 2002) of words and word pairs: 64 bits as 16 hex digits; similar texts differ in few bits. */
export function simhash(text: string): string {
  const list = words(text);
  const characters = list.length === 0 ? [...text.replace(/\s+/g, '')] : [];
  return SEEDS.map((seed) => half(list, characters, seed)).join('');
}

function ones(value: number): number {
  let count = 0;
  for (let left = value >>> 0; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** In how many of 64 bits two SimHashes differ. */
export function hammingDistance(a: string, b: string): number {
  const part = (hex: string, from: number): number => Number.parseInt(hex.slice(from, from + 8), 16);
  return ones(part(a, 0) ^ part(b, 0)) + ones(part(a, 8) ^ part(b, 8));
}
