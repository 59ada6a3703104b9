import type { Run } from '../scan';
import type { SaidByRuns } from './word-facts';

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

/** The digits that words say from a place on, each in one language: the longest row of them. */
function readDigits(facts: SaidByRuns, from: number): string {
  const first = facts[from]?.digits;
  if (first === undefined) return '';
  let said: ReadonlyMap<string, string> = new Map([...first].map(([code, digit]) => [code, String(digit)]));
  for (let at = from + 1; at < Math.min(facts.length, from + MOST_DIGITS); at += 1) {
    const next = facts[at]?.digits;
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
export function findSpokenDigits(runs: readonly Run[], facts: SaidByRuns): SpokenDigits[] {
  const found: SpokenDigits[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const key = facts[at]?.digits === undefined ? '' : readDigits(facts, at);
    if (key.length < LEAST_DIGITS) continue;
    const last = runs[at + key.length - 1] as Run;
    found.push({ key, from: (runs[at] as Run).from, to: last.to });
    at += key.length - 1;
  }
  return found;
}
