import { analyseText } from '@crumbtrail/text';
import type { Fact } from '../fact';
import { MAX_SHADOW } from '../limits';
import { ownText } from '../merging/compare-facts';

const MOST_TOPICS = 8;

const NAME = /(?<=\p{L} )\p{Lu}\p{L}{2,}(?: \p{Lu}\p{L}+)*/gu;

/** An ordinary word, in a script with or without capitals. */
const LOWER_CASE = /^[\p{Ll}\p{Lo}\p{M}]+$/u;

/** What a fact is about, each with how much it says: its subject, names, and, where it has no subject, its other words. */
function topicsOf(fact: Fact): (readonly [topic: string, weight: number])[] {
  const text = ownText(fact);
  const names = (text.match(NAME) ?? []).map((name) => [name, 1] as const);
  if (fact.subject !== undefined) return [[fact.subject, 2], ...names];
  const words = analyseText(text).filter(({ surface, isPart }) => !isPart && LOWER_CASE.test(surface));
  return [...names, ...words.map(({ surface }) => [surface, 0.1] as const)];
}

/** The topics of facts, those of most facts first. */
function listTopics(facts: readonly Fact[]): string[] {
  const counts = new Map<string, number>();
  for (const [topic, weight] of facts.flatMap((fact) => topicsOf(fact)))
    counts.set(topic, (counts.get(topic) ?? 0) + weight);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([topic]) => topic);
}

const dayOf = (at: string): string => at.slice(0, 10);

function writePeriod(facts: readonly Fact[]): string {
  const times = facts.flatMap(({ at }) => at ?? []).toSorted();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return '';
  return dayOf(first) === dayOf(last) ? ` of ${dayOf(first)}` : ` of ${dayOf(first)} to ${dayOf(last)}`;
}

/** One line about facts that are not shown: how many, of which days, and what they are about. Empty where there are none. */
export function writeShadow(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const topics = listTopics(facts).slice(0, MOST_TOPICS).join(', ');
  const count = facts.length === 1 ? '1 earlier fact' : `${facts.length} earlier facts`;
  const line = `${count}${writePeriod(facts)}, about: ${topics}`.replace(/\s+/gu, ' ');
  return line.length <= MAX_SHADOW ? line : `${line.slice(0, MAX_SHADOW - 1)}…`;
}
