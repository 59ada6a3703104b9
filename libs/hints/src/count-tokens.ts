import { LRUCache } from 'lru-cache';

/** Vocabularies whose tokens are counted exactly. */
export type Encoding = 'o200k_base' | 'cl100k_base';

type Count = (text: string, options: { disallowedSpecial: Set<string> }) => number;

/* eslint-disable @typescript-eslint/no-require-imports -- each vocabulary takes about 50 MB and 0.2 s, so it is loaded when first used */
const load: Readonly<Record<Encoding, () => Count>> = {
  o200k_base: () =>
    (require('gpt-tokenizer/encoding/o200k_base') as typeof import('gpt-tokenizer/encoding/o200k_base')).countTokens,
  cl100k_base: () =>
    (require('gpt-tokenizer/encoding/cl100k_base') as typeof import('gpt-tokenizer/encoding/cl100k_base')).countTokens,
};
/* eslint-enable @typescript-eslint/no-require-imports */

const counters = new Map<Encoding, Count>();

/** Counts of lines by vocabulary, at most about 32 MB. Shared by the process: see docs/decisions/0030. */
const known: Readonly<Record<Encoding, LRUCache<string, number>>> = {
  o200k_base: new LRUCache({ max: 50_000, maxSize: 8_000_000, sizeCalculation: (_count, line) => line.length }),
  cl100k_base: new LRUCache({ max: 50_000, maxSize: 8_000_000, sizeCalculation: (_count, line) => line.length }),
};

/**
 * Line ends that no token spans, in either vocabulary: tokens of white space end at the last line end of a run, and tokens of
 * punctuation may include line ends but nothing after them, except for `/`. The text between two of these line ends is counted
 * separately.
 */
const AFTER_SEAM = /[^\s/]|[^\S\r\n]+\S/y;

/** Runs of more characters than this are counted in pieces. */
const LONGEST_RUN = 1_000;
/** Runs that the vocabulary's pattern does not split; merging one takes quadratic time. */
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
  if (text.length <= LONGEST_RUN) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (const run of text.matchAll(LONG_RUN)) {
    pieces.push(text.slice(from, run.index), ...piecesOf(run[0]));
    from = run.index + run[0].length;
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '');
}

function counter(encoding: Encoding): Count {
  const loaded = counters.get(encoding);
  if (loaded) return loaded;
  const count = load[encoding]();
  counters.set(encoding, count);
  return count;
}

function countUncached(line: string, encoding: Encoding): number {
  const count = counter(encoding);
  return split(line).reduce((sum, piece) => sum + count(piece, { disallowedSpecial: new Set() }), 0);
}

/** A copy of the line: a slice would keep the whole text that it is part of in memory. */
function copyLine(line: string): string {
  return Buffer.from(line, 'utf16le').toString('utf16le');
}

function countLine(line: string, encoding: Encoding): number {
  const counted = known[encoding].get(line);
  if (counted !== undefined) return counted;
  const tokens = countUncached(line, encoding);
  known[encoding].set(copyLine(line), tokens);
  return tokens;
}

/**
 * Tokens of a text. Names of special tokens count as the ordinary text they are. Runs of more than 1,000 characters without a
 * split point are counted in pieces of 512, which may give a few tokens too many and never takes quadratic time. Counts of
 * lines are cached, so that a text of lines seen before costs almost nothing.
 */
export function countTokens(text: string, encoding: Encoding): number {
  if (text === '') return 0;
  if (!text.includes('\n')) return countLine(text, encoding);
  let tokens = 0;
  let from = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    AFTER_SEAM.lastIndex = end + 1;
    if (!AFTER_SEAM.test(text)) continue;
    tokens += countLine(text.slice(from, end + 1), encoding);
    from = end + 1;
  }
  return tokens + countLine(text.slice(from), encoding);
}

/** A text whose tokens are known. */
export interface CountedText {
  readonly text: string;
  readonly tokens: number;
}

/** No token of either vocabulary spans the place between a letter and a space that another letter follows. */
const SEAM = /\p{L}(?= \p{L})/u;

/** Index of the last such place of a text; -1 if it has none. */
function findLastSeam(text: string): number {
  for (let space = text.lastIndexOf(' '); space > 0; space = text.lastIndexOf(' ', space - 1))
    if (SEAM.test(text.slice(Math.max(0, space - 2), space + 3))) return space;
  return -1;
}

/**
 * Tokens of a line, as {@link countTokens}, which does not count again what it has of a counted text: only the first and the last words of
 * the text, alone and with what surrounds it.
 */
export function countTokensAround(line: string, { text, tokens }: CountedText, encoding: Encoding): number {
  const start = line.length > LONGEST_RUN || text === '' ? -1 : line.indexOf(text);
  const first = start < 0 ? null : SEAM.exec(text);
  if (first === null) return countTokens(line, encoding);
  const head = text.slice(0, first.index + first[0].length);
  const tail = text.slice(findLastSeam(text));
  const before = line.slice(0, start);
  const after = line.slice(start + text.length);
  return (
    tokens +
    (before === '' ? 0 : countTokens(before + head, encoding) - countTokens(head, encoding)) +
    (after === '' ? 0 : countTokens(tail + after, encoding) - countTokens(tail, encoding))
  );
}
