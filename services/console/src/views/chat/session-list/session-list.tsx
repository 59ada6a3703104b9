import type { SessionEntry } from '@crumbtrail/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, type UIEvent, useCallback, useEffect } from 'react';
import { useClient, useIdentity } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { FilterField } from '../../../components/filter-field';
import { SavedViews } from '../../../components/saved-views';
import { hrefTo } from '../../../routing/route';
import { useRoute } from '../../../routing/use-route';
import { NewSession } from './new-session';
import { markSeen, readSeen } from './seen-sessions';
import { EmptySession, SessionItem } from './session-item';
import { isSessionName } from './session-name';
import './session-list.css';

const PAGE = 50;
const REFRESH_MS = 30_000;
/** So near to the end of the list, in pixels, the next page is loaded. */
const NEAR_END_PX = 200;

/** All sessions in which the key may read something, page by page, the one with the latest breadcrumb first. */
function useSessions(text: string, archived: boolean) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['sessions', text, archived],
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: ({ pageParam }) =>
      client.sessions({
        limit: PAGE,
        text: text || undefined,
        archived: archived ? 'only' : 'hide',
        usage: true,
        cursor: pageParam,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** Was anything said since the session was last open in this browser? Never of sessions that were not. */
function useIsUnread(current: string, entries: readonly SessionEntry[]): (entry: SessionEntry) => boolean {
  const { workspace } = useIdentity();
  const open = entries.find(({ name }) => name === current);
  useEffect(() => {
    if (open) markSeen(workspace, open.name, open.last.id);
  }, [workspace, open]);
  const seen = readSeen(workspace);
  return ({ name, last }) => name !== current && seen.has(name) && seen.get(name) !== last.id;
}

function Filters(props: {
  readonly text: string;
  readonly onFind: (text: string) => void;
  readonly archived: boolean;
  readonly onArchived: (archived: boolean) => void;
}): ReactNode {
  const { text, onFind, archived, onArchived } = props;
  return (
    <>
      <FilterField label="Find" value={text} onChange={onFind} placeholder="Name or title" />
      <label className="soft">
        <input type="checkbox" checked={archived} onChange={({ target }) => onArchived(target.checked)} /> Archived
      </label>
    </>
  );
}

/** The open session where the page that is shown lacks it: it is older, archived, or without a message. */
function OpenSession({ name }: { readonly name: string }): ReactNode {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['sessions', 'open', name],
    queryFn: async () => {
      const { sessions } = await client.sessions({ text: name, limit: PAGE, usage: true });
      return sessions.find((session) => session.name === name) ?? null;
    },
  });
  if (data === undefined) return null;
  return data ? <SessionItem entry={data} current isUnread={false} /> : <EmptySession name={name} />;
}

/** Below the list: that it is empty, and what else the text in the field may mean: words of messages, or the name of a new session. */
function Ending(props: { readonly text: string; readonly isEmpty: boolean; readonly isTaken: boolean }): ReactNode {
  const { text, isEmpty, isTaken } = props;
  return (
    <>
      {isEmpty && <p className="soft">No session found.</p>}
      {text !== '' && (
        <p className="soft">
          <a href={hrefTo('search', [], { q: text })}>Search messages for “{text}”</a>
          {isSessionName(text) && !isTaken && (
            <>
              , or <a href={hrefTo('chat', [text])}>start a session “{text}”</a>
            </>
          )}
        </p>
      )}
    </>
  );
}

function Entries(props: { readonly text: string; readonly archived: boolean; readonly current: string }): ReactNode {
  const { text, archived, current } = props;
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useSessions(text, archived);
  const entries = data?.pages.flatMap(({ sessions }) => sessions) ?? [];
  const isUnread = useIsUnread(current, entries);
  const lists = (name: string): boolean => entries.some((entry) => entry.name === name);
  const lacksOpen = text === '' && !archived && !isFetching && !lists(current);
  const onScroll = ({ currentTarget }: UIEvent<HTMLUListElement>): void => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < NEAR_END_PX && hasNextPage && !isFetching) void fetchNextPage();
  };
  return (
    <>
      <ul onScroll={onScroll}>
        {lacksOpen && <OpenSession name={current} />}
        {entries.map((entry) => (
          <SessionItem key={entry.name} entry={entry} current={entry.name === current} isUnread={isUnread(entry)} />
        ))}
        {hasNextPage && (
          <li>
            <button type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
              Load more sessions
            </button>
          </li>
        )}
      </ul>
      {!isFetching && <Ending text={text} isEmpty={entries.length === 0} isTaken={lists(text)} />}
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** The list of all sessions, whose filters are in the address; a field to find one by its name or title, and a button for a new one. */
export function SessionList({ current }: { readonly current: string }): ReactNode {
  const { query, go } = useRoute();
  const text = query.get('find') ?? '';
  const archived = query.get('archived') === '1';
  const find = useCallback((value: string) => go({ find: value }), [go]);
  return (
    <aside className="sessions" aria-label="Sessions">
      <NewSession />
      <Filters text={text} onFind={find} archived={archived} onArchived={(isOn) => go({ archived: isOn })} />
      <SavedViews />
      <Entries text={text} archived={archived} current={current} />
    </aside>
  );
}
