import type { Fact } from '@crumbtrail/memory';

/** Most facts of a section, and most bytes of them as JSON: every version is kept whole. */
const MOST_FACTS = 96;
const MOST_BYTES = 64 * 1024;

/** How useful a fact is: 3 for a pinned one, 1 to 2 by confidence for one that holds, 0 for one that a later fact replaced. */
const useOf = ({ pinned, superseded_by, confidence = 1 }: Fact): number =>
  pinned === true ? 3 : superseded_by === undefined ? 1 + confidence : 0;

/** The facts of a section that fit into it, in their order. What is left out stays in the versions before. */
export function limitFacts(facts: readonly Fact[], most = MOST_FACTS, bytes = MOST_BYTES): Fact[] {
  const places = new Map(facts.map((fact, at) => [fact, at]));
  const best = facts.toSorted((a, b) => useOf(b) - useOf(a) || (places.get(b) ?? 0) - (places.get(a) ?? 0));
  let room = bytes;
  const kept = new Set<Fact>();
  for (const fact of best.slice(0, most)) {
    room -= Buffer.byteLength(JSON.stringify(fact)) + 1;
    if (room >= 0 || fact.pinned === true) kept.add(fact);
  }
  return facts.filter((fact) => kept.has(fact));
}
