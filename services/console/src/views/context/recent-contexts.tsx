import type { AgentContextV1, Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { hrefTo } from '../../app/route';
import { useRoute, visit } from '../../app/use-route';
import { useClient } from '../../data/client';
import { Busy } from '../../parts/busy';
import { Problem } from '../../parts/problem';
import { Time } from '../../parts/time';
import { Wide } from '../../parts/wide';

const PAGE = 50;

/** A context's own payload. */
export const builtOf = ({ context }: Envelope): AgentContextV1 => context as unknown as AgentContextV1;

function WordsOf(): ReactNode {
  const [crumb, setCrumb] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    visit(hrefTo('contexts', [], { crumb: crumb.trim() }));
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

function Line({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { agent, tokens, budget } = builtOf(crumb);
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

function Lines({ crumbs }: { readonly crumbs: readonly Envelope[] }): ReactNode {
  return (
    <Wide label="Latest contexts">
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
            <Line key={crumb.id} crumb={crumb} />
          ))}
        </tbody>
      </table>
    </Wide>
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

function WhichAgent({ agent, all }: { readonly agent: string; readonly all: readonly Envelope[] }): ReactNode {
  const { go } = useRoute();
  const agents = [...new Set(all.map((crumb) => builtOf(crumb).agent))].sort();
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

function Shown({ crumbs }: { readonly crumbs: readonly Envelope[] }): ReactNode {
  if (crumbs.length > 0) return <Lines crumbs={crumbs} />;
  return <p className="soft">No contexts you can view. Operators see all; agents see their own.</p>;
}

/** The contexts that were built last. */
export function RecentContexts(): ReactNode {
  const agent = useRoute().query.get('agent') ?? '';
  const { data: all, error, hasNextPage, fetchNextPage, isFetching } = useContexts();
  return (
    <div className="view">
      <div className="row">
        <h1>Contexts</h1>
        <WhichAgent agent={agent} all={all ?? []} />
      </div>
      <WordsOf />
      {error && <Problem error={error} />}
      {!all && !error && <Busy what="Loading contexts" />}
      {all && <Shown crumbs={agent === '' ? all : all.filter((crumb) => builtOf(crumb).agent === agent)} />}
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
