import type { TrailNode } from '@crumbtrail/contracts';
import type { Branch } from '@crumbtrail/contracts/http/trails';

/**
 * Builds the causal tree of a trail, with children in log order. A breadcrumb whose cause is not among the given ones (the
 * reader may not read it) is a root. Every breadcrumb is in the tree exactly once.
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
