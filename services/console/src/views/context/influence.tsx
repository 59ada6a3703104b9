import type { InfluenceReply } from '@crumbtrail/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hrefTo } from '../../app/route';
import { useClient } from '../../data/client';
import { Busy } from '../../parts/busy';
import { Problem } from '../../parts/problem';
import { Time } from '../../parts/time';
import { Wide } from '../../parts/wide';

function Quoting({ contexts, beyond }: Pick<InfluenceReply, 'contexts' | 'beyond'>): ReactNode {
  if (contexts.length === 0) return <p>No contexts you can view used this breadcrumb.</p>;
  return (
    <Wide label="Contexts that used this breadcrumb">
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
                  <a href={hrefTo('trails', [response.id], { crumb: response.id })}>{response.action}</a>
                ) : (
                  'no reply'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {beyond > 0 && <p className="soft">{beyond} more not shown.</p>}
    </Wide>
  );
}

/** Where a breadcrumb's words went: the contexts that quoted it, and what was answered on them. */
export function Influence({ crumb }: { readonly crumb: string }): ReactNode {
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
      {error && <Problem error={error} />}
      {!data && !error && <Busy />}
      {data && <Quoting contexts={data.contexts} beyond={data.beyond} />}
    </div>
  );
}
