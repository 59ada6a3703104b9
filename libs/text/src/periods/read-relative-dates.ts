import { fold } from '../fold';
import { LANGUAGES } from '../languages/all-languages';
import type { Language } from '../languages/language';
import type { DayRange } from './calendar';
import { languagesOfStatement } from './date-languages';
import type { RelativeUnit } from '../languages/date-words';
import { relativePatternsOf } from './relative-patterns';

/** A part of a text that names days relative to when it was said: "yesterday", "nächste Woche", "two months ago". */
export interface RelativeDate extends DayRange {
  /** Index in the text after the words. */
  readonly end: number;
  readonly unit: RelativeUnit;
  /** The language that it is in. */
  readonly code: string;
  /** Does the language write spaces between words? */
  readonly isSpaced: boolean;
}

/** What a text is read for. */
export interface RelativeReading {
  /** The beginning of the day on which it was said, in milliseconds since 1970, as if it were of UTC. */
  readonly today: number;
  /** ISO 639-1 code of its language. Default: told by its words. */
  readonly code?: string | undefined;
}

interface FoldedMatch extends DayRange {
  readonly unit: RelativeUnit;
  readonly start: number;
  readonly end: number;
}

function findMatches(folded: string, language: Language, today: number): FoldedMatch[] {
  const found: FoldedMatch[] = [];
  for (const { pattern, read } of relativePatternsOf(language))
    for (const match of folded.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const said = found.some((one) => start < one.end && one.start < end) ? null : read(match, today);
      if (said !== null) found.push({ ...said.range, unit: said.unit, start, end });
    }
  return found.sort((a, b) => a.start - b.start);
}

const MARK = /\p{M}/u;

/** The index in a text of what stands at an index of the folded text. */
function unfoldIndex(text: string, folded: string, index: number): number {
  if (text.length === folded.length && text.toLowerCase() === folded) return index;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fold(text.slice(0, middle)).length < index) low = middle + 1;
    else high = middle;
  }
  while (low < text.length && MARK.test(text.charAt(low))) low += 1;
  return low;
}

/**
 * The relative dates of a text in order, in the past and to come. Dates that name their day, and words that may mean several days, such as a weekday
 * alone, are none.
 */
export function readRelativeDates(text: string, { today, code }: RelativeReading): RelativeDate[] {
  const folded = fold(text.toWellFormed());
  const languages =
    code === undefined ? languagesOfStatement(text) : LANGUAGES.filter((language) => language.code === code);
  for (const language of languages) {
    const found = findMatches(folded, language, today);
    if (found.length > 0)
      return found.map(({ from, to, unit, end }) => ({
        from,
        to,
        unit,
        end: unfoldIndex(text, folded, end),
        code: language.code,
        isSpaced: language.dateWords.isSpaced !== false,
      }));
  }
  return [];
}
