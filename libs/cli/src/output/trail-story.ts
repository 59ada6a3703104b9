import type { TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import {
  buildStory,
  describeAct,
  formatAct,
  formatDollars,
  formatDuration,
  nodeAudience,
  findDenial,
  nodeIssues,
  nodeProblems,
  type StoryRow,
} from '@crumbtrail/formatting';
import stringWidth from 'string-width';
import { type OutputLine, toOneLine } from '../terminal';
import { type AuthorName, writtenName } from './author-names';
import { citationLines } from './grounding';
import { shortenCitations } from './short-id';
import { formatTokens, nodeStyle } from './trail-tree';
import { cutToWidth, padToWidth } from '../width';

/** The cells right of the text. */
type RowNumbers = readonly [at: string, duration: string, tokens: string, cost: string];

const GAP = '  ';
/** A narrow terminal leaves out costs, then tokens, then durations, then times, before the text gets less than this. */
const MIN_TEXT_WIDTH = 48;

/** The author by name, with the id where the name is another, because a name can be anything. */
function nameWithId({ author }: TrailNode, nameOf: AuthorName): string {
  const name = nameOf(author);
  return name.toLowerCase() === author.id.toLowerCase() ? name : `${name} (${author.id})`;
}

/** What went wrong in a row; of a denied call, who denied it. */
function listIssues(row: StoryRow, nameOf: AuthorName): readonly string[] {
  const denial = findDenial(row);
  if (!denial) return nodeIssues(row.node);
  const { kind } = denial.author;
  const how = kind === 'service' ? 'denied, because nobody decided in time' : `denied by ${nameOf(denial.author)}`;
  return [how, ...nodeProblems(row.node)];
}

/** What a row of a story says on one line: the act, what went wrong, who may read it, and the text. */
export function storyText(row: StoryRow, nameOf: AuthorName): string {
  const { node, parts } = row;
  const { act, text } = describeAct(parts, nameWithId(node, nameOf));
  const readers = nodeAudience(node);
  const notes = [...listIssues(row, nameOf), ...(readers === undefined ? [] : [readers])];
  const noted = notes.length > 0 ? `${act} (${notes.join(', ')})` : act;
  return toOneLine(formatAct({ act: noted, text }));
}

const listNumbers = ({ node }: StoryRow): RowNumbers => [
  `+${formatDuration(node.at_ms)}`,
  node.duration_ms === undefined ? '' : formatDuration(node.duration_ms),
  formatTokens(node),
  node.cost_usd === undefined ? '' : formatDollars(node.cost_usd),
];

/** The widths of the columns of numbers, as many as leave enough room for the text. */
function measureNumbers(rows: readonly RowNumbers[], room: number): number[] {
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  if (widths.at(-1) === 0) widths.pop();
  const total = (): number => widths.reduce((sum, width) => sum + width + GAP.length, 0);
  while (widths.length > 0 && room - total() < MIN_TEXT_WIDTH) widths.pop();
  return widths;
}

/** A trail as a story, one line per act, with its time since the root, duration, tokens and cost; under a reply, what it rests on. */
export function storyLines({ nodes }: TrailTree, width: number, nameOf: AuthorName = writtenName): OutputLine[] {
  const rows = buildStory(nodes);
  const shorten = shortenCitations(nodes, width);
  const numbers = rows.map(listNumbers);
  const texts = rows.map((row) => `${'  '.repeat(row.depth)}${storyText(row, nameOf)}`);
  const longest = Math.max(0, ...texts.map((text) => stringWidth(text)));
  const widths = measureNumbers(numbers, width);
  const taken = widths.reduce((sum, each) => sum + each + GAP.length, 0);
  const textWidth = Math.min(longest, width - taken);
  return rows.flatMap((row, at): OutputLine[] => {
    const cells = widths.map((size, column) => (numbers[at]?.[column] ?? '').padStart(size));
    const text = padToWidth(cutToWidth(texts[at] ?? '', textWidth), textWidth);
    const line = [text, ...cells].join(GAP).trimEnd();
    const style = nodeStyle(row.node);
    const indent = '  '.repeat(row.depth + 1);
    const citations = citationLines(row.node.rests_on ?? [], nameOf, shorten).map((one): OutputLine => {
      return { text: cutToWidth(indent + one, width), style: 'dim' };
    });
    return [style === undefined ? line : { text: line, style }, ...citations];
  });
}
