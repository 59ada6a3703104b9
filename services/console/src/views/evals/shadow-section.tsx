import type { Shadow } from '@crumbtrail/client';
import type { ContextShadowV1 } from '@crumbtrail/contracts';
import { formatDollars, type ShadowMeans, type ShadowReport, summariseShadow } from '@crumbtrail/formatting';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient, useReportApiError } from '../../api/client';
import { Badge } from '../../components/badge';
import { ErrorNotice } from '../../components/error-notice';
import { QueryResult } from '../../components/query-result';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { hrefTo } from '../../routing/route';
import { StartShadow } from './start-shadow';

const SHADOWS_KEY = 'shadows';
const REFRESH_MS = 3_000;
const NUMERIC = new Set(['Turn', 'Shadow', 'Ratio']);
/** Answers that lose something, of which the newest are listed. */
const MOST_LOSING = 10;

const kinds = { running: 'good', stopped: 'plain', promoted: 'plain' } as const;
const ROWS: readonly (readonly [keyof ShadowMeans, string])[] = [
  ['tokens', 'Tokens'],
  ['kept', 'Texts kept'],
  ['build_ms', 'Build, ms'],
];

/** All shadows that this key may read, read again every few seconds. */
function useShadows() {
  const client = useClient();
  return useQuery({
    queryKey: [SHADOWS_KEY],
    queryFn: () => client.shadows.list(),
    refetchInterval: REFRESH_MS,
  });
}

function Means({ report: { means } }: { readonly report: ShadowReport }): ReactNode {
  if (means === null) return null;
  const { live, other } = means;
  return (
    <ScrollRegion label="Means">
      <table>
        <TableHead titles={['Mean of', 'Turn', 'Shadow', 'Ratio']} numeric={NUMERIC} />
        <tbody>
          {ROWS.map(([name, title]) => (
            <tr key={name}>
              <th scope="row">{title}</th>
              <td className="number">{live[name].toLocaleString('en')}</td>
              <td className="number">{other[name].toLocaleString('en')}</td>
              <td className="number">{live[name] === 0 ? '–' : (other[name] / live[name]).toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Outcomes({ report }: { readonly report: ShadowReport }): ReactNode {
  const { builds, keeps, loses, ungrounded, failed, dropped, grounded, cost_usd, spent_ms } = report;
  const cost =
    cost_usd === null ? 'no price is known' : `${cost_usd < 0 ? '−' : '+'}${formatDollars(Math.abs(cost_usd))}`;
  return (
    <p role="status">
      {builds} answers built: {keeps} keep what they were grounded on, {loses} lose some, {ungrounded} rest on nothing,{' '}
      {failed} failed, {dropped} dropped. It keeps {grounded.kept} of {grounded.of} sources. Cost of the prompts: {cost}
      . Work: {(spent_ms / 1_000).toFixed(1)} s.
    </p>
  );
}

/** What a shadow has built so far. */
function Report({ shadow }: { readonly shadow: Shadow }): ReactNode {
  const client = useClient();
  const isRunning = shadow.context.state === 'running';
  const builds = useQuery({
    queryKey: ['shadow-builds', shadow.id, shadow.version],
    queryFn: () => client.shadows.builds(shadow),
    refetchInterval: isRunning ? REFRESH_MS : false,
  });
  return (
    <QueryResult query={builds} label="Loading what it has built">
      {(found) => {
        const report = summariseShadow(found);
        const losing = found.filter(({ outcome }) => outcome === 'loses');
        return (
          <>
            <Outcomes report={report} />
            <Means report={report} />
            {losing.length > 0 && (
              <details>
                <summary>{losing.length} answers lose something</summary>
                <ul>
                  {losing.slice(0, MOST_LOSING).map(({ context_id, lost }) => (
                    <li key={context_id}>
                      <a href={hrefTo('contexts', [context_id])}>Open context</a>{' '}
                      {lost.map(({ stage }) => stage.replaceAll('_', ' ')).join(', ')}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        );
      }}
    </QueryResult>
  );
}

function Actions({ shadow }: { readonly shadow: Shadow }): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const options = {
    onError: useReportApiError(),
    onSuccess: () => cache.invalidateQueries({ queryKey: [SHADOWS_KEY] }),
  };
  const stopping = useMutation({ mutationFn: () => client.shadows.stop(shadow), ...options });
  const promoting = useMutation({ mutationFn: () => client.shadows.promote(shadow), ...options });
  const error = stopping.error ?? promoting.error;
  return (
    <div className="row">
      <button type="button" disabled={promoting.isPending} onClick={() => promoting.mutate()}>
        Promote
      </button>
      {shadow.context.state === 'running' && (
        <button type="button" disabled={stopping.isPending} onClick={() => stopping.mutate()}>
          Stop
        </button>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

const describeShare = ({ share = 0.1 }: ContextShadowV1): string =>
  `${Math.round(share * 1_000) / 10} % of the answers`;

function ShadowCard({ shadow }: { readonly shadow: Shadow }): ReactNode {
  const { agent, state, because, config } = shadow.context;
  return (
    <section aria-label={`Shadow of ${agent}`}>
      <h3>
        {agent} <Badge kind={kinds[state]}>{state}</Badge>
      </h3>
      {because !== undefined && <p>{because}</p>}
      <p className="soft anywhere">
        {describeShare(shadow.context)}, with <code>{JSON.stringify(config)}</code>
      </p>
      <Report shadow={shadow} />
      <Actions shadow={shadow} />
    </section>
  );
}

/** The shadows of agents: what a second configuration does to the answers that are given, and how one is started. */
export function ShadowSection(): ReactNode {
  const shadows = useShadows();
  return (
    <>
      <h2>Shadows</h2>
      <p className="soft">
        A shadow builds a second configuration beside the answers of an agent, after they were given. No model reads it,
        and no answer waits for it.
      </p>
      <QueryResult query={shadows} label="Loading the shadows">
        {(found) => found.map((shadow) => <ShadowCard key={shadow.id} shadow={shadow} />)}
      </QueryResult>
      <StartShadow queryKey={SHADOWS_KEY} />
    </>
  );
}
