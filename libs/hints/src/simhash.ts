const HALF_BITS = 32;

/** FNV-1a over UTF-16 units, 32 bits, then MurmurHash3's finalizer, so that every bit depends on every character. */
function hash32(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
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

function features(text: string): string[] {
  const list = words(text);
  if (list.length === 0) return [...text.replace(/\s+/g, '')];
  return [...list, ...list.slice(1).map((word, at) => `${list[at] ?? ''} ${word}`)];
}

function half(list: readonly string[], seed: number): string {
  const weights = new Array<number>(HALF_BITS).fill(0);
  for (const feature of list) {
    const hash = hash32(feature, seed);
    for (let bit = 0; bit < HALF_BITS; bit += 1) weights[bit] = (weights[bit] ?? 0) + ((hash >>> bit) & 1 ? 1 : -1);
  }
  let value = 0;
  weights.forEach((weight, bit) => (value |= weight > 0 ? 1 << bit : 0));
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** SimHash (Charikar 2002) of words and word pairs: 64 bits as 16 hex digits; similar texts differ in few bits. */
export function simhash(text: string): string {
  const list = features(text);
  return half(list, 0) + half(list, 0x9e3779b9);
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
