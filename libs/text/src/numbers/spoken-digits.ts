import type { Run } from '../scan';
import { saidBy } from './number-lexicon';

/** A number whose digits are written one by one as words, as speech recognition writes them: `four four one seven`. */
export interface SpokenDigits {
  /** In digits. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Fewer words may be counting: "one, two". */
const LEAST_DIGITS = 3;
/** Longer numbers are not spoken. */
const MOST_DIGITS = 24;

/** What a word says as a digit, by the code of each language in which it is one. */
type DigitByLanguage = ReadonlyMap<string, number>;

function digitsOf({ kind, surface }: Run): DigitByLanguage | undefined {
  if (kind !== 'word') return undefined;
  const said = saidBy(surface);
  if (said.length === 0) return undefined;
  const digits = said.flatMap(({ lexicon, parts: [first, ...rest] }): [string, number][] => {
    const value = rest.length === 0 ? first?.value : null;
    return typeof value === 'number' && value < 10 ? [[lexicon.code, value]] : [];
  });
  return digits.length === 0 ? undefined : new Map(digits);
}

/** The digits that words say from a place on, each in one language: the longest row of them. */
function readDigits(runs: readonly Run[], from: number): string {
  const first = digitsOf(runs[from] as Run);
  if (first === undefined) return '';
  let said: ReadonlyMap<string, string> = new Map([...first].map(([code, digit]) => [code, String(digit)]));
  for (let at = from + 1; at < Math.min(runs.length, from + MOST_DIGITS); at += 1) {
    const next = digitsOf(runs[at] as Run);
    const longer = [...said].flatMap(([code, digits]): [string, string][] => {
      const digit = next?.get(code);
      return digit === undefined ? [] : [[code, `${digits}${digit}`]];
    });
    if (longer.length === 0) break;
    said = new Map(longer);
  }
  return [...said].toSorted(([a], [b]) => (a < b ? -1 : 1))[0]?.[1] ?? '';
}

/** The numbers of a text that are written so, each in one language. */
export function findSpokenDigits(runs: readonly Run[]): SpokenDigits[] {
  const found: SpokenDigits[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const key = readDigits(runs, at);
    if (key.length < LEAST_DIGITS) continue;
    const last = runs[at + key.length - 1] as Run;
    found.push({ key, from: (runs[at] as Run).from, to: last.to });
    at += key.length - 1;
  }
  return found;
}
