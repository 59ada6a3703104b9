import type { TrailNode } from '@crumbtrail/contracts';

/** A crumb's place in its trail. */
export interface TrailBranch {
  readonly id: string;
  readonly children: readonly TrailBranch[];
}

/**
 * The causal tree of a trail, children in the order of the log. A crumb whose cause is not among those given (not this
 * reader's to see) stands at the top. Every crumb stands in it exactly once.
 */
export function causalTree(nodes: readonly TrailNode[]): TrailBranch[] {
  const branches = new Map(nodes.map(({ id }) => [id, { id, children: [] as TrailBranch[] }]));
  const roots: TrailBranch[] = [];
  for (const { id, cause } of [...nodes].sort((a, b) => a.position - b.position)) {
    const parent = cause && cause.id !== id ? branches.get(cause.id) : undefined;
    (parent?.children ?? roots).push(branches.get(id) as TrailBranch);
  }
  return roots;
}
