import type { RankingParameters } from '@crumbtrail/contracts';
import { readPeriods } from '@crumbtrail/text';
import { instantOf, wallTime } from '../../schedule/wall-clock';
import type { RankingQuestion } from './question';

/** A span of time, `from` inclusive and `to` exclusive, in milliseconds since 1970, UTC. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** Is it all the time before or since a day? @default false */
  readonly isOpen?: boolean;
}

const DAY = 86_400_000;
/** Days without a year are looked for in this time before a question, in milliseconds: some fifty years. */
const LONGEST_HISTORY = 51 * 366 * DAY;

/** When and where a question is asked. */
export interface QuestionMoment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name of the zone in which days begin. @default UTC */
  readonly timeZone?: string | undefined;
}

const startOfDay = (wall: number): number => Math.floor(wall / DAY) * DAY;

/** Four years, so that each has every day. */
const ANY_TIME = { today: 0, first: -4 * 366 * DAY };

/** The words by which a text names days, whenever those are. */
export const findDateWords = (text: string): readonly string[] => readPeriods(text, ANY_TIME).map(({ words }) => words);

/** Finds the periods that a text names; a day without a year counts for each year of the history. */
export function findPeriods(text: string, { now, timeZone = 'UTC' }: QuestionMoment, history: Period): Period[] {
  const today = startOfDay(wallTime(now, timeZone));
  const first = startOfDay(wallTime(Math.max(history.from, now - LONGEST_HISTORY), timeZone));
  return readPeriods(text, { today, first }).map(({ from, to, isOpen }) => ({
    isOpen,
    from: instantOf(from, timeZone),
    to: instantOf(to, timeZone),
  }));
}

/** The periods that a question names; it is not read for one where none is known to be there. */
export const findNamedPeriods = (
  question: Pick<RankingQuestion, 'text' | 'now' | 'timeZone' | 'namesTime'>,
  history: Period,
): Period[] => (question.namesTime === false ? [] : findPeriods(question.text, question, history));

/**
 * 1 within any of the periods, less in an open one, and in the days after one, when people often still talk about it, else 0. `at` is in milliseconds since
 * 1970.
 */
export function scorePeriods(
  periods: readonly Period[],
  at: number,
  { aftermath, aftermath_days }: Pick<RankingParameters, 'aftermath' | 'aftermath_days'>,
): number {
  const isIn = ({ from, to }: Period): boolean => at >= from && at < to;
  if (periods.some((one) => !one.isOpen && isIn(one))) return 1;
  const isAfter = ({ to, isOpen }: Period): boolean => !isOpen && at >= to && at < to + aftermath_days * DAY;
  return periods.some((one) => isIn(one) || isAfter(one)) ? aftermath : 0;
}
