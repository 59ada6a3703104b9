import { LINE_START, readFence } from '@crumbtrail/hints';
import { listLines, readLines, type TextLine, type TextRange } from './blocks';

/** A sentence, a heading, an item of a list, a whole code block or table, or a line of a long one: an excerpt has all of it or nothing. */
export interface TextUnit extends TextRange {
  /** Is it a code block or a table, or a line of one? */
  readonly block: boolean;
  /** Is it only a line of a code block or table? */
  readonly part?: true;
}

/** Ends of sentences in any script. */
const TERMINATORS = /[\p{Sentence_Terminal}…]+/gu;
/** Terminators of scripts that write no space between sentences, or that end nothing else. */
const WITHOUT_SPACE = /[\u0250-\u2025\u2027-\u{10ffff}]$/u;
const CLOSERS = new Set('"\'”’»)]）」』】*_`');
const SPACE = /\s/;
/** Scripts in which a space, not a sign, ends a sentence. */
const SPACED_SCRIPTS = /[\p{Script=Thai}\p{Script=Lao}]/u;
const LEAST_PHRASE = 40;
/** What is before a full stop that does not end a sentence: an initial or an abbreviation; or a line's beginning, the number of an item. */
const NO_END = /(?:^|[\s("“])(?:\p{Lu}|e\.g|i\.e|vs|cf|approx|No|Dr|Mr|Mrs|Ms|Prof|St)$/u;
const ITEM_NUMBER = /^\s*\d{1,3}$/;
const LOOKED_BACK = 10;
/** A line at least this long that ends inside a sentence was wrapped, and the next one continues it. */
const WRAPPED = 60;

/** The position after closing quotes and brackets. */
function afterClosers(text: string, at: number, end: number): number {
  while (at < end && CLOSERS.has(text.charAt(at))) at += 1;
  return at;
}

function nextVisible(text: string, at: number, end: number): number {
  while (at < end && SPACE.test(text.charAt(at))) at += 1;
  return at;
}

/** Does the sign at `sign`, after which `after` follows, end a sentence? `next` is the first visible position from there. */
function isEnd(
  text: string,
  sign: TextRange,
  { after, next }: { readonly after: number; readonly next: number },
): boolean {
  const signs = text.slice(sign.from, sign.to);
  if (next === after) return WITHOUT_SPACE.test(signs);
  if (signs !== '.') return true;
  if (/^\p{Ll}/u.test(text.slice(next, next + 2))) return false;
  if (sign.from <= LOOKED_BACK && ITEM_NUMBER.test(text.slice(0, sign.from))) return false;
  return !NO_END.test(text.slice(Math.max(0, sign.from - LOOKED_BACK), sign.from));
}

/** Where phrases begin in a script that has spaces only between them. */
function findPhrases(line: string): number[] {
  const breaks: number[] = [];
  for (const { 0: spaces, index } of line.matchAll(/\s+/g)) {
    const next = index + spaces.length;
    if (next - (breaks.at(-1) ?? 0) >= LEAST_PHRASE && next < line.length) breaks.push(next);
  }
  return breaks;
}

/** Where the sentences of a line after the first one begin. */
function findBreaks(text: string, { from, to }: TextRange): number[] {
  const line = text.slice(from, to);
  if (SPACED_SCRIPTS.test(line)) return findPhrases(line).map((at) => from + at);
  const breaks: number[] = [];
  for (const { 0: signs, index } of line.matchAll(TERMINATORS)) {
    const sign = { from: index, to: index + signs.length };
    const after = afterClosers(line, sign.to, line.length);
    const next = nextVisible(line, after, line.length);
    if (next < line.length && isEnd(line, sign, { after, next })) breaks.push(from + next);
  }
  return breaks;
}

const ENDED = /[\p{Sentence_Terminal}…:;|]["'”’»)\]*_`]{0,4}$/u;

/** Does this line go on in the next one? */
function isWrapped(text: string, line: TextLine, next: TextLine | undefined): boolean {
  if (!next || line.block || next.block || line.to - line.from < WRAPPED) return false;
  const visible = nextVisible(text, next.from, next.to);
  const end = text.slice(Math.max(line.from, line.to - LOOKED_BACK), line.to).trimEnd();
  return /^\p{Ll}/u.test(text.slice(visible, visible + 2)) && !ENDED.test(end);
}

function trimRange(text: string, { from, to }: TextRange): TextRange {
  while (from < to && SPACE.test(text.charAt(from))) from += 1;
  while (to > from && SPACE.test(text.charAt(to - 1))) to -= 1;
  return { from, to };
}

/** Lines that belong together: those of one block, and wrapped lines. */
function joinLines(text: string, continues: boolean): TextLine[] {
  const joined: TextLine[] = [];
  let goesOn = false;
  const lines = readLines(text, continues);
  lines.forEach((line, at) => {
    const last = joined.at(-1);
    if (last && (goesOn || (line.block && last.block))) joined[joined.length - 1] = { ...last, to: line.to };
    else joined.push(line);
    goesOn = isWrapped(text, line, lines[at + 1]);
  });
  return joined;
}

/** The lines of a code block or table, without its fences. */
function divideBlock(text: string, block: TextRange): TextUnit[] {
  return listLines(text, block)
    .filter((line) => readFence(text.slice(line.from, Math.min(line.to, line.from + LINE_START))) === null)
    .map((line) => ({ ...trimRange(text, line), block: true, part: true }));
}

/**
 * The units of a text in order: sentences in any script, lines, and code blocks and tables as one unit each. Everything but white
 * space is in exactly one of them. Takes linear time.
 * @param continues whether text comes before it, so that it may start inside a code block; default false
 * @param mostOfBlock characters of a code block or table that is one unit: the lines of a longer one are units, without its fences; default: any
 */
export function splitUnits(text: string, continues = false, mostOfBlock = Infinity): TextUnit[] {
  return joinLines(text, continues)
    .flatMap((line): TextUnit[] => {
      if (line.block && line.to - line.from > mostOfBlock) return divideBlock(text, line);
      const edges = [line.from, ...(line.block ? [] : findBreaks(text, line)), line.to];
      return edges
        .slice(1)
        .map((to, at) => ({ ...trimRange(text, { from: edges[at] as number, to }), block: line.block }));
    })
    .filter(({ from, to }) => from < to);
}
