import { matchSpeakers } from './named-speakers';
import type { RankableText, RankingQuestion } from './question';
import { findNamedPeriods, type Period } from './question-dates';
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
  return {
    speaker: matchSpeakers(list, question),
    periods: findNamedPeriods(question, history),
  };
}

/** The most texts of a speaker, newest first, and of a period, spread over it, that are found without a word of the question. */
const MOST_OF_SPEAKER = 16;
const MOST_OF_PERIOD = 250;

const NONE: ReadonlyMap<number, number> = new Map();

/** A few of many, evenly spread, with the first and the last. */
function spreadEvenly(places: readonly number[], most: number): readonly number[] {
  if (places.length <= most) return places;
  return Array.from(
    { length: most },
    (_, nth) => places[Math.round((nth * (places.length - 1)) / (most - 1))] as number,
  );
}

/** What the last of the texts of a period counts, the first being 1: those that stand first are spread over it, so that a small budget shows its course. */
const LAST_OF_PERIOD = 0.7;

/** The last `bits` bits of a number in reverse. */
const reverseBits = (value: number, bits: number): number =>
  Array.from({ length: bits }, (_, bit) => (value >> bit) & 1).reduce((sum, bit) => 2 * sum + bit, 0);

/** The numbers below `count` in an order in which the first few, however many, are spread evenly (van der Corput 1935), after both ends. */
function spreadOrder(count: number): number[] {
  const bits = Math.ceil(Math.log2(Math.max(2, count)));
  const size = 2 ** bits;
  const all = Array.from({ length: size }, (_, nth) => Math.floor((reverseBits(nth, bits) / size) * count));
  return [...new Set([0, count - 1, ...all])];
}

/** How much the time of each text counts that is found by its author or its time alone, because the question asks for nothing else that one of them has. */
export function findAdmitted(
  { texts }: TextList<RankableText>,
  { subject }: RankingQuestion,
  { speaker, periods }: NamedCircumstances,
): ReadonlyMap<number, number> {
  if (subject === undefined || (speaker === null && periods.length === 0)) return NONE;
  const places = Array.from(texts.keys()).filter((at) => {
    const { author, occurredAt } = texts[at] as RankableText;
    const isInTime = periods.length === 0 || periods.some(({ from, to }) => occurredAt >= from && occurredAt < to);
    return isInTime && (speaker === null || speaker(author) > 0);
  });
  const hasSubject = (at: number): boolean => subject.some((key) => (texts[at] as RankableText).terms.get(key));
  if (places.length === 0 || places.some(hasSubject)) return NONE;
  if (periods.length === 0) return new Map(places.slice(-MOST_OF_SPEAKER).map((at) => [at, 1]));
  const shown = spreadEvenly(places, MOST_OF_PERIOD);
  const step = (1 - LAST_OF_PERIOD) / shown.length;
  return new Map(spreadOrder(shown.length).map((nth, order) => [shown[nth] as number, 1 - order * step]));
}
