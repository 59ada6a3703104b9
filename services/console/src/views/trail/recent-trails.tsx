import type { FeedbackFilter, TrailEntry, TrailOutcome } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { formatDollars, formatDuration } from '@crumbtrail/formatting';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute, navigate } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { AudienceBadge, Author } from '../../components/author';
import { ErrorNotice } from '../../components/error-notice';
import { FilterField } from '../../components/filter-field';
import { feedbackKinds } from '../../components/reply-feedback';
import { OutcomeBadge, outcomes } from '../../components/outcome-badge';
import { SavedViews } from '../../components/saved-views';
import { Time } from '../../components/time';

/** The value of a choice, and its words. */
type Option = readonly [value: string, words: string];

const ANY = 'any';
const toOptions = (names: readonly string[]): readonly Option[] => [ANY, ...names].map((name) => [name, name]);
/** What trails can be chosen by, with its words. */
const listableSchemas: readonly Option[] = [
  [WIRE.userMessage, 'messages'],
  [WIRE.agentResponse, 'replies'],
  [WIRE.toolResponse, 'tool results'],
  [WIRE.guardFired, 'stops by a limit'],
  [WIRE.deadLetter, 'dead letters'],
  [ANY, 'anything'],
];
const PAGE = 100;

function OpenTrail(): ReactNode {
  const [id, setId] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    navigate(hrefTo('trails', [id.trim()]));
  };
  return (
    <form className="row trail-filters" onSubmit={open}>
      <span className="filter-field">
        <label htmlFor="trail-id">open by trail or breadcrumb ID</label>
        <input id="trail-id" value={id} spellCheck={false} required onChange={(event) => setId(event.target.value)} />
      </span>
      <button disabled={id.trim() === ''}>Open</button>
    </form>
  );
}

function Choice(props: {
  readonly label: string;
  readonly parameter: string;
  readonly value: string;
  readonly options: readonly Option[];
}): ReactNode {
  const { go } = useRoute();
  const id = useId();
  const { label, parameter, value, options } = props;
  return (
    <span className="filter-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => go({ [parameter]: event.target.value })}>
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}

/** What the address says about which trails are listed. */
function useTrailFilters() {
  const { query } = useRoute();
  const read = (parameter: string): string => query.get(parameter) ?? '';
  return {
    schema: read('schema') || WIRE.userMessage,
    outcome: read('outcome') || ANY,
    session: read('session'),
    agent: read('agent'),
    participant: read('participant'),
    feedback: read('feedback') || ANY,
  };
}

function TrailFilters(): ReactNode {
  const { go } = useRoute();
  const { schema, outcome, session, agent, participant, feedback } = useTrailFilters();
  return (
    <div className="row">
      <Choice label="containing" parameter="schema" value={schema} options={listableSchemas} />
      <Choice label="outcome" parameter="outcome" value={outcome} options={toOptions(outcomes)} />
      <Choice label="feedback" parameter="feedback" value={feedback} options={toOptions(feedbackKinds)} />
      <FilterField label="session" value={session} onChange={(value) => go({ session: value })} />
      <FilterField label="agent" value={agent} onChange={(value) => go({ agent: value })} />
      <FilterField label="participant" value={participant} onChange={(value) => go({ participant: value })} />
    </div>
  );
}

/** Duration, tokens and cost, as far as they are known. */
const describeCost = ({ duration_ms, tokens, cost_usd }: TrailEntry): string =>
  [
    ...(duration_ms > 0 ? [formatDuration(duration_ms)] : []),
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString()} tokens`]),
    ...(cost_usd === undefined ? [] : [formatDollars(cost_usd)]),
  ].join(' · ');

function TrailItem({ trail }: { readonly trail: TrailEntry }): ReactNode {
  const { trail_id, first, session, agents, outcome } = trail;
  return (
    <li>
      <a
        className="anywhere"
        dir="auto"
        href={hrefTo('trails', [trail_id], first.id === trail_id ? {} : { crumb: first.id })}
      >
        {first.text ?? `(${first.schema_name})`}
      </a>
      <span className="row soft">
        <Author author={first.author} />
        {session !== undefined && <span>in {session}</span>}
        {agents.length > 0 && <span>for {agents.join(', ')}</span>}
        <Time at={first.occurred_at} />
        <span>{describeCost(trail)}</span>
        <OutcomeBadge outcome={outcome} />
        <AudienceBadge audience={first.audience} />
      </span>
    </li>
  );
}

/** The trails that the filters leave, page by page. */
function useTrails() {
  const client = useClient();
  const { schema, outcome, session, agent, participant, feedback } = useTrailFilters();
  const filter = {
    schema: schema === ANY ? undefined : schema,
    outcome: outcome === ANY ? undefined : (outcome as TrailOutcome),
    session: session || undefined,
    agent: agent || undefined,
    participant: participant || undefined,
    feedback: feedback === ANY ? undefined : (feedback as FeedbackFilter),
  };
  return useInfiniteQuery({
    queryKey: ['trails', filter],
    queryFn: ({ pageParam }) => client.trails({ ...filter, limit: PAGE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** All trails, latest first, with filters, and a form to open one by id. */
export function RecentTrails(): ReactNode {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useTrails();
  const trails = data?.pages.flatMap((page) => page.trails) ?? [];
  return (
    <div className="view">
      <h1>Trails</h1>
      <SavedViews />
      <TrailFilters />
      <OpenTrail />
      {error && <ErrorNotice error={error} />}
      {!data && !error && <Loading label="Loading trails" />}
      {data && trails.length === 0 && <p className="soft">No matching trails. Send a message in Chat to create one.</p>}
      <ul className="trail-list">
        {trails.map((trail) => (
          <TrailItem key={trail.trail_id} trail={trail} />
        ))}
      </ul>
      {hasNextPage && (
        <p>
          <button type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
            Load earlier trails
          </button>
        </p>
      )}
    </div>
  );
}
