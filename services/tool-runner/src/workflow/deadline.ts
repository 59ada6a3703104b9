import type { Attempt, AttemptLookup, Wait } from './attempts';
import type { WorkflowPlan } from './plan';

function attemptsOf({ steps }: WorkflowPlan, lookup: AttemptLookup): Attempt[] {
  return steps.flatMap((step) => {
    const found: Attempt[] = [];
    for (let one = lookup(step, 1); one; one = lookup(step, found.length + 1)) found.push(one);
    return found;
  });
}

/** The time that waits take together, in milliseconds; waits at the same time count once. */
function totalOf(waits: readonly Required<Wait>[]): number {
  let total = 0;
  let counted = -Infinity;
  for (const { since, until } of [...waits].sort((a, b) => a.since - b.since)) {
    total += Math.max(0, until - Math.max(since, counted));
    counted = Math.max(counted, until);
  }
  return total;
}

/**
 * The time limit of a workflow, in milliseconds since 1970: it stands still while a step waits for a person. Null while one waits. `deadline` is what it would be if nobody
 * had been asked.
 */
export function extendedDeadline(plan: WorkflowPlan, lookup: AttemptLookup, deadline: number): number | null {
  const waits = attemptsOf(plan, lookup).flatMap(({ waited }) => (waited ? [waited] : []));
  const ended = waits.filter((wait): wait is Required<Wait> => wait.until !== undefined);
  return ended.length < waits.length ? null : deadline + totalOf(ended);
}
