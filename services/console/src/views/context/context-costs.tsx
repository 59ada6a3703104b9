import type { ContextCostTable } from '@crumbtrail/client';
import { formatDollars } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/client';
import { Author } from '../../components/author';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { hrefTo } from '../../routing/route';

type CostRow = ContextCostTable['rows'][number];

const ROWS = 20;
const NUMERIC = new Set(['Cost', 'Tokens', 'Cached', 'Contexts', 'Grounded']);
const COLUMNS = [...NUMERIC, 'Breadcrumb'];
const count = (number: number): string => number.toLocaleString('en');

function CostCells({ row, priced }: { readonly row: CostRow; readonly priced: number }): ReactNode {
  const { key, author, schema_name, text, cost_usd, tokens, cached_tokens, contexts, grounded, answered } = row;
  return (
    <tr data-cost={key}>
      <td className="number">{priced === 0 ? '–' : formatDollars(cost_usd)}</td>
      <td className="number">{count(tokens)}</td>
      <td className="number">{tokens === 0 ? '' : `${Math.round((100 * cached_tokens) / tokens)} %`}</td>
      <td className="number">
        <a href={hrefTo('contexts', [], { crumb: key })}>{count(contexts)}</a>
      </td>
      <td className="number">
        {count(grounded)} of {count(answered)}
      </td>
      <td>
        {author && <Author author={author} />} <span className="soft">{schema_name}</span>{' '}
        <span dir="auto">{text}</span>
      </td>
    </tr>
  );
}

function CostTable({ costs }: { readonly costs: ContextCostTable }): ReactNode {
  const { rows, contexts, priced, prompts, next_cursor } = costs;
  if (contexts === 0) return <p className="soft">No contexts you can view.</p>;
  return (
    <>
      <p className="soft">
        {next_cursor === undefined ? 'All' : 'The latest'} {count(contexts)} contexts: {count(prompts.tokens)} prompt
        tokens{priced > 0 && `, ${formatDollars(prompts.cost_usd)} where the price is known (${count(priced)})`}.
      </p>
      <ScrollRegion label="Cost by breadcrumb">
        <table>
          <TableHead titles={COLUMNS} numeric={NUMERIC} />
          <tbody>
            {rows.map((row) => (
              <CostCells key={row.key} row={row} priced={priced} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function LoadedCosts(): ReactNode {
  const client = useClient();
  const { data, error } = useQuery({ queryKey: ['costs'], queryFn: () => client.contexts.costs({ limit: ROWS }) });
  if (error) return <ErrorNotice error={error} />;
  return data ? <CostTable costs={data} /> : <Loading label="Summing up" />;
}

/** What the breadcrumbs of the latest contexts cost, the most expensive first; summed up when it is opened. */
export function ContextCosts(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Cost by breadcrumb</summary>
      {isOpen && <LoadedCosts />}
    </details>
  );
}
