import type { SessionEntry } from '@crumbtrail/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, type UIEvent, useCallback, useEffect, useState } from 'react';
import { useClient, useIdentity } from '../../../api/client';
import { ErrorNotice } from '../../../components/error-notice';
import { FilterField } from '../../../components/filter-field';
import { NewSession } from './new-session';
import { markSeen, readSeen } from './seen-sessions';
import { SessionItem, UnlistedSession } from './session-item';
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

interface Listing {
  readonly text: string;
  readonly archived: boolean;
  readonly current: string;
}

/** A session that the list does not have: the open one, or the one whose name was searched for. */
function unlistedName(entries: readonly SessionEntry[], { text, archived, current }: Listing): string | undefined {
  const name = text === '' && !archived ? current : text;
  return isSessionName(name) && !entries.some((entry) => entry.name === name) ? name : undefined;
}

function Entries(props: Listing): ReactNode {
  const { text, archived, current } = props;
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useSessions(text, archived);
  const entries = data?.pages.flatMap(({ sessions }) => sessions) ?? [];
  const isUnread = useIsUnread(current, entries);
  const unlisted = isFetching ? undefined : unlistedName(entries, props);
  const onScroll = ({ currentTarget }: UIEvent<HTMLUListElement>): void => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < NEAR_END_PX && hasNextPage && !isFetching) void fetchNextPage();
  };
  return (
    <>
      <ul onScroll={onScroll}>
        {unlisted !== undefined && (
          <UnlistedSession name={unlisted} current={unlisted === current} mayComeLater={hasNextPage} />
        )}
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
      {!isFetching && entries.length === 0 && <p className="soft">No session found.</p>}
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** The list of all sessions, a field to find one by its name or title, and a button for a new one. */
export function SessionList({ current }: { readonly current: string }): ReactNode {
  const [text, setText] = useState('');
  const [archived, setArchived] = useState(false);
  const find = useCallback((value: string) => setText(value), []);
  return (
    <aside className="sessions" aria-label="Sessions">
      <NewSession />
      <Filters text={text} onFind={find} archived={archived} onArchived={setArchived} />
      <Entries text={text} archived={archived} current={current} />
    </aside>
  );
}
