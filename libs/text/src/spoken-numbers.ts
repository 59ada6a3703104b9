import { fold } from './fold';
import { LANGUAGES } from './languages/all-languages';
import type { Run } from './scan';

/** A number whose digits are written one by one as words, as speech recognition writes them: `four four one seven`. */
interface SpokenNumber {
  /** In digits. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Fewer words may be counting: "one, two". */
const LEAST_DIGITS = 3;

/** What a word says as a digit, by the code of each language in which it is one. */
type DigitByLanguage = ReadonlyMap<string, number>;

function collectDigits(): ReadonlyMap<string, DigitByLanguage> {
  const words = new Map<string, Map<string, number>>();
  for (const { code, wordKinds } of LANGUAGES)
    wordKinds.numerals
      .split(' ')
      .slice(0, 10)
      .forEach((forms, digit) => {
        for (const form of forms.split('|').map(fold))
          words.set(form, (words.get(form) ?? new Map<string, number>()).set(code, digit));
      });
  return words;
}

const DIGITS = collectDigits();

const digitsOf = ({ kind, surface }: Run): DigitByLanguage | undefined =>
  kind === 'word' ? DIGITS.get(fold(surface)) : undefined;

/** Longer numbers are not spoken. */
const MOST_DIGITS = 24;

/** The digits that words say from a place on, each in one language: the longest row of them. */
function readDigits(runs: readonly Run[], from: number): string {
  let said: ReadonlyMap<string, string> = new Map(
    [...(digitsOf(runs[from] as Run) ?? [])].map(([code, digit]) => [code, String(digit)]),
  );
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
export function findSpokenNumbers(runs: readonly Run[]): SpokenNumber[] {
  const found: SpokenNumber[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const key = readDigits(runs, at);
    if (key.length < LEAST_DIGITS) continue;
    const last = runs[at + key.length - 1] as Run;
    found.push({ key, from: (runs[at] as Run).from, to: last.to });
    at += key.length - 1;
  }
  return found;
}
