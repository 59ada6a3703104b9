import type { TrailNode } from '@crumbtrail/contracts';
import type { StoryRow } from '@crumbtrail/formatting';

/** A row of a trail: of its story, or one node at its causal depth. */
export type TrailRow = StoryRow;

interface Tree {
  readonly roots: readonly TrailNode[];
  readonly children: ReadonlyMap<string, readonly TrailNode[]>;
  readonly known: ReadonlySet<string>;
}

const sortByPosition = (nodes: readonly TrailNode[]): TrailNode[] => [...nodes].sort((a, b) => a.position - b.position);

function uniqueNodes(nodes: readonly TrailNode[]): TrailNode[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()];
}

function buildTree(nodes: readonly TrailNode[]): Tree {
  const known = new Set(nodes.map(({ id }) => id));
  const roots: TrailNode[] = [];
  const children = new Map<string, TrailNode[]>();
  for (const node of nodes) {
    const cause = node.cause?.id;
    if (cause === undefined || cause === node.id || !known.has(cause)) roots.push(node);
    else if (!children.get(cause)?.push(node)) children.set(cause, [node]);
  }
  return { roots, children, known };
}

/** Yields the unvisited nodes below a root, top down. */
function* walk(root: TrailNode, tree: Tree, visited: Set<string>): Generator<TrailRow> {
  const todo: { node: TrailNode; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { node, depth } = next;
    if (visited.has(node.id)) continue;
    visited.add(node.id);
    const below = tree.children.get(node.id) ?? [];
    const cause = node.cause?.id;
    const isOrphan = cause !== undefined && !tree.known.has(cause);
    yield { node, parts: [node], depth, children: below.length, isOrphan };
    for (let at = below.length - 1; at >= 0; at -= 1) todo.push({ node: below[at] as TrailNode, depth: depth + 1 });
  }
}

/** The tree as rows, top down. Every node appears exactly once; cycles of causes are cut at their oldest node. */
export function buildTreeRows(nodes: readonly TrailNode[]): TrailRow[] {
  const ordered = sortByPosition(uniqueNodes(nodes));
  const tree = buildTree(ordered);
  const visited = new Set<string>();
  const rows: TrailRow[] = [];
  for (const root of [...tree.roots, ...ordered]) {
    if (!visited.has(root.id)) rows.push(...walk(root, tree, visited));
  }
  return rows;
}

/** The rows that are not below a folded row. */
export function visibleRows(rows: readonly TrailRow[], folded: ReadonlySet<string>): TrailRow[] {
  let hiddenBelow = Infinity;
  return rows.filter(({ node, depth }) => {
    if (depth > hiddenBelow) return false;
    hiddenBelow = folded.has(node.id) ? depth : Infinity;
    return true;
  });
}

/** The index of the parent row, or the row itself if it is a root. */
export function findParent(rows: readonly TrailRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.depth ?? 0) < depth) return above;
  return at;
}
