import type { ContextCostTable } from '@crumbtrail/client';
import { formatDollars } from '@crumbtrail/formatting';
import { type AuthorName, authorLabel, writtenName } from './author-names';
import type { ListingColumn } from './listing';
import { type OutputBlock, table } from './table';

type CostRow = ContextCostTable['rows'][number];
type Cost = ContextCostTable['prompts'];

const count = (number: number): string => number.toLocaleString('en-US');

const sizeCells = ({ cost_usd, tokens, cached_tokens }: Cost, priced: number): string[] => [
  priced === 0 ? '–' : formatDollars(cost_usd),
  count(tokens),
  tokens === 0 ? '' : `${Math.round((100 * cached_tokens) / tokens)} %`,
];

function nameCells(row: CostRow, by: ContextCostTable['by'], nameOf: AuthorName): string[] {
  if (by !== 'crumb') return [row.key];
  const author = row.author ? `${authorLabel(row.author, nameOf)}: ` : '';
  return [row.key, row.schema_name ?? '', `${author}${row.text ?? ''}`];
}

const HEADINGS = {
  crumb: ['breadcrumb', { heading: 'schema', optional: true }, 'text'],
  schema: ['schema'],
  author: ['author'],
} as const satisfies Record<ContextCostTable['by'], readonly (string | ListingColumn)[]>;

/** A row without a name: what is not listed one by one. The text is in the last column, which may be long. */
function sumCells(cost: Cost, { by, priced }: ContextCostTable, says: string): string[] {
  const names = HEADINGS[by].map(() => '').with(-1, says);
  return [...sizeCells(cost, priced), '', '', ...names];
}

function remainder({ prompts, rows, others, hidden }: ContextCostTable): Cost {
  const left = (pick: (cost: Cost) => number): number =>
    Math.max(0, pick(prompts) - pick(others) - pick(hidden) - rows.reduce((sum, row) => sum + pick(row), 0));
  return {
    tokens: left(({ tokens }) => tokens),
    cached_tokens: left(({ cached_tokens }) => cached_tokens),
    cost_usd: left(({ cost_usd }) => cost_usd),
  };
}

/** What breadcrumbs, schemas or authors took of contexts, the most expensive first, and which contexts were summed up. */
export function contextCostLines(costs: ContextCostTable, nameOf: AuthorName = writtenName): OutputBlock[] {
  const { by, contexts, priced, latest = '', earliest = '', rows, others, hidden, prompts } = costs;
  if (contexts === 0) return ['No contexts, or none that this key may read.'];
  const cells = rows.map((row) => [
    ...sizeCells(row, priced),
    count(row.contexts),
    `${count(row.grounded)} of ${count(row.answered)}`,
    ...nameCells(row, by, nameOf),
  ]);
  const sums = [
    ...(others.rows > 0 ? [sumCells(others, costs, `${count(others.rows)} more`)] : []),
    ...(hidden.tokens > 0 ? [sumCells(hidden, costs, '(erased, or not visible to this key)')] : []),
    sumCells(remainder(costs), costs, '(system prompt, tools, headings, messages, results of the turn)'),
  ];
  const total = priced === 0 ? 'no known price' : `${formatDollars(prompts.cost_usd)} (${priced} have a known price)`;
  return [
    ...table(
      ['cost', 'tokens', { heading: 'cached', optional: true }, 'contexts', 'grounded', ...HEADINGS[by]],
      [...cells, ...sums],
      '',
      by === 'crumb' ? 'cut' : 'wrapped',
    ),
    '',
    `${count(contexts)} contexts from ${earliest} to ${latest}: ${count(prompts.tokens)} prompt tokens, ${total}.`,
  ];
}
