import type { TrailNode } from '@crumbtrail/contracts';
import type { Branch } from '@crumbtrail/contracts/http/trails';

/**
 * The causal tree of a trail, children in the order of the log. A crumb whose cause is not among those given (not this
 * reader's to see) stands at the top. Every crumb stands in it exactly once.
 */
export function causalTree(nodes: readonly TrailNode[]): Branch[] {
  const branches = new Map(nodes.map(({ id }) => [id, { id, children: [] as Branch[] }]));
  const roots: Branch[] = [];
  for (const { id, cause } of [...nodes].sort((a, b) => a.position - b.position)) {
    const parent = cause && cause.id !== id ? branches.get(cause.id) : undefined;
    (parent?.children ?? roots).push(branches.get(id) as Branch);
  }
  return roots;
}
