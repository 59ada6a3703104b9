import { fold } from '../fold';
import type { Run } from '../scan';
import { LEXICONS, saidBy, type NumberLexicon, type SaidParts } from './number-lexicon';
import { isTold, NumberReading, readNumber, type NumberPart } from './number-reading';
import { beginsWithDigit, type SaidByRuns } from './word-facts';

/** A number that a text says in words, or as digits with a word that multiplies them. */
export interface SaidNumber {
  /** In digits. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

const DIGITS = /^(\p{Nd}+)(?:[.,](\p{Nd}{1,2}))?$/u;
const DIGITS_WITH_WORD = /^(\p{Nd}+)([\p{L}\p{M}]+)$/u;
const BETWEEN = /^\s*$/;
const BETWEEN_WORDS = /^\s+$/;

/** The runs of a text with what they say. */
export interface NumberText {
  readonly text: string;
  readonly runs: readonly Run[];
  readonly facts: SaidByRuns;
}

/** A reading of some runs. */
interface ReadRuns {
  readonly value: number;
  /** The last run of the number. */
  readonly last: number;
  /** Is it one word that may be another one in another language? */
  readonly isSimple: boolean;
}

/** The longest number that runs say from a place on in one language; null where they say none. */
function readFrom({ text, runs, facts }: NumberText, from: number, { lexicon, parts }: SaidParts): ReadRuns | null {
  const reading = new NumberReading(lexicon.grammar);
  let found: ReadRuns | null = null;
  let said: readonly NumberPart[] | undefined = parts;
  for (let at = from; said?.every((part) => reading.add(part)) === true; at += 1) {
    if (said.at(-1)?.value) found = { value: reading.value, last: at, isSimple: reading.size === 1 };
    const [run, next] = [runs[at], runs[at + 1]];
    if (run === undefined || next === undefined || !BETWEEN_WORDS.test(text.slice(run.to, next.from))) break;
    said = facts[at + 1]?.said.find((one) => one.lexicon === lexicon)?.parts;
  }
  return found;
}

const toNumber = (whole: string, decimals = ''): number => Number(`${fold(whole)}.${fold(decimals) || '0'}`);

/** The numbers by which words multiply what stands before them. */
const scalesOf = (said: readonly SaidParts[]): number[] =>
  said.flatMap(({ parts: [first] }) => (first && NumberReading.isScale(first) ? [Number(first.value)] : []));

/** The scale that a run without spaces begins with. */
function scaleBefore(run: Run): { readonly scale: number; readonly to: number } | null {
  for (const { pattern, parts } of UNSPACED_LEXICONS) {
    const [word, index] = firstMatch(pattern as RegExp, run.surface);
    const part = index === 0 ? parts.get(word) : undefined;
    if (part && NumberReading.isScale(part)) return { scale: Number(part.value), to: run.from + word.length };
  }
  return null;
}

function firstMatch(pattern: RegExp, surface: string): readonly [word: string, index: number] {
  const found = surface.matchAll(pattern).next().value;
  return [found?.[0] ?? '', found?.index ?? -1];
}

/** What was found from a run on, and the last run of it. */
interface FoundNumbers {
  readonly numbers: readonly SaidNumber[];
  readonly last: number;
}

/** The numbers in digits that are multiplied by these. */
const multiply = (
  digits: number,
  scales: readonly number[],
  { from, to }: Pick<SaidNumber, 'from' | 'to'>,
): SaidNumber[] =>
  [...new Set(scales.map((scale) => Math.round(digits * scale)))].map((value) => ({ key: String(value), from, to }));

/** The number of digits and a word behind them: `320만`. */
function readWithin({ surface, from, to }: Run): SaidNumber[] {
  const [, digits, word] = DIGITS_WITH_WORD.exec(surface) ?? [];
  if (digits === undefined || word === undefined) return [];
  return multiply(toNumber(digits), scalesOf(saidBy(fold(word))), { from, to });
}

/** The number of digits with what multiplies them: `15 million`, `3万`, `320만`. */
function readDigits(read: NumberText, at: number): FoundNumbers {
  const [run, next] = [read.runs[at] as Run, read.runs[at + 1]];
  const { surface, from, to } = run;
  const [, whole, decimals] = DIGITS.exec(surface) ?? [];
  if (whole === undefined) return { numbers: readWithin(run), last: at };
  if (next === undefined || !BETWEEN.test(read.text.slice(to, next.from))) return { numbers: [], last: at };
  const number = toNumber(whole, decimals);
  if (next.kind === 'unspaced') {
    const scaled = scaleBefore(next);
    return { numbers: scaled === null ? [] : multiply(number, [scaled.scale], { from, to: scaled.to }), last: at };
  }
  const scales = scalesOf(read.facts[at + 1]?.said ?? []);
  return { numbers: multiply(number, scales, { from, to: next.to }), last: scales.length === 0 ? at : at + 1 };
}

const UNSPACED_LEXICONS: readonly NumberLexicon[] = LEXICONS.filter(({ pattern }) => pattern !== undefined);

/** From here on, a last digit may be short for one of the next smaller unit: `三百五` is 350, and `三十五` is 35. */
const LEAST_SHORTENED = 100;

/** The words with a last digit that is short for one of the next smaller unit, in a language where it may be. */
function lengthenLast(words: readonly NumberPart[], { grammar }: NumberLexicon): readonly NumberPart[] {
  const [unit, last] = words.slice(-2);
  const isShort = grammar.shortensLast === true && unit?.multiplies === true && Number(unit.value) >= LEAST_SHORTENED;
  if (!isShort || last === undefined || last.multiplies || Number(last.value) > 9) return words;
  return [...words.slice(0, -1), { value: (Number(last.value) * Number(unit.value)) / 10, multiplies: false }];
}

/** The number that words without spaces say: as a whole, else digit by digit. */
function readRow(words: readonly NumberPart[], lexicon: NumberLexicon): number | null {
  const value = readNumber(lengthenLast(words, lexicon), lexicon.grammar);
  if (value > 0) return value;
  const isOfDigits = words.length > 2 && words.every((part) => Number(part.value) < 10 && !part.multiplies);
  return isOfDigits ? Number(words.map((part) => part.value).join('')) : null;
}

/** The numbers in a run without spaces, each of at least two words. */
function readUnspaced({ surface, from }: Run): SaidNumber[] {
  return UNSPACED_LEXICONS.flatMap((lexicon) => {
    const rows: { from: number; to: number; words: NumberPart[] }[] = [];
    for (const { 0: word, index } of surface.matchAll(lexicon.pattern as RegExp)) {
      const part = lexicon.parts.get(word) as NumberPart;
      const row = rows.at(-1);
      if (row?.to === index) {
        row.words.push(part);
        row.to += word.length;
      } else rows.push({ from: index, to: index + word.length, words: [part] });
    }
    return rows.flatMap((row) => {
      const value = row.words.length < 2 ? null : readRow(row.words, lexicon);
      const isNumber = value !== null && isTold(value);
      return isNumber ? [{ key: String(value), from: from + row.from, to: from + row.to }] : [];
    });
  });
}

/** The numbers that runs say from a place on, the longest, in whatever language; a single simple word only in a likely one. */
function readWords(read: NumberText, at: number, isLikely: (code: string) => boolean): ReadRuns[] {
  const found = (read.facts[at]?.said ?? []).flatMap((said) => {
    const one = readFrom(read, at, said);
    return one === null || !isTold(one.value) || (one.isSimple && !isLikely(said.lexicon.code)) ? [] : [one];
  });
  const last = Math.max(...found.map((one) => one.last));
  return found.filter((one) => one.last === last);
}

function findFrom(read: NumberText, at: number, isLikely: (code: string) => boolean): FoundNumbers {
  const run = read.runs[at] as Run;
  if (run.kind === 'unspaced') return { numbers: readUnspaced(run), last: at };
  if (beginsWithDigit(run)) return readDigits(read, at);
  const words = readWords(read, at, isLikely);
  const last = words[0]?.last ?? at;
  const keys = [...new Set(words.map(({ value }) => String(value)))];
  return { numbers: keys.map((key) => ({ key, from: run.from, to: (read.runs[last] as Run).to })), last };
}

/** The numbers that two without anything between them say together, the larger one first: `2万5千`. */
function addNeighbours(found: readonly SaidNumber[]): SaidNumber[] {
  return found.flatMap(({ key, from, to }, at) => {
    const next = found[at + 1];
    const isSum = next?.from === to && Number(next.key) < Number(key);
    return isSum ? [{ key: String(Number(key) + Number(next.key)), from, to: next.to }] : [];
  });
}

/** May a number begin with a run? One that says little alone must have something behind it. */
function mayBegin({ runs, facts }: NumberText, at: number): boolean {
  const known = facts[at];
  if (known?.beginsNumber === true) return known.isNumber || (facts[at + 1]?.said.length ?? 0) > 0;
  const run = runs[at] as Run;
  return run.kind === 'unspaced' || beginsWithDigit(run);
}

/**
 * The numbers of a text in words, in digits, of each that may be read in several ways all: `twenty-three`, `dreihundertzwölf`, `三百二十`, `15 million`.
 * `isLikely`: is the text of the language with this code, as far as it tells?
 */
export function findNumbers(read: NumberText, isLikely: (code: string) => boolean): SaidNumber[] {
  const found: SaidNumber[] = [];
  for (let at = 0; at < read.runs.length; at += 1) {
    if (!mayBegin(read, at)) continue;
    const some = findFrom(read, at, isLikely);
    if (some.numbers.length > 0) found.push(...some.numbers);
    at = some.last;
  }
  return [...found, ...addNeighbours(found)];
}
