import type { FollowOptions } from '@crumbtrail/client';
import type { Envelope, TurnView } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../api/client';
import { type FollowedStream, useStream } from '../../api/use-stream';
import {
  applyItems,
  closedTurn,
  emptyLiveSession,
  mergeHistory,
  sortHistory,
  type StreamedReply,
} from './live-session';

/** The content of a session, and its state of loading. */
export interface Conversation {
  readonly crumbs: readonly Envelope[];
  readonly replies: readonly StreamedReply[];
  /** Open turns without text yet. */
  readonly openTurns: readonly TurnView[];
  /** Why the latest message wakes no agent; undefined if one wakes, or while it is undecided. */
  readonly silence: string | undefined;
  readonly stream: FollowedStream;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Undefined once the whole history is loaded. */
  readonly loadEarlier: (() => void) | undefined;
  readonly isLoadingEarlier: boolean;
  readonly add: (crumb: Envelope) => void;
}

type Cursors = readonly (string | null | undefined)[];
/** What is on the page at once; earlier messages are loaded in larger pages. */
const FIRST_PAGE = 50;
const EARLIER_PAGE = 200;
const POLL_MS = 1_000;

/** The history of a session in pages, newest first; with `inner`, internal events too. */
function useHistory(session: string, inner: boolean, enabled: boolean) {
  const client = useClient();
  const schemas = inner ? [undefined] : [WIRE.userMessage, WIRE.agentResponse];
  return useInfiniteQuery({
    queryKey: ['history', session, inner],
    enabled,
    gcTime: 0,
    staleTime: Infinity,
    initialPageParam: schemas.map(() => undefined) as Cursors,
    queryFn: async ({ pageParam }) => {
      const pages = await Promise.all(
        schemas.map(async (schema, at) => {
          const cursor = pageParam[at];
          const limit = cursor === undefined ? FIRST_PAGE : EARLIER_PAGE;
          return cursor === null ? undefined : client.list({ session, schema, limit, cursor });
        }),
      );
      return {
        crumbs: pages.flatMap((page) => page?.breadcrumbs ?? []),
        cursors: pages.map((page) => page?.next_cursor ?? null),
      };
    },
    getNextPageParam: ({ cursors }) => (cursors.every((cursor) => cursor === null) ? undefined : cursors),
  });
}

/** The open turns of the latest message that have no text yet, polled until all are closed, or why it has none. */
function useOpenTurns(
  crumbs: readonly Envelope[],
  replies: ReadonlyMap<string, StreamedReply>,
): Pick<Conversation, 'openTurns' | 'silence'> {
  const client = useClient();
  const last = crumbs.findLast(({ schema_name }) => schema_name === WIRE.userMessage);
  const ended = useMemo(() => new Set(crumbs.map(closedTurn)), [crumbs]);
  const { data } = useQuery({
    queryKey: ['turns', last?.id],
    enabled: last !== undefined,
    queryFn: () => client.turnsOf(last?.id ?? ''),
    refetchInterval: ({ state: { data } }) =>
      data?.decided && data.turns.every(({ state }) => state === 'closed') ? false : POLL_MS,
  });
  const openTurns = useMemo(
    () => (data?.turns ?? []).filter(({ id, state }) => state !== 'closed' && !ended.has(id) && !replies.has(id)),
    [data, ended, replies],
  );
  return { openTurns, silence: data?.reason };
}

/** Loads and follows a session. The stream is opened before the history is read, so that no event is missed in between. */
export function useConversation(session: string, inner: boolean): Conversation {
  const client = useClient();
  const [live, setLive] = useState(emptyLiveSession);
  const [hasOpened, setOpened] = useState(false);
  const open = useCallback((following: FollowOptions) => client.watch(session, following), [client, session]);
  const stream = useStream(open, (items) => {
    setOpened(true);
    setLive((now) => applyItems(now, items));
  });
  const history = useHistory(session, inner, hasOpened);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const { crumbs: arrived, removed, replies: byTurn } = live;
  const loaded = useMemo(() => sortHistory(data?.pages.flatMap((page) => page.crumbs) ?? []), [data]);
  const crumbs = useMemo(() => mergeHistory(loaded, { crumbs: arrived, removed }), [loaded, arrived, removed]);
  const { openTurns, silence } = useOpenTurns(crumbs, byTurn);
  const add = useCallback(
    (crumb: Envelope) => setLive((now) => ({ ...now, crumbs: new Map(now.crumbs).set(crumb.id, crumb) })),
    [],
  );
  return {
    crumbs,
    replies: useMemo(() => [...byTurn.values()], [byTurn]),
    openTurns,
    silence,
    stream,
    error,
    isLoading: history.isPending,
    loadEarlier: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingEarlier: isFetchingNextPage,
    add,
  };
}
