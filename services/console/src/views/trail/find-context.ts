import type { TrailNode } from '@crumbtrail/contracts';

/** Yields a node and its causes up to the root; stops at a cycle. */
function* walkCauses(nodes: ReadonlyMap<string, TrailNode>, id: string): Generator<TrailNode> {
  const seen = new Set<string>();
  for (let node = nodes.get(id); node && !seen.has(node.id); node = node.cause && nodes.get(node.cause.id)) {
    seen.add(node.id);
    yield node;
  }
}

/** The context of a breadcrumb: itself, the nearest one among its causes, or the first one it caused. */
export function findContext(
  nodes: readonly TrailNode[],
  id: string,
  isContext: (node: TrailNode) => boolean,
): string | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of walkCauses(byId, id)) if (isContext(node)) return node.id;
  const below = (node: TrailNode): boolean => [...walkCauses(byId, node.id)].some((one) => one.id === id);
  return nodes.find((node) => isContext(node) && below(node))?.id;
}
