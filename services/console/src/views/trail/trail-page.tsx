import type { TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { buildStory, formatDollars, formatDuration } from '@crumbtrail/formatting';
import { type ReactNode, useMemo } from 'react';
import { useRoute } from '../../routing/use-route';
import { Loading } from '../../components/loading';
import { ConnectionBadge } from '../../components/connection-badge';
import { CopyLink } from '../../components/copy-link';
import { DownloadButton } from './download-button';
import { ErrorNotice } from '../../components/error-notice';
import { CrumbPanel } from './crumb-panel';
import { MAX_NODES, useLiveTrail } from './use-live-trail';
import { buildTreeRows } from './tree-rows';
import { sumTrail } from './trail-totals';
import { Waterfall } from './waterfall';

const countOf = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function Totals({ nodes }: { readonly nodes: readonly TrailNode[] }): ReactNode {
  const { crumbs, agents, failed, toolErrors, ms, cost_usd } = sumTrail(nodes);
  return (
    <p className="soft" data-testid="trail-totals">
      {countOf(crumbs, 'crumb')}, {countOf(agents, 'agent')}, {formatDuration(ms)} from first to last
      {cost_usd !== undefined && `, ${formatDollars(cost_usd)}`}
      {toolErrors > 0 && `, ${countOf(toolErrors, 'tool error')}`}
      {failed > 0 && <strong className="bad">, {failed} failed</strong>}
      {crumbs >= MAX_NODES && `. Showing the first ${MAX_NODES.toLocaleString('en')} events of this trail.`}
    </p>
  );
}

function TrailBody({ trail }: { readonly trail: TrailTree }): ReactNode {
  const { query, open, close } = useRoute();
  const isRaw = query.has('raw');
  const rows = useMemo(() => (isRaw ? buildTreeRows : buildStory)(trail.nodes), [isRaw, trail.nodes]);
  const crumb = query.get('crumb') ?? undefined;
  const isOpen = crumb !== undefined && trail.nodes.some(({ id }) => id === crumb);
  return (
    <div className={isOpen ? 'trail-body with-crumb' : 'trail-body'}>
      <Waterfall key={String(isRaw)} rows={rows} open={crumb} isRaw={isRaw} onOpen={(id) => open('crumb', id)} />
      {isOpen && (
        <CrumbPanel
          key={crumb}
          id={crumb}
          nodes={trail.nodes}
          parts={rows.find(({ parts }) => parts.some(({ id }) => id === crumb))?.parts ?? []}
          onClose={() => close('crumb')}
        />
      )}
    </div>
  );
}

/** Shows every breadcrumb under its cause, by schema and author, in place of the story. */
function RawSwitch(): ReactNode {
  const { query, go } = useRoute();
  const isRaw = query.has('raw');
  return (
    <label className="row">
      <input type="checkbox" checked={isRaw} onChange={() => go({ raw: !isRaw })} /> raw
    </label>
  );
}

/** One trail: causes, times and costs. */
export function TrailPage({ id }: { readonly id: string }): ReactNode {
  const { data, error, refetch, stream } = useLiveTrail(id);
  return (
    <div className="view full trail">
      <div className="row">
        <h1>Trail</h1>
        <code className="soft anywhere">{data?.trail_id ?? id}</code>
        {stream && <ConnectionBadge stream={stream} />}
        <span className="row push">
          <RawSwitch />
          <button type="button" onClick={() => void refetch()}>
            Refresh
          </button>
          {data && <DownloadButton trail={data.trail_id} />}
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
