import type { Branch, TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { oneLine, short } from '../terminal';
import { duration } from './duration';

interface Row {
  readonly name: string;
  readonly author: string;
  readonly after: string;
  readonly tokens: string;
  readonly took: string;
  readonly says: string;
}

/** The strokes before a crumb, and those before what it led to. */
interface Strokes {
  readonly own: string;
  readonly below: string;
}

const TOP: Strokes = { own: '', below: '' };

function strokes({ below }: Strokes, isLast: boolean): Strokes {
  return { own: below + (isLast ? '└─ ' : '├─ '), below: below + (isLast ? '   ' : '│  ') };
}

function row(node: TrailNode, own: string): Row {
  return {
    name: own + node.schema_name,
    author: `${node.author.kind} ${node.author.id}`,
    after: `+${duration(node.at_ms)}`,
    tokens: node.tokens === undefined ? '' : `${node.tokens} tok`,
    took: node.duration_ms === undefined ? '' : duration(node.duration_ms),
    says: node.erased ? '(erased)' : oneLine(node.summary ?? node.title ?? ''),
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

/** A trail as a tree of lines: schema, author, time since the root, tokens, duration, and what it says. */
export function drawTrail({ nodes, tree }: TrailTree, width: number): string[] {
  const rows = rowsOf(tree, new Map(nodes.map((node) => [node.id, node])), TOP, true);
  const widest = (column: keyof Row): number => Math.max(0, ...rows.map((one) => one[column].length));
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
    return short(`${left.join('  ')}  ${one.says}`.trimEnd(), width);
  });
}
