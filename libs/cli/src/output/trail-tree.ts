import type { Branch, TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { type OutputLine, toOneLine, truncate, type LineStyle, lineText } from '../terminal';
import { formatDuration } from './duration';

interface TreeRow {
  readonly name: string;
  readonly author: string;
  readonly after: string;
  readonly tokens: string;
  readonly took: string;
  readonly says: string;
  readonly style: LineStyle | undefined;
}

/** The strokes before a crumb, and those before what it led to. */
interface TreeStrokes {
  readonly own: string;
  readonly below: string;
}

type TreeColumn = Exclude<keyof TreeRow, 'style'>;

const TOP: TreeStrokes = { own: '', below: '' };

function nextStrokes({ below }: TreeStrokes, isLast: boolean): TreeStrokes {
  return { own: below + (isLast ? '└─ ' : '├─ '), below: below + (isLast ? '   ' : '│  ') };
}

/** Which of its kind it is: a step by its number, what tools do by the tool. */
export const nodeName = ({ schema_name, step, tool }: TrailNode): string =>
  [schema_name, step, tool].filter((part) => part !== undefined).join(' ');

function summarize({ erased, action, error, partial, summary, title }: TrailNode): string {
  if (erased) return '(erased)';
  const marks = [
    ...(action === 'stopped' ? ['stopped'] : []),
    ...(error === undefined ? [] : [`failed: ${error}`]),
    ...(partial ? ['incomplete'] : []),
  ];
  return toOneLine(`${marks.length > 0 ? `(${marks.join(', ')}) ` : ''}${summary ?? title ?? ''}`);
}

/** What failed stands out; what is gone stands back. */
export const nodeStyle = ({ error, erased }: TrailNode): LineStyle | undefined =>
  error !== undefined ? 'red' : erased ? 'dim' : undefined;

function buildRow(node: TrailNode, own: string): TreeRow {
  return {
    name: own + toOneLine(nodeName(node)),
    author: `${node.author.kind} ${node.author.id}`,
    after: `+${formatDuration(node.at_ms)}`,
    tokens: node.tokens === undefined ? '' : `${node.tokens} tok`,
    took: node.duration_ms === undefined ? '' : formatDuration(node.duration_ms),
    says: summarize(node),
    style: nodeStyle(node),
  };
}

function buildRows(
  branches: readonly Branch[],
  nodes: ReadonlyMap<string, TrailNode>,
  at: TreeStrokes,
  isTop: boolean,
): TreeRow[] {
  return branches.flatMap(({ id, children }, i) => {
    const here = isTop ? TOP : nextStrokes(at, i === branches.length - 1);
    return [buildRow(nodes.get(id) as TrailNode, here.own), ...buildRows(children, nodes, here, false)];
  });
}

/** A trail as a tree, in lines that stand out where something failed. */
export function trailLines({ nodes, tree }: TrailTree, width: number): OutputLine[] {
  const rows = buildRows(tree, new Map(nodes.map((node) => [node.id, node])), TOP, true);
  const widest = (column: TreeColumn): number => Math.max(0, ...rows.map((one) => one[column].length));
  const [name, author, after, tokens, took] = (['name', 'author', 'after', 'tokens', 'took'] as const).map(widest) as [
    ...[number, number, number, number, number],
  ];
  return rows.map((one) => {
    const left = [
      one.name.padEnd(name),
      one.author.padEnd(author),
      one.after.padStart(after),
      one.tokens.padStart(tokens),
      one.took.padStart(took),
    ];
    const text = truncate(`${left.join('  ')}  ${one.says}`.trimEnd(), width);
    return one.style === undefined ? text : { text, style: one.style };
  });
}
/** A trail as a tree of lines: schema, step and tool, author, time since the root, tokens, duration, what went wrong, and what it says. */
export function drawTrail(trail: TrailTree, width: number): string[] {
  return trailLines(trail, width).map(lineText);
}
