import type { InfluenceReply } from '@crumbtrail/contracts';
import { describeEnding } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hrefTo } from '../../routing/route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { ErrorNotice } from '../../components/error-notice';
import { Time } from '../../components/time';
import { ScrollRegion } from '../../components/scroll-region';

function ContextTable({ contexts, beyond }: Pick<InfluenceReply, 'contexts' | 'beyond'>): ReactNode {
  if (contexts.length === 0) return <p>No contexts you can view used this breadcrumb.</p>;
  return (
    <ScrollRegion label="Contexts that used this breadcrumb">
      <table>
        <thead>
          <tr>
            <th>Built</th>
            <th>Agent</th>
            <th>Session</th>
            <th className="number">Version used</th>
            <th>Reply</th>
          </tr>
        </thead>
        <tbody>
          {contexts.map(({ id, agent, session, created_at, quoted_version, response }) => (
            <tr key={id}>
              <td>
                <a href={hrefTo('contexts', [id])}>
                  <Time at={created_at} />
                </a>
              </td>
              <td>{agent}</td>
              <td>{session}</td>
              <td className="number">{quoted_version}</td>
              <td>
                {response ? (
                  <a href={hrefTo('trails', [response.id], { crumb: response.id })}>
                    {describeEnding(response.action)}
                  </a>
                ) : (
                  'no reply'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {beyond > 0 && <p className="soft">{beyond} more not shown.</p>}
    </ScrollRegion>
  );
}

/** The contexts that used a breadcrumb, and the replies based on them. */
export function InfluencePage({ crumb }: { readonly crumb: string }): ReactNode {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['influence', crumb],
    queryFn: () => client.contexts.influence(crumb),
  });
  return (
    <div className="view">
      <h1>Contexts that used a breadcrumb</h1>
      <p>
        <a href={hrefTo('trails', [crumb], { crumb })}>
          Breadcrumb <code className="anywhere">{crumb}</code>
        </a>
      </p>
      {error && <ErrorNotice error={error} />}
      {!data && !error && <Loading />}
      {data && <ContextTable contexts={data.contexts} beyond={data.beyond} />}
    </div>
  );
}
