import type { FollowOptions } from '@crumbtrail/client';
import type { Envelope, TurnView } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../api/client';
import { type FollowedStream, useStream } from '../../api/use-stream';
import { closedTurn, mergeHistory, emptyLiveSession, type StreamedReply, applyItems } from './live-session';

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

/** The open turns of the latest message, polled until all are closed, or why it has none. */
function useOpenTurns(crumbs: readonly Envelope[]): Pick<Conversation, 'openTurns' | 'silence'> {
  const client = useClient();
  const last = crumbs.findLast(({ schema_name }) => schema_name === WIRE.userMessage);
  const ended = new Set(crumbs.map(closedTurn));
  const { data } = useQuery({
    queryKey: ['turns', last?.id],
    enabled: last !== undefined,
    queryFn: () => client.turnsOf(last?.id ?? ''),
    refetchInterval: ({ state: { data } }) =>
      data?.decided && data.turns.every(({ state }) => state === 'closed') ? false : POLL_MS,
  });
  const openTurns = (data?.turns ?? []).filter(({ id, state }) => state !== 'closed' && !ended.has(id));
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
  const crumbs = useMemo(
    () => mergeHistory(data?.pages.flatMap((page) => page.crumbs) ?? [], { crumbs: arrived, removed }),
    [data, arrived, removed],
  );
  const { openTurns, silence } = useOpenTurns(crumbs);
  const add = useCallback(
    (crumb: Envelope) => setLive((now) => ({ ...now, crumbs: new Map(now.crumbs).set(crumb.id, crumb) })),
    [],
  );
  return {
    crumbs,
    replies: useMemo(() => [...byTurn.values()], [byTurn]),
    openTurns: openTurns.filter(({ id }) => !byTurn.has(id)),
    silence,
    stream,
    error,
    isLoading: history.isPending,
    loadEarlier: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingEarlier: isFetchingNextPage,
    add,
  };
}
