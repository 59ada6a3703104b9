import type { Approval } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client';
import { QueryResult } from '../../components/query-result';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import ApprovalList from './approval-list';

/** How often the list is refreshed. */
const POLL_MS = 2_000;

function Tabs({ isDecided }: { readonly isDecided: boolean }): ReactNode {
  return (
    <nav className="tabs" aria-label="Which approvals">
      <a href={hrefTo('approvals')} aria-current={isDecided ? undefined : 'page'}>
        Waiting
      </a>
      <a href={hrefTo('approvals', [], { status: 'decided' })} aria-current={isDecided ? 'page' : undefined}>
        Decided
      </a>
    </nav>
  );
}

function List({ approvals, empty }: { readonly approvals: readonly Approval[]; readonly empty: string }): ReactNode {
  if (approvals.length === 0) return <p>{empty}</p>;
  return <ApprovalList approvals={approvals} />;
}

/** The approvals view: the calls and questions of agents that wait for a person, and what was decided; or one of them. */
export default function ApprovalsView(): ReactNode {
  const { approvals } = useClient();
  const { path, query } = useRoute();
  const [id] = path;
  const turn = query.get('turn') ?? undefined;
  const isDecided = query.get('status') === 'decided';
  const found = useQuery({
    queryKey: ['approvals', id, turn, isDecided],
    refetchInterval: POLL_MS,
    queryFn: async () =>
      id === undefined
        ? (await approvals.list({ status: isDecided ? 'decided' : 'waiting', limit: 100, ...(turn && { turn }) }))
            .approvals
        : [await approvals.read(id)],
  });
  return (
    <div className="view">
      <h1>Approvals</h1>
      <p className="soft">
        Calls of tools and questions of agents that wait for a person. The agent goes on after the decision.
      </p>
      {id === undefined ? <Tabs isDecided={isDecided} /> : <a href={hrefTo('approvals')}>All approvals</a>}
      <QueryResult query={found}>
        {(data) => <List approvals={data} empty={isDecided ? 'Nothing was decided yet.' : 'Nothing to approve'} />}
      </QueryResult>
    </div>
  );
}
