import { matchSpeakers } from './named-speakers';
import type { RankableText, RankingQuestion } from './question';
import { findPeriods, type Period } from './question-dates';
import type { TextList } from './text-list';

/** Whom and when a question names. */
export interface NamedCircumstances {
  readonly speaker: ((author: RankableText['author']) => number) | null;
  readonly periods: readonly Period[];
}

/** Whom and when a question names, among these texts. */
export function findCircumstances(list: TextList<RankableText>, question: RankingQuestion): NamedCircumstances {
  const { texts } = list;
  const history = { from: texts[0]?.occurredAt ?? question.now, to: texts.at(-1)?.occurredAt ?? question.now };
  return { speaker: matchSpeakers(list, question), periods: findPeriods(question.text, question, history) };
}

/** The most texts of a speaker, newest first, and of a period, spread over it, that are found without a word of the question. */
const MOST_OF_SPEAKER = 16;
const MOST_OF_PERIOD = 40;

const NONE: ReadonlySet<number> = new Set();

/** A few of many, evenly spread, with the first and the last. */
function spreadEvenly(places: readonly number[], most: number): readonly number[] {
  if (places.length <= most) return places;
  return Array.from(
    { length: most },
    (_, nth) => places[Math.round((nth * (places.length - 1)) / (most - 1))] as number,
  );
}

/** The indexes of texts that are found by their author or their time alone, because the question asks for nothing else that one of them has. */
export function findAdmitted(
  { texts }: TextList<RankableText>,
  { subject }: RankingQuestion,
  { speaker, periods }: NamedCircumstances,
): ReadonlySet<number> {
  if (subject === undefined || (speaker === null && periods.length === 0)) return NONE;
  const places = Array.from(texts.keys()).filter((at) => {
    const { author, occurredAt } = texts[at] as RankableText;
    const isInTime = periods.length === 0 || periods.some(({ from, to }) => occurredAt >= from && occurredAt < to);
    return isInTime && (speaker === null || speaker(author) > 0);
  });
  const hasSubject = (at: number): boolean => subject.some((key) => (texts[at] as RankableText).terms.get(key));
  if (places.some(hasSubject)) return NONE;
  return new Set(periods.length === 0 ? places.slice(-MOST_OF_SPEAKER) : spreadEvenly(places, MOST_OF_PERIOD));
}
