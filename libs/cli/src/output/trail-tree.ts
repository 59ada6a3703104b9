import type { Branch, TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { formatDuration, nodeIssues, nodeName } from '@crumbtrail/formatting';
import { type LineStyle, lineText, type OutputLine, toOneLine, truncateText } from '../terminal';

/** The cells of one node, and how its line is highlighted. */
interface TreeRow {
  readonly name: string;
  readonly author: string;
  /** Time since the root of the trail. */
  readonly at: string;
  readonly tokens: string;
  readonly duration: string;
  readonly text: string;
  readonly style: LineStyle | undefined;
}

type TreeColumn = Exclude<keyof TreeRow, 'style' | 'text'>;

/** The branch characters before a node, and those before its children. */
interface TreePrefix {
  readonly node: string;
  readonly children: string;
}

const ROOT: TreePrefix = { node: '', children: '' };

function childPrefix({ children }: TreePrefix, isLast: boolean): TreePrefix {
  return { node: children + (isLast ? '└─ ' : '├─ '), children: children + (isLast ? '   ' : '│  ') };
}

function summarize(node: TrailNode): string {
  if (node.erased) return '(erased)';
  const issues = nodeIssues(node);
  const text = node.summary ?? node.title ?? '';
  return toOneLine(issues.length > 0 ? `(${issues.join(', ')}) ${text}` : text);
}

/** Failed nodes are red, erased ones dim, the others plain. */
export const nodeStyle = ({ error, erased }: TrailNode): LineStyle | undefined =>
  error !== undefined ? 'red' : erased ? 'dim' : undefined;

function buildRow(node: TrailNode, prefix: string): TreeRow {
  return {
    name: prefix + toOneLine(nodeName(node)),
    author: `${node.author.kind} ${node.author.id}`,
    at: `+${formatDuration(node.at_ms)}`,
    tokens: node.tokens === undefined ? '' : `${node.tokens} tok`,
    duration: node.duration_ms === undefined ? '' : formatDuration(node.duration_ms),
    text: summarize(node),
    style: nodeStyle(node),
  };
}

function buildRows(branches: readonly Branch[], nodes: ReadonlyMap<string, TrailNode>, parent?: TreePrefix): TreeRow[] {
  return branches.flatMap(({ id, children }, index) => {
    const prefix = parent === undefined ? ROOT : childPrefix(parent, index === branches.length - 1);
    return [buildRow(nodes.get(id) as TrailNode, prefix.node), ...buildRows(children, nodes, prefix)];
  });
}

/** A trail as a tree, one line per node: name, author, time since the root, tokens, duration, issues and text. */
export function trailLines({ nodes, tree }: TrailTree, width: number): OutputLine[] {
  const rows = buildRows(tree, new Map(nodes.map((node) => [node.id, node])));
  const measure = (column: TreeColumn): number => Math.max(0, ...rows.map((row) => row[column].length));
  const widths = {
    name: measure('name'),
    author: measure('author'),
    at: measure('at'),
    tokens: measure('tokens'),
    duration: measure('duration'),
  };
  return rows.map((row) => {
    const cells = [
      row.name.padEnd(widths.name),
      row.author.padEnd(widths.author),
      row.at.padStart(widths.at),
      row.tokens.padStart(widths.tokens),
      row.duration.padStart(widths.duration),
      row.text,
    ];
    const text = truncateText(cells.join('  ').trimEnd(), width);
    return row.style === undefined ? text : { text, style: row.style };
  });
}

/** {@link trailLines} without styles. */
export function drawTrail(trail: TrailTree, width: number): string[] {
  return trailLines(trail, width).map(lineText);
}
