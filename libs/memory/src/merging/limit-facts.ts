import type { Fact } from '../fact';

const isPinned = ({ pinned }: Fact): boolean => pinned === true;

/** What goes first: what no longer holds, then what is least sure; of those that are equal the oldest. */
function compareWorth(a: Fact, b: Fact): number {
  const holds = ({ superseded_by }: Fact): number => (superseded_by === undefined ? 1 : 0);
  const times = (a.at ?? '').localeCompare(b.at ?? '');
  return holds(a) - holds(b) || (a.confidence ?? 1) - (b.confidence ?? 1) || times;
}

/**
 * The facts that stay in a memory with at most `most`, in their order. Facts that no longer hold go first, then those that are least sure, then
 * the oldest. Pinned facts always stay, even if there are more of them.
 */
export function limitFacts(facts: readonly Fact[], most: number): Fact[] {
  const others = facts.filter((fact) => !isPinned(fact)).toSorted(compareWorth);
  const left = Math.max(0, Math.min(others.length, facts.length - most));
  const gone = new Set(others.slice(0, left));
  return facts.filter((fact) => !gone.has(fact));
}
