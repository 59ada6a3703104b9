import type { Envelope } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute, navigate } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { AudienceBadge, Author } from '../../components/author';
import { ErrorNotice } from '../../components/error-notice';
import { Time } from '../../components/time';

const listableSchemas = [WIRE.userMessage, WIRE.agentResponse, WIRE.toolResponse, WIRE.guardFired, WIRE.deadLetter];
const PAGE = 100;
const MAX_SUMMARY = 140;

function summarizeCrumb({ title, context }: Envelope): string {
  const { content, error, message } = context as {
    content?: unknown;
    error?: { message?: unknown };
    message?: unknown;
  };
  const text = [title, content, error?.message, message].find((one) => typeof one === 'string');
  const line = typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : '';
  return line.length > MAX_SUMMARY ? `${line.slice(0, MAX_SUMMARY)}…` : line || '(no text)';
}

/** The latest breadcrumb of each trail. */
function newestPerTrail(crumbs: readonly Envelope[]): Envelope[] {
  const seen = new Set<string>();
  return crumbs.filter(({ trail_id }) => !seen.has(trail_id) && seen.add(trail_id));
}

function OpenTrail(): ReactNode {
  const [id, setId] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    navigate(hrefTo('trails', [id.trim()]));
  };
  return (
    <form className="row" onSubmit={open}>
      <label htmlFor="trail-id">Open by trail or breadcrumb ID</label>
      <input id="trail-id" value={id} spellCheck={false} required onChange={(event) => setId(event.target.value)} />
      <button disabled={id.trim() === ''}>Open</button>
    </form>
  );
}

function SchemaFilter({ schema }: { readonly schema: string }): ReactNode {
  const { go } = useRoute();
  return (
    <label className="row">
      containing
      <select value={schema} onChange={(event) => go({ schema: event.target.value })}>
        {listableSchemas.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

function TrailItem({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const { id, trail_id, author, session, audience, occurred_at } = crumb;
  return (
    <li>
      <a className="anywhere" href={hrefTo('trails', [trail_id], id === trail_id ? {} : { crumb: id })}>
        {summarizeCrumb(crumb)}
      </a>
      <span className="row soft">
        <Author author={author} />
        {session !== undefined && <span>in {session}</span>}
        <Time at={occurred_at} />
        <AudienceBadge audience={audience} />
      </span>
    </li>
  );
}

/** The latest trails, and a form to open one by id. */
export function RecentTrails(): ReactNode {
  const client = useClient();
  const schema = useRoute().query.get('schema') ?? WIRE.userMessage;
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['trails', schema],
    queryFn: ({ pageParam }) => client.list({ schema, limit: PAGE, order: 'desc', cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const trails = newestPerTrail(data?.pages.flatMap(({ breadcrumbs }) => breadcrumbs) ?? []);
  return (
    <div className="view">
      <div className="row">
        <h1>Trails</h1>
        <SchemaFilter schema={schema} />
      </div>
      <OpenTrail />
      {error && <ErrorNotice error={error} />}
      {!data && !error && <Loading label="Loading trails" />}
      {data && trails.length === 0 && <p className="soft">No trails yet. Send a message in Chat to create one.</p>}
      <ul className="trail-list">
        {trails.map((crumb) => (
          <TrailItem key={crumb.id} crumb={crumb} />
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
