import type { Branch, TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { formatDuration, hasFailed, nodeAudience, nodeIssues, nodeName } from '@crumbtrail/formatting';
import stringWidth from 'string-width';
import { type LineStyle, lineText, type OutputLine, toOneLine } from '../terminal';
import { type AuthorName, authorLabel, writtenName } from './author-names';
import { citationLines } from './grounding';
import { shortenCitations } from './short-id';
import { cutToWidth, padToWidth } from '../width';

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
  /** What a reply rests on, shown below its line. */
  readonly citations: readonly string[];
}

type TreeColumn = Exclude<keyof TreeRow, 'style' | 'text' | 'citations'>;

const COLUMNS: readonly TreeColumn[] = ['name', 'author', 'at', 'tokens', 'duration'];
const RIGHT_ALIGNED: ReadonlySet<TreeColumn> = new Set(['at', 'tokens', 'duration']);
/** The columns that a narrow terminal leaves out, the first to go first. */
const GIVING_WAY: readonly TreeColumn[] = ['duration', 'tokens', 'at', 'author'];
const MIN_TEXT_WIDTH = 24;
const GAP = '  ';

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
  const readers = nodeAudience(node);
  const issues = [...nodeIssues(node), ...(readers === undefined ? [] : [readers])];
  const text = node.summary ?? node.title ?? '';
  return toOneLine(issues.length > 0 ? `(${issues.join(', ')}) ${text}` : text);
}

/** Failed nodes are red, erased ones dim, the others plain. */
export const nodeStyle = (node: TrailNode): LineStyle | undefined =>
  hasFailed(node) ? 'red' : node.erased ? 'dim' : undefined;

/** `230 tok`, or `230 tok (192 cached)` where the provider had a part of the prompt. */
export function formatTokens({ tokens, cached_tokens = 0 }: TrailNode): string {
  if (tokens === undefined) return '';
  return cached_tokens > 0 ? `${tokens} tok (${cached_tokens} cached)` : `${tokens} tok`;
}

/** The nodes of a trail by id, and how their authors are called. */
interface TreeNodes {
  readonly nodes: ReadonlyMap<string, TrailNode>;
  readonly nameOf: AuthorName;
  /** Shortens the ids of what replies rest on. */
  readonly shorten: (id: string) => string;
}

function buildRow(node: TrailNode, prefix: TreePrefix, { nameOf, shorten }: TreeNodes): TreeRow {
  return {
    name: prefix.node + toOneLine(nodeName(node)),
    author: authorLabel(node.author, nameOf),
    at: `+${formatDuration(node.at_ms)}`,
    tokens: formatTokens(node),
    duration: node.duration_ms === undefined ? '' : formatDuration(node.duration_ms),
    text: summarize(node),
    style: nodeStyle(node),
    citations: citationLines(node.rests_on ?? [], nameOf, shorten).map((line) => `${prefix.children}   ${line}`),
  };
}

function buildRows(branches: readonly Branch[], trail: TreeNodes, parent?: TreePrefix): TreeRow[] {
  return branches.flatMap(({ id, children }, index) => {
    const prefix = parent === undefined ? ROOT : childPrefix(parent, index === branches.length - 1);
    return [buildRow(trail.nodes.get(id) as TrailNode, prefix, trail), ...buildRows(children, trail, prefix)];
  });
}

/** The width of each column that is shown: on a narrow terminal columns give way to the text. */
function measureColumns(rows: readonly TreeRow[], width: number): ReadonlyMap<TreeColumn, number> {
  const measure = (column: TreeColumn): number => Math.max(0, ...rows.map((row) => stringWidth(row[column])));
  const widths = new Map(COLUMNS.map((column) => [column, measure(column)]));
  const textWidth = (): number => [...widths.values()].reduce((left, one) => left - one - GAP.length, width);
  for (const column of GIVING_WAY) if (textWidth() < MIN_TEXT_WIDTH) widths.delete(column);
  return widths;
}

/**
 * A trail as a tree, one line per node: name, author, time since the root, tokens, duration, issues and text; under a reply, what it rests on. Where less than 24
 * characters would be left for the text, the duration, the tokens, the time and the author are left out, in this order.
 */
export function trailLines({ nodes, tree }: TrailTree, width: number, nameOf: AuthorName = writtenName): OutputLine[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rows = buildRows(tree, { nodes: byId, nameOf, shorten: shortenCitations(nodes, width) });
  const columns = [...measureColumns(rows, width)];
  return rows.flatMap((row): OutputLine[] => {
    const cells = columns.map(([column, size]) =>
      RIGHT_ALIGNED.has(column) ? row[column].padStart(size) : padToWidth(row[column], size),
    );
    const text = cutToWidth([...cells, row.text].join(GAP).trimEnd(), width);
    const line = row.style === undefined ? text : { text, style: row.style };
    return [line, ...row.citations.map((one): OutputLine => ({ text: cutToWidth(one, width), style: 'dim' }))];
  });
}

/** {@link trailLines} without styles. */
export function drawTrail(trail: TrailTree, width: number): string[] {
  return trailLines(trail, width).map(lineText);
}
