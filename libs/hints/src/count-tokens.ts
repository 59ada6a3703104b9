import { sha256 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';

/** Vocabularies that are counted exactly. */
export type Encoding = 'o200k_base' | 'cl100k_base';

type Count = (text: string, options: { disallowedSpecial: Set<string> }) => number;

/* eslint-disable @typescript-eslint/no-require-imports -- each vocabulary takes some 50 MB and 0.2 s, so only those in use are loaded */
const load: Readonly<Record<Encoding, () => Count>> = {
  o200k_base: () =>
    (require('gpt-tokenizer/encoding/o200k_base') as typeof import('gpt-tokenizer/encoding/o200k_base')).countTokens,
  cl100k_base: () =>
    (require('gpt-tokenizer/encoding/cl100k_base') as typeof import('gpt-tokenizer/encoding/cl100k_base')).countTokens,
};
/* eslint-enable @typescript-eslint/no-require-imports */

const counters = new Map<Encoding, Count>();
const counted = new LRUCache<string, number>({ max: 50_000 });

/** Runs that the vocabulary's own pattern does not split; merging one takes time that grows with its square. */
const LONG_RUN = /[\p{L}\p{M}]{1001,}|[^\s\p{L}\p{M}\p{N}]{1001,}|\s{1001,}/gu;
const PIECE = 512;

function piecesOf(run: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < run.length;) {
    const end = from + PIECE;
    const to = /[\uD800-\uDBFF]/.test(run.charAt(end - 1)) ? end - 1 : end;
    pieces.push(run.slice(from, to));
    from = to;
  }
  return pieces;
}

function split(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const run of text.matchAll(LONG_RUN)) {
    pieces.push(text.slice(from, run.index), ...piecesOf(run[0]));
    from = run.index + run[0].length;
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '');
}

function counter(encoding: Encoding): Count {
  const known = counters.get(encoding);
  if (known) return known;
  const count = load[encoding]();
  counters.set(encoding, count);
  return count;
}

/**
 * Tokens of a text. Names of special tokens count as the ordinary text they are. Runs of more than 1,000 characters without a
 * split point are counted in pieces of 512, which may give a few tokens too many and never takes quadratic time.
 */
export function countTokens(text: string, encoding: Encoding): number {
  if (text === '') return 0;
  const key = `${encoding}:${sha256(text)}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  const count = counter(encoding);
  const tokens = split(text).reduce((sum, piece) => sum + count(piece, { disallowedSpecial: new Set() }), 0);
  counted.set(key, tokens);
  return tokens;
}
