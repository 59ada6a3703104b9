import { asPayload } from '@crumbtrail/contracts/payload';
import type { AgentContextV1, Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute, navigate } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { ErrorNotice } from '../../components/error-notice';
import { Time } from '../../components/time';
import { ScrollRegion } from '../../components/scroll-region';
import { ContextCosts } from './context-costs';

const PAGE = 50;

/** The payload of a context breadcrumb. */
export const contextPayload = ({ context }: Envelope): AgentContextV1 => asPayload(WIRE.agentContext, context);

function InfluenceForm(): ReactNode {
  const [crumb, setCrumb] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    navigate(hrefTo('contexts', [], { crumb: crumb.trim() }));
  };
  return (
    <form className="row" onSubmit={open}>
      <label htmlFor="influence-of">Find contexts that used a breadcrumb</label>
      <input
        id="influence-of"
        value={crumb}
        placeholder="breadcrumb ID"
        spellCheck={false}
        required
        onChange={(event) => setCrumb(event.target.value)}
      />
      <button disabled={crumb.trim() === ''}>Find</button>
    </form>
  );
}

function ContextRow({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { agent, tokens, budget } = contextPayload(crumb);
  return (
    <tr>
      <td>
        <a href={hrefTo('contexts', [crumb.id])}>
          for {agent} <span className="hidden">{crumb.id}</span>
        </a>
      </td>
      <td>{crumb.session}</td>
      <td className="number">
        {tokens.total} of {budget.cap}
      </td>
      <td>
        <Time at={crumb.occurred_at} />
      </td>
      <td>
        <a href={hrefTo('trails', [crumb.trail_id], { crumb: crumb.id })}>trail</a>
      </td>
    </tr>
  );
}

function ContextTable({ crumbs }: { readonly crumbs: readonly Envelope[] }): ReactNode {
  return (
    <ScrollRegion label="Latest contexts">
      <table>
        <thead>
          <tr>
            <th>Context</th>
            <th>Session</th>
            <th className="number">Tokens</th>
            <th>Built</th>
            <th>Trail</th>
          </tr>
        </thead>
        <tbody>
          {crumbs.map((crumb) => (
            <ContextRow key={crumb.id} crumb={crumb} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function useContexts(): UseInfiniteQueryResult<Envelope[]> {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['contexts'],
    queryFn: ({ pageParam }) =>
      client.list({ schema: WIRE.agentContext, limit: PAGE, order: 'desc', cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap(({ breadcrumbs }) => breadcrumbs),
  });
}

function AgentFilter({ agent, all }: { readonly agent: string; readonly all: readonly Envelope[] }): ReactNode {
  const { go } = useRoute();
  const agents = [...new Set(all.map((crumb) => contextPayload(crumb).agent))].sort();
  return (
    <label className="row">
      for
      <select value={agent} onChange={(event) => go({ agent: event.target.value })}>
        <option value="">all agents</option>
        {agents.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

function ContextList({ crumbs }: { readonly crumbs: readonly Envelope[] }): ReactNode {
  if (crumbs.length > 0) return <ContextTable crumbs={crumbs} />;
  return <p className="soft">No contexts you can view. Operators see all; agents see their own.</p>;
}

/** The list of the latest contexts. */
export function RecentContexts(): ReactNode {
  const agent = useRoute().query.get('agent') ?? '';
  const { data: all, error, hasNextPage, fetchNextPage, isFetching } = useContexts();
  return (
    <div className="view">
      <div className="row">
        <h1>Contexts</h1>
        <AgentFilter agent={agent} all={all ?? []} />
      </div>
      <InfluenceForm />
      <ContextCosts />
      {error && <ErrorNotice error={error} />}
      {!all && !error && <Loading label="Loading contexts" />}
      {all && (
        <ContextList crumbs={agent === '' ? all : all.filter((crumb) => contextPayload(crumb).agent === agent)} />
      )}
      {hasNextPage && (
        <p>
          <button type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
            Load earlier contexts
          </button>
        </p>
      )}
    </div>
  );
}
