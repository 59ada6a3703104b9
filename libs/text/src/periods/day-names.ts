import { fold } from '../fold';
import { LANGUAGES } from '../languages/all-languages';
import { namesOf } from './date-names';

const WORD = /^\p{L}[\p{L}\p{M}]+$/u;

const collectNames = (kind: 'month' | 'weekday'): string[] =>
  LANGUAGES.flatMap((language) => [...namesOf(language, kind, ['long']).keys()].filter((name) => WORD.test(name)));

/** Weekdays also as many languages write what happens on each of them: `mondays`. */
function collectDayNames(): ReadonlySet<string> {
  const weekdays = collectNames('weekday');
  return new Set([...collectNames('month'), ...weekdays, ...weekdays.map((name) => `${name}s`)]);
}

let names: ReadonlySet<string> | undefined;

/** Is a word the full name of a month or a weekday, in any language whose dates are read? The first call takes some milliseconds. */
export const isDayName = (word: string): boolean => (names ??= collectDayNames()).has(fold(word));
