import type { MemoryFact } from '@crumbtrail/contracts';
import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';

/** A fact in the memory that holds it. */
export interface ListedFact {
  readonly memory: MemoryEntry;
  readonly fact: MemoryFact;
}

/** Facts under one heading. */
export interface FactGroup {
  readonly name: string;
  readonly facts: readonly ListedFact[];
}

/** What facts are grouped by. */
export type FactGrouping = 'agent' | 'person';

const NOBODY = 'nobody in particular';

const HEADINGS: Readonly<Record<FactGrouping, (listed: ListedFact) => string>> = {
  agent: ({ memory }) => memory.agent,
  person: ({ fact }) => fact.about ?? NOBODY,
};

/** The facts of memories, grouped by the agent that remembers them or by the participant that they are about, in the order of their first facts. */
export function groupFacts(memories: readonly MemoryEntry[], grouping: FactGrouping): FactGroup[] {
  const listed = memories.flatMap((memory) => memory.facts.map((fact) => ({ memory, fact })));
  const groups = new Map<string, ListedFact[]>();
  for (const one of listed) {
    const heading = HEADINGS[grouping](one);
    groups.set(heading, [...(groups.get(heading) ?? []), one]);
  }
  return [...groups].map(([name, facts]) => ({ name, facts }));
}
