import type { Branch, TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { type Line, oneLine, short, type Style, textOf } from '../terminal';
import { duration } from './duration';

interface Row {
  readonly name: string;
  readonly author: string;
  readonly after: string;
  readonly tokens: string;
  readonly took: string;
  readonly says: string;
  readonly style: Style | undefined;
}

/** The strokes before a crumb, and those before what it led to. */
interface Strokes {
  readonly own: string;
  readonly below: string;
}

type Column = Exclude<keyof Row, 'style'>;

const TOP: Strokes = { own: '', below: '' };

function strokes({ below }: Strokes, isLast: boolean): Strokes {
  return { own: below + (isLast ? '└─ ' : '├─ '), below: below + (isLast ? '   ' : '│  ') };
}

/** Which of its kind it is: a step by its number, what tools do by the tool. */
export const which = ({ schema_name, step, tool }: TrailNode): string =>
  [schema_name, step, tool].filter((part) => part !== undefined).join(' ');

function says({ erased, action, error, partial, summary, title }: TrailNode): string {
  if (erased) return '(erased)';
  const marks = [
    ...(action === 'stopped' ? ['stopped'] : []),
    ...(error === undefined ? [] : [`failed: ${error}`]),
    ...(partial ? ['incomplete'] : []),
  ];
  return oneLine(`${marks.length > 0 ? `(${marks.join(', ')}) ` : ''}${summary ?? title ?? ''}`);
}

/** What failed stands out; what is gone stands back. */
export const styleOf = ({ error, erased }: TrailNode): Style | undefined =>
  error !== undefined ? 'red' : erased ? 'dim' : undefined;

function row(node: TrailNode, own: string): Row {
  return {
    name: own + oneLine(which(node)),
    author: `${node.author.kind} ${node.author.id}`,
    after: `+${duration(node.at_ms)}`,
    tokens: node.tokens === undefined ? '' : `${node.tokens} tok`,
    took: node.duration_ms === undefined ? '' : duration(node.duration_ms),
    says: says(node),
    style: styleOf(node),
  };
}

function rowsOf(
  branches: readonly Branch[],
  nodes: ReadonlyMap<string, TrailNode>,
  at: Strokes,
  isTop: boolean,
): Row[] {
  return branches.flatMap(({ id, children }, i) => {
    const here = isTop ? TOP : strokes(at, i === branches.length - 1);
    return [row(nodes.get(id) as TrailNode, here.own), ...rowsOf(children, nodes, here, false)];
  });
}

/** A trail as a tree, in lines that stand out where something failed. */
export function trailLines({ nodes, tree }: TrailTree, width: number): Line[] {
  const rows = rowsOf(tree, new Map(nodes.map((node) => [node.id, node])), TOP, true);
  const widest = (column: Column): number => Math.max(0, ...rows.map((one) => one[column].length));
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
    const text = short(`${left.join('  ')}  ${one.says}`.trimEnd(), width);
    return one.style === undefined ? text : { text, style: one.style };
  });
}
/** A trail as a tree of lines: schema, step and tool, author, time since the root, tokens, duration, what went wrong, and what it says. */
export function drawTrail(trail: TrailTree, width: number): string[] {
  return trailLines(trail, width).map(textOf);
}
