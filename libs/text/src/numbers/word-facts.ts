import type { Run } from '../scan';
import { phrasesOf, plainWord, type ClockPhrase } from './clock-phrases';
import { saidBy, type SaidParts } from './number-lexicon';
import { isTold, readNumber } from './number-reading';

/** Digits by the codes of languages. */
export type DigitByLanguage = ReadonlyMap<string, number>;

/** What a run says of numbers and times of day, in each language. */
export interface WordFacts {
  readonly said: readonly SaidParts[];
  /** May a number begin with it? Not with what only joins. */
  readonly beginsNumber: boolean;
  /** Is it a number that is told, without what follows it? */
  readonly isNumber: boolean;
  /** What it says as a single digit, by the code of each language in which it is one; absent where it is none. */
  readonly digits?: DigitByLanguage;
  /** The phrases for times that are looked for by this word; absent where there are none. */
  readonly phrases?: readonly ClockPhrase[];
}

/** The facts of each run of a text; null for one that says nothing. */
export type SaidByRuns = readonly (WordFacts | null)[];

const WITHIN_JOINED = /[-‐‑'’]/;
/** Longer runs are paths and data. */
const LONGEST = 60;

/** What words say together, in the languages in which each of them says a part. */
function combine(words: readonly string[]): readonly SaidParts[] {
  const [first = [], ...rest] = words.map(saidBy);
  return first.flatMap(({ lexicon, parts }) => {
    const others = rest.map((said) => said.find((one) => one.lexicon === lexicon)?.parts);
    return others.every((one) => one !== undefined) ? [{ lexicon, parts: [...parts, ...others.flat()] }] : [];
  });
}

function saidByRun(word: string, kind: Run['kind']): readonly SaidParts[] {
  const said = saidBy(word);
  return kind === 'word' || said.length > 0 ? said : combine(word.split(WITHIN_JOINED));
}

function digitsOf(said: readonly SaidParts[]): DigitByLanguage | undefined {
  const digits = said.flatMap(({ lexicon, parts: [first, ...rest] }): [string, number][] => {
    const value = rest.length === 0 ? first?.value : null;
    return typeof value === 'number' && value < 10 ? [[lexicon.code, value]] : [];
  });
  return digits.length === 0 ? undefined : new Map(digits);
}

function readFacts(run: Run): WordFacts | null {
  const word = plainWord(run.surface);
  const said = saidByRun(word, run.kind);
  const phrases = phrasesOf(word);
  if (said.length === 0 && phrases === undefined) return null;
  const digits = run.kind === 'word' ? digitsOf(said) : undefined;
  const beginsNumber = said.some(({ parts: [first] }) => Boolean(first?.value));
  const isNumber = said.some(({ lexicon, parts }) => isTold(readNumber(parts, lexicon.grammar)));
  return { said, beginsNumber, isNumber, ...(phrases && { phrases }), ...(digits && { digits }) };
}

/** Words that were read before. Reading one takes some microseconds, so all are forgotten when there are too many. */
const remembered = new Map<string, WordFacts | null>();
const MOST_REMEMBERED = 30_000;

/** Does a run begin with a digit? */
export function beginsWithDigit({ surface }: Run): boolean {
  const code = surface.charCodeAt(0);
  return code < 128 ? code > 47 && code < 58 : /^\p{Nd}/u.test(surface);
}

function factsOf(run: Run): WordFacts | null {
  const { kind, surface } = run;
  const isWord = kind === 'word' || (kind === 'joined' && WITHIN_JOINED.test(surface));
  if (!isWord || surface.length > LONGEST || beginsWithDigit(run)) return null;
  const known = remembered.get(surface);
  if (known !== undefined) return known;
  const facts = readFacts(run);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(surface, facts);
  return facts;
}

/** What the runs of a text say of numbers and times. */
export const readRunFacts = (runs: readonly Run[]): SaidByRuns => runs.map(factsOf);
