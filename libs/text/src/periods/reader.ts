import type { Calendar, DayRange } from './calendar';
import type { DatePatterns } from './date-patterns';

/** A period that a text names, and where. */
export interface NamedPeriod {
  readonly range: DayRange;
  readonly from: number;
  readonly to: number;
}

const present = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((one) => one !== null);

/** One reader of a kind of expression. */
export type Reader = (text: string, patterns: DatePatterns, calendar: Calendar) => NamedPeriod[];

/** The periods that each match of a pattern stands for. */
export function matchAll(
  text: string,
  pattern: RegExp | null,
  toRanges: (match: RegExpExecArray) => readonly (DayRange | null)[],
): NamedPeriod[] {
  if (pattern === null) return [];
  return [...text.matchAll(pattern)].flatMap((match) =>
    present(toRanges(match)).map((range) => ({ range, from: match.index, to: match.index + match[0].length })),
  );
}
