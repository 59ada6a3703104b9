import type { UsageReport } from '@crumbtrail/client';
import { formatCost, formatDuration } from '@crumbtrail/formatting';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { QueryResult } from '../../components/query-result';
import { PRICE_HINT } from '../../components/unpriced';
import { localTimeZone, useTimeSetting } from '../../hooks/use-time-setting';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { type UsagePeriod, PERIODS, readPeriod } from './usage-period';
import { UsageTable } from './usage-table';
import './overview.css';

const DayChart = lazy(() => import('./day-chart'));

type ReportRow = UsageReport['rows'][number];
type Sums = UsageReport['total'];

const COST_TITLE = 'Cost in US dollars';

/** What the charts draw. Constants, because a chart is drawn anew when its function changes. */
const charts: readonly (readonly [title: string, read: (row: ReportRow) => number])[] = [
  ['Turns', ({ turns }) => turns],
  ['Tokens', ({ tokens }) => tokens],
  [COST_TITLE, ({ cost_usd }) => cost_usd],
  ['Latency in seconds (p95)', ({ p95_ms }) => (p95_ms ?? 0) / 1_000],
];

function useUsage(
  { from, to }: UsagePeriod,
  by: 'day' | 'agent' | 'model',
  time_zone: string,
): UseQueryResult<UsageReport> {
  const client = useClient();
  return useQuery({
    queryKey: ['usage', from, to, by, time_zone],
    queryFn: () => client.usage({ from, to, by, time_zone }),
    staleTime: 60_000,
  });
}

function PeriodPicker({ days }: { readonly days: number }): ReactNode {
  const { go } = useRoute();
  return (
    <label className="row">
      last
      <select data-main-field value={days} onChange={(event) => go({ days: event.target.value })}>
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {one === 1 ? '24 hours' : `${one} days`}
          </option>
        ))}
      </select>
    </label>
  );
}

const formatMs = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));

function Totals({ total }: { readonly total: Sums }): ReactNode {
  const { turns, errors, p50_ms, p95_ms, tokens } = total;
  const facts = [
    ['Turns', turns.toLocaleString('en')],
    ['Errors', errors.toLocaleString('en')],
    ['p50', formatMs(p50_ms)],
    ['p95', formatMs(p95_ms)],
    ['Tokens', tokens.toLocaleString('en')],
    ['Cost', formatCost(total)],
  ] as const;
  return (
    <dl className="totals">
      {facts.map(([name, value]) => (
        <div key={name} className={name === 'Errors' && errors > 0 ? 'bad' : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const isCostUnknown = ({ cost_usd, unpriced }: Sums): boolean => cost_usd === 0 && unpriced > 0;

/** How many turns have no known cost, and how to set a price. */
function Unpriced({ total: { turns, unpriced } }: { readonly total: Sums }): ReactNode {
  return unpriced === 0 ? null : (
    <p className="soft">
      The cost of {unpriced === turns ? 'these turns' : `${unpriced.toLocaleString('en')} of these turns`} is unknown,
      because no price is known for their model. {PRICE_HINT}
    </p>
  );
}

interface DaysProps {
  readonly report: UsageReport;
  readonly count: number;
  readonly timeZone: string;
}

function Days({ report, count, timeZone }: DaysProps): ReactNode {
  const shownCharts = charts.filter(([title]) => title !== COST_TITLE || !isCostUnknown(report.total));
  return (
    <>
      <Totals total={report.total} />
      <Unpriced total={report.total} />
      {report.truncated && <p className="warn">Only the newest turns of the period are summed up.</p>}
      {report.rows.length === 0 ? (
        <p className="soft">No turn ended in this period. Send a message in Chat to wake an agent.</p>
      ) : (
        <>
          <Suspense fallback={<Loading label="Loading the charts" />}>
            <div className="charts">
              {shownCharts.map(([title, read]) => (
                <DayChart key={title} title={title} rows={report.rows} count={count} read={read} />
              ))}
            </div>
          </Suspense>
          <details>
            <summary>By day ({timeZone}), as a table</summary>
            <UsageTable title="Day" rows={report.rows} />
          </details>
        </>
      )}
    </>
  );
}

/** The overview: turns, errors, latency, tokens and cost of a period, by day, agent and model. */
export default function OverviewView(): ReactNode {
  const { query } = useRoute();
  const { setting } = useTimeSetting();
  const [now] = useState(Date.now);
  const timeZone = setting === 'UTC' ? 'UTC' : localTimeZone();
  const period = readPeriod(query.get('days'), now);
  const days = useUsage(period, 'day', timeZone);
  const agents = useUsage(period, 'agent', timeZone);
  const models = useUsage(period, 'model', timeZone);
  return (
    <div className="view overview">
      <div className="row">
        <h1>Overview</h1>
        <PeriodPicker days={period.days} />
      </div>
      <QueryResult query={days} label="Summing up the period">
        {(report) => <Days report={report} count={period.days} timeZone={timeZone} />}
      </QueryResult>
      <QueryResult query={agents} label="Summing up by agent">
        {({ rows }) =>
          rows.length > 0 && <UsageTable title="Agent" rows={rows} link={(agent) => hrefTo('trails', [], { agent })} />
        }
      </QueryResult>
      <QueryResult query={models} label="Summing up by model">
        {({ rows }) => rows.length > 0 && <UsageTable title="Model" rows={rows} />}
      </QueryResult>
    </div>
  );
}
