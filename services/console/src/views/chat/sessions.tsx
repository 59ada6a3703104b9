import type { SessionEntry, SessionV1 } from '@crumbtrail/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useCallback, useMemo, useState } from 'react';
import { hrefTo } from '../../routing/route';
import { navigate } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { FilterField } from '../../components/filter-field';
import { OutcomeBadge } from '../../components/outcome-badge';
import { Time } from '../../components/time';
import { readSession, useSessionRecord } from './session-record';

type ListedMembers = NonNullable<SessionV1['members']>;

const PAGE = 50;
const REFRESH_MS = 30_000;
const NO_MEMBERS: ListedMembers = [];

/** The members that the `session.v1` of a session lists; none without one. */
export function useMembers(session: string): ListedMembers {
  const { data } = useSessionRecord(session);
  return useMemo(() => readSession(session, data).members ?? NO_MEMBERS, [session, data]);
}

/** All sessions in which the key may read something, page by page, the one with the latest breadcrumb first. */
function useSessions(text: string) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['sessions', text],
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: ({ pageParam }) => client.sessions({ limit: PAGE, text: text || undefined, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

function OpenSession(): ReactNode {
  const [name, setName] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    navigate(hrefTo('chat', [name]));
    setName('');
  };
  return (
    <form className="open-session" onSubmit={open}>
      <input
        aria-label="Session name"
        placeholder="New or existing session…"
        pattern="[a-z0-9][a-z0-9._\-]{0,63}"
        title="1 to 64 characters: a–z, 0–9, “.”, “-”, “_”; starts with a letter or digit"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button>Open</button>
    </form>
  );
}

function SessionItem(props: {
  readonly name: string;
  readonly entry: SessionEntry | undefined;
  readonly current: boolean;
}): ReactNode {
  const { name, entry, current } = props;
  const { title, last, messages, outcome } = entry ?? {};
  return (
    <li>
      <a href={hrefTo('chat', [name])} aria-current={current ? 'true' : undefined} title={last?.text}>
        <span dir="auto">{title ?? name}</span>
        {title !== undefined && <span className="soft"> {name}</span>}
        {last && outcome && (
          <span className="soft session-facts">
            {messages} · <Time at={last.occurred_at} /> <OutcomeBadge outcome={outcome} />
          </span>
        )}
      </a>
    </li>
  );
}

/** The list of all sessions, a field to find one by its name or title, and a form to open another one. */
export function SessionList({ current }: { readonly current: string }): ReactNode {
  const [text, setText] = useState('');
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useSessions(text);
  const entries = data?.pages.flatMap(({ sessions }) => sessions) ?? [];
  const isListed = text !== '' || entries.some(({ name }) => name === current);
  const find = useCallback((value: string) => setText(value), []);
  return (
    <aside className="sessions" aria-label="Sessions">
      <FilterField label="Find" value={text} onChange={find} placeholder="Name or title" />
      <ul>
        {!isListed && <SessionItem name={current} entry={undefined} current />}
        {entries.map((entry) => (
          <SessionItem key={entry.name} name={entry.name} entry={entry} current={entry.name === current} />
        ))}
        {hasNextPage && (
          <li>
            <button type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
              Load more sessions
            </button>
          </li>
        )}
      </ul>
      {error && <ErrorNotice error={error} />}
      <OpenSession />
    </aside>
  );
}
