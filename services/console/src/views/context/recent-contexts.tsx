import { asPayload } from '@crumbtrail/contracts/payload';
import type { AgentContextV1, Envelope, FeedbackFilter, TrailEntry } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute, navigate } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { ErrorNotice } from '../../components/error-notice';
import { feedbackKinds } from '../../components/reply-feedback';
import { OutcomeBadge } from '../../components/outcome-badge';
import { shortenMiddle } from '../../components/shorten-middle';
import { TableHead } from '../../components/table-head';
import { Time } from '../../components/time';
import { ScrollRegion } from '../../components/scroll-region';
import { ContextCosts } from './context-costs';

const PAGE = 50;
const MAX_TRAILS = 100;
const MOST_TRAILS_WITH_FEEDBACK = 500;

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

/** What began the trails of the contexts and how they ended, of the latest trails that the reader may see. */
function useTrailsOf(): ReadonlyMap<string, TrailEntry> {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['trails', 'of contexts'],
    queryFn: () => client.trails({ limit: MAX_TRAILS }),
  });
  return useMemo(() => new Map(data?.trails.map((trail) => [trail.trail_id, trail])), [data]);
}

function ContextRow(props: {
  readonly crumb: Envelope;
  readonly trail: TrailEntry | undefined;
  readonly isTicked: boolean;
  readonly onTick: (id: string) => void;
}): ReactNode {
  const { crumb, trail, isTicked, onTick } = props;
  const { agent, tokens, budget } = contextPayload(crumb);
  const question = trail?.first.text ?? `for ${agent}`;
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={`Compare: ${question}`}
          checked={isTicked}
          onChange={() => onTick(crumb.id)}
        />
      </td>
      <td className="anywhere">
        <a href={hrefTo('contexts', [crumb.id])} dir="auto">
          {question} <span className="hidden">{crumb.id}</span>
        </a>
      </td>
      <td>
        {agent}
        {crumb.session !== undefined && (
          <div className="soft" title={crumb.session}>
            {shortenMiddle(crumb.session)}
          </div>
        )}
      </td>
      <td className="number">
        {tokens.total.toLocaleString('en')} of {budget.cap.toLocaleString('en')}
      </td>
      <td>{trail && <OutcomeBadge outcome={trail.outcome} isAlways />}</td>
      <td className="built">
        <Time at={crumb.occurred_at} /> <a href={hrefTo('trails', [crumb.trail_id], { crumb: crumb.id })}>trail</a>
      </td>
    </tr>
  );
}

/** Leads to the differences between two contexts, of which the first in the list is the newer. */
function CompareTicked({ ticked }: { readonly ticked: readonly string[] }): ReactNode {
  const [newer, older] = ticked;
  if (newer === undefined || older === undefined)
    return <span className="soft">Tick two contexts to compare them.</span>;
  return <a href={hrefTo('contexts', [newer], { show: 'diff', with: older })}>Compare the two ticked contexts</a>;
}

const TITLES = ['Compare', 'Question', 'Agent and session', 'Tokens', 'Result', 'Built'];

function ContextTable({ crumbs }: { readonly crumbs: readonly Envelope[] }): ReactNode {
  const trails = useTrailsOf();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const tick = (id: string): void =>
    setTicked(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id].slice(-2));
  const inOrder = crumbs.map(({ id }) => id).filter((id) => ticked.includes(id));
  return (
    <>
      <p role="status">
        <CompareTicked ticked={inOrder} />
      </p>
      <ScrollRegion label="Latest contexts">
        <table>
          <TableHead titles={TITLES} numeric={new Set(['Tokens'])} />
          <tbody>
            {crumbs.map((crumb) => (
              <ContextRow
                key={crumb.id}
                crumb={crumb}
                trail={trails.get(crumb.trail_id)}
                isTicked={ticked.includes(crumb.id)}
                onTick={tick}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
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
  return <p className="soft">No contexts you can view that match. Operators see all; agents see their own.</p>;
}

function FeedbackChoice({ feedback }: { readonly feedback: string }): ReactNode {
  const { go } = useRoute();
  return (
    <label className="row">
      feedback on the answer
      <select value={feedback} onChange={(event) => go({ feedback: event.target.value })}>
        <option value="">any</option>
        {feedbackKinds.map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </select>
    </label>
  );
}

/** The trails with such feedback, of the latest; undefined while they are loaded, and without a filter. */
function useTrailsWith(feedback: string): ReadonlySet<string> | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['trails', 'feedback', feedback],
    queryFn: () => client.trails({ feedback: feedback as FeedbackFilter, limit: MOST_TRAILS_WITH_FEEDBACK }),
    enabled: feedback !== '',
  });
  return useMemo(() => data && new Set(data.trails.map(({ trail_id }) => trail_id)), [data]);
}

/** The loaded contexts that the filters in the address leave. */
function useShownContexts(all: readonly Envelope[] | undefined): readonly Envelope[] | undefined {
  const { query } = useRoute();
  const agent = query.get('agent') ?? '';
  const feedback = query.get('feedback') ?? '';
  const trails = useTrailsWith(feedback);
  if (!all || (feedback !== '' && !trails)) return undefined;
  return all.filter(
    (crumb) =>
      (agent === '' || contextPayload(crumb).agent === agent) && (feedback === '' || trails?.has(crumb.trail_id)),
  );
}

/** The list of the latest contexts. */
export function RecentContexts(): ReactNode {
  const { query } = useRoute();
  const agent = query.get('agent') ?? '';
  const { data: all, error, hasNextPage, fetchNextPage, isFetching } = useContexts();
  const shown = useShownContexts(all);
  return (
    <div className="view">
      <div className="row">
        <h1>Contexts</h1>
        <AgentFilter agent={agent} all={all ?? []} />
        <FeedbackChoice feedback={query.get('feedback') ?? ''} />
      </div>
      <InfluenceForm />
      <ContextCosts />
      {error && <ErrorNotice error={error} />}
      {!shown && !error && <Loading label="Loading contexts" />}
      {shown && <ContextList crumbs={shown} />}
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
