import type { UsageReport } from '@crumbtrail/client';
import { formatCost, formatDuration } from '@crumbtrail/formatting';
import type { ReactNode } from 'react';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';

const NUMERIC = new Set(['Turns', 'Errors', 'p50', 'p95', 'Tokens', 'Cost']);

const formatMs = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));

/** Turns, errors, latency, tokens and cost, one row for each group. `link` is where a group leads. */
export function UsageTable(props: {
  readonly title: string;
  readonly rows: UsageReport['rows'];
  readonly link?: (key: string) => string;
}): ReactNode {
  const { title, rows, link } = props;
  return (
    <ScrollRegion label={`Usage by ${title}`}>
      <table className="usage">
        <TableHead titles={[title, ...NUMERIC]} numeric={NUMERIC} />
        <tbody>
          {rows.map(({ key, turns, errors, p50_ms, p95_ms, tokens, cost_usd, unpriced }) => (
            <tr key={key}>
              <th scope="row">{key !== null && link ? <a href={link(key)}>{key}</a> : (key ?? '(not named)')}</th>
              <td className="number">{turns.toLocaleString('en')}</td>
              <td className={errors > 0 ? 'number bad' : 'number'}>{errors.toLocaleString('en')}</td>
              <td className="number">{formatMs(p50_ms)}</td>
              <td className="number">{formatMs(p95_ms)}</td>
              <td className="number">{tokens.toLocaleString('en')}</td>
              <td className="number">{formatCost({ cost_usd, unpriced })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
