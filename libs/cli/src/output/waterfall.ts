import type { Branch, TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { type OutputLine, toOneLine, truncate } from '../terminal';
import { formatDuration } from './duration';
import { nodeStyle, nodeName } from './trail-tree';

/** Where nobody looks there is no width to fit. */
const USUAL_WIDTH = 120;
const NARROWEST_BAR = 8;
/** How much of the width names and services may take, and no more. */
const NAME_SHARE = 0.3;
const SERVICE_SHARE = 0.18;

interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A turn lasts from when it was left; of everything else, the crumb comes when the work is done. */
function nodeSpan({ schema_name, at_ms, duration_ms = 0 }: TrailNode): TimeSpan {
  if (schema_name.startsWith('agent.turn.')) return { from: at_ms, to: at_ms + duration_ms };
  return { from: Math.max(0, at_ms - duration_ms), to: at_ms };
}

function bar({ from, to }: TimeSpan, total: number, width: number): string {
  const at = (ms: number): number => Math.min(width - 1, Math.floor((ms / Math.max(1, total)) * width));
  const [start, end] = [at(from), at(to)];
  const drawn = to > from ? '█'.repeat(end - start + 1) : '·';
  return `${' '.repeat(start)}${drawn}`.padEnd(width);
}

const money = (usd: number): string => `$${usd < 0.01 ? usd.toPrecision(2) : usd.toFixed(2)}`;

function nodeFacts({ duration_ms, tokens, cost_usd, error, action, partial, erased }: TrailNode): string[] {
  const marks = [
    ...(erased ? ['erased'] : []),
    ...(action === 'stopped' ? ['stopped'] : []),
    ...(error === undefined ? [] : [`failed: ${error}`]),
    ...(partial ? ['incomplete'] : []),
  ];
  return [
    duration_ms === undefined ? '' : formatDuration(duration_ms),
    tokens === undefined ? '' : `${tokens} tok`,
    cost_usd === undefined ? '' : money(cost_usd),
    toOneLine(marks.join(', ')),
  ];
}

/** In the order of the tree, each with how deep it stands. */
function flattenTree(branches: readonly Branch[], depth = 0): { id: string; depth: number }[] {
  return branches.flatMap(({ id, children }) => [{ id, depth }, ...flattenTree(children, depth + 1)]);
}

/** The widest of a column. */
const widest = (cells: readonly string[]): number => Math.max(0, ...cells.map(({ length }) => length));

/** A trail on one time axis: each hop with its schema, who left it, when and how long, tokens, cost and what went wrong. */
export function waterfallLines({ nodes, tree }: TrailTree, wide: number): OutputLine[] {
  const width = Math.min(wide, Number.MAX_SAFE_INTEGER) === Number.MAX_SAFE_INTEGER ? USUAL_WIDTH : wide;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rows = flattenTree(tree).map(({ id, depth }) => ({ node: byId.get(id) as TrailNode, depth }));
  const names = rows.map(({ node, depth }) => `${' '.repeat(depth)}${toOneLine(nodeName(node))}`);
  const services = rows.map(({ node }) => toOneLine(node.author.id));
  const facts = rows.map(({ node }) => nodeFacts(node));
  const [nameWide, serviceWide] = [
    Math.min(widest(names), Math.floor(width * NAME_SHARE)),
    Math.min(widest(services), Math.floor(width * SERVICE_SHARE)),
  ];
  const factsWide = [0, 1, 2, 3].map((column) => widest(facts.map((row) => row[column] ?? '')));
  const taken = nameWide + serviceWide + factsWide.reduce((sum, one) => sum + (one > 0 ? one + 2 : 0), 0);
  const barWide = Math.max(NARROWEST_BAR, width - taken - 2 * 2);
  const total = Math.max(1, ...rows.map(({ node }) => nodeSpan(node).to));
  const line = rows.map(({ node }, at): OutputLine => {
    const right = (facts[at] as string[]).flatMap((cell, column) => {
      const columnWide = factsWide[column] as number;
      if (columnWide === 0) return [];
      return [column === 3 ? cell : cell.padStart(columnWide)];
    });
    const left = [truncate(names[at] as string, nameWide).padEnd(nameWide)];
    const who = truncate(services[at] as string, serviceWide).padEnd(serviceWide);
    const text = [...left, who, bar(nodeSpan(node), total, barWide), ...right].join('  ').trimEnd();
    const style = nodeStyle(node);
    return style === undefined ? truncate(text, width) : { text: truncate(text, width), style };
  });
  const end = formatDuration(total);
  const axis = `${' '.repeat(nameWide + serviceWide + 4)}0${end.padStart(Math.max(end.length + 1, barWide - 1))}`;
  return [{ text: truncate(axis, width), style: 'dim' }, ...line];
}
