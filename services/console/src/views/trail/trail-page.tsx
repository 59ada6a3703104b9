import type { TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { formatDollars, formatDuration } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useRoute } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { CopyLink } from '../../components/copy-link';
import { ErrorNotice } from '../../components/error-notice';
import { CrumbPanel } from './crumb-panel';
import { buildTreeRows } from './tree-rows';
import { sumTrail } from './trail-totals';
import { Waterfall } from './waterfall';

/** The gateway returns at most this many breadcrumbs of a trail. */
const MAX_NODES = 2_000;

const isAnswer = ({ schema_name }: TrailNode): boolean => schema_name === WIRE.agentResponse;
const countOf = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function Totals({ nodes }: { readonly nodes: readonly TrailNode[] }): ReactNode {
  const { crumbs, agents, failed, ms, cost_usd } = sumTrail(nodes, isAnswer);
  return (
    <p className="soft" data-testid="trail-totals">
      {countOf(crumbs, 'crumb')}, {countOf(agents, 'agent')}, {formatDuration(ms)} from first to last
      {cost_usd !== undefined && `, ${formatDollars(cost_usd)}`}
      {failed > 0 && <strong className="bad">, {failed} failed</strong>}
      {crumbs >= MAX_NODES && `. Showing the first ${MAX_NODES.toLocaleString('en')} events of this trail.`}
    </p>
  );
}

function TrailBody({ trail }: { readonly trail: TrailTree }): ReactNode {
  const { query, go } = useRoute();
  const rows = useMemo(() => buildTreeRows(trail.nodes), [trail.nodes]);
  const open = query.get('crumb') ?? undefined;
  const isOpen = open !== undefined && trail.nodes.some(({ id }) => id === open);
  return (
    <div className={isOpen ? 'trail-body with-crumb' : 'trail-body'}>
      <Waterfall rows={rows} open={open} onOpen={(id) => go({ crumb: id })} />
      {isOpen && <CrumbPanel key={open} id={open} nodes={trail.nodes} onClose={() => go({ crumb: undefined })} />}
    </div>
  );
}

/** One trail: causes, times and costs. */
export function TrailPage({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const { data, error, isFetching, refetch } = useQuery({ queryKey: ['trail', id], queryFn: () => client.trail(id) });
  return (
    <div className="view full trail">
      <div className="row">
        <h1>Trail</h1>
        <code className="soft anywhere">{data?.trail_id ?? id}</code>
        <span className="row push">
          <button type="button" disabled={isFetching} onClick={() => void refetch()}>
            Refresh
          </button>
          <CopyLink />
        </span>
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label="Loading the trail" />}
      {data && <Totals nodes={data.nodes} />}
      {data && <TrailBody trail={data} />}
    </div>
  );
}
