import type { TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import {
  buildStory,
  describeAct,
  formatDollars,
  formatDuration,
  nodeIssues,
  nodeSpan,
  type TimeSpan,
} from '@crumbtrail/formatting';
import stringWidth from 'string-width';
import { type OutputLine, toOneLine } from '../terminal';
import { type AuthorName, writtenName } from './author-names';
import { formatTokens, nodeStyle } from './trail-tree';
import { cutToWidth, padToWidth } from '../width';

/** Used where the output is not a terminal and so has no width. */
const DEFAULT_WIDTH = 120;
const MIN_BAR_WIDTH = 8;
/** The largest shares of the width that names and authors may take. */
const NAME_SHARE = 0.3;
const AUTHOR_SHARE = 0.18;
/** On a narrower terminal only the names of the acts say whose they are, and may take more of the width. */
const MIN_WIDTH_WITH_AUTHORS = 100;
const NAME_SHARE_ALONE = 0.4;
const GAP = '  ';

/** The cells right of the bar: duration, tokens, cost, issues. */
type NodeFacts = readonly [duration: string, tokens: string, cost: string, issues: string];

interface ColumnWidths {
  readonly name: number;
  readonly author: number;
  readonly bar: number;
  readonly facts: readonly number[];
}

interface WaterfallRow {
  readonly node: TrailNode;
  readonly name: string;
  readonly author: string;
  readonly facts: NodeFacts;
}

function listFacts(node: TrailNode): NodeFacts {
  const { duration_ms, cost_usd } = node;
  return [
    duration_ms === undefined ? '' : formatDuration(duration_ms),
    formatTokens(node),
    cost_usd === undefined ? '' : formatDollars(cost_usd),
    toOneLine(nodeIssues(node).join(', ')),
  ];
}

function buildRows({ nodes }: TrailTree, nameOf: AuthorName): WaterfallRow[] {
  return buildStory(nodes).map(({ node, parts, depth }) => {
    const author = nameOf(node.author);
    return {
      node,
      name: `${' '.repeat(depth)}${toOneLine(describeAct(parts, author).act)}`,
      author,
      facts: listFacts(node),
    };
  });
}

const maxLength = (cells: readonly string[]): number => Math.max(0, ...cells.map((cell) => stringWidth(cell)));

/** Names and authors take what they need up to their share, facts what they need, the bar the rest. */
function measureColumns(rows: readonly WaterfallRow[], width: number): ColumnWidths {
  const isNarrow = width < MIN_WIDTH_WITH_AUTHORS;
  const nameShare = isNarrow ? NAME_SHARE_ALONE : NAME_SHARE;
  const name = Math.min(maxLength(rows.map((row) => row.name)), Math.floor(width * nameShare));
  const authors = maxLength(rows.map((row) => row.author));
  const author = isNarrow ? 0 : Math.min(authors, Math.floor(width * AUTHOR_SHARE));
  const facts = [0, 1, 2, 3].map((column) => maxLength(rows.map((row) => row.facts[column] ?? '')));
  const factsWidth = facts.reduce((sum, one) => sum + (one > 0 ? one + GAP.length : 0), 0);
  const authorWidth = author === 0 ? 0 : author + GAP.length;
  const bar = Math.max(MIN_BAR_WIDTH, width - name - authorWidth - factsWidth - GAP.length);
  return { name, author, bar, facts };
}

/** Draws when a node began and ended; a moment without duration is a dot. */
function drawBar({ from, to }: TimeSpan, total: number, width: number): string {
  const toColumn = (ms: number): number => Math.min(width - 1, Math.floor((ms / Math.max(1, total)) * width));
  const start = toColumn(Math.max(0, from));
  const end = toColumn(to);
  const drawn = to > from ? '█'.repeat(end - start + 1) : '·';
  return `${' '.repeat(start)}${drawn}`.padEnd(width);
}

/** The facts aligned to the right; the issues, which come last, as they are. */
function alignFacts(facts: NodeFacts, widths: readonly number[]): string[] {
  const last = facts.length - 1;
  return facts
    .map((cell, column) => (column === last ? cell : cell.padStart(widths[column] ?? 0)))
    .filter((_, column) => widths[column] !== 0);
}

/** A trail on one time axis: each event with its name, author, start and end, duration, tokens, cost and issues. */
export function waterfallLines(trail: TrailTree, maxWidth: number, nameOf: AuthorName = writtenName): OutputLine[] {
  const width = maxWidth >= Number.MAX_SAFE_INTEGER ? DEFAULT_WIDTH : maxWidth;
  const rows = buildRows(trail, nameOf);
  const columns = measureColumns(rows, width);
  const total = Math.max(1, ...rows.map(({ node }) => nodeSpan(node).to));
  const lines = rows.map(({ node, name, author, facts }): OutputLine => {
    const cells = [
      padToWidth(cutToWidth(name, columns.name), columns.name),
      ...(columns.author === 0 ? [] : [padToWidth(cutToWidth(author, columns.author), columns.author)]),
      drawBar(nodeSpan(node), total, columns.bar),
      ...alignFacts(facts, columns.facts),
    ];
    const text = cutToWidth(cells.join(GAP).trimEnd(), width);
    const style = nodeStyle(node);
    return style === undefined ? text : { text, style };
  });
  const end = formatDuration(total);
  const before = columns.name + GAP.length + (columns.author === 0 ? 0 : columns.author + GAP.length);
  const axis = `${' '.repeat(before)}0${end.padStart(Math.max(end.length + 1, columns.bar - 1))}`;
  return [{ text: cutToWidth(axis, width), style: 'dim' }, ...lines];
}
