import type { FollowOptions, WokenTurns } from '@crumbtrail/client';
import type { Envelope, TurnView } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../api/client';
import { type FollowedStream, useStream } from '../../api/use-stream';
import {
  applyItems,
  closedTurn,
  emptyLiveSession,
  erasedEntries,
  type ErasedEntry,
  mergeHistory,
  sortHistory,
  type StreamedReply,
} from './live-session';

/** The content of a session, and its state of loading. */
export interface Conversation {
  readonly crumbs: readonly Envelope[];
  /** Erased messages whose places are among the loaded ones. */
  readonly erased: readonly ErasedEntry[];
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

/** How many of the latest messages may have open turns on the page. */
const FOLLOWED_MESSAGES = 5;

interface WokenBy {
  readonly turns: readonly TurnView[];
  /** Why the last message wakes no agent. */
  readonly reason: string | undefined;
}

/** Outside of the hook, so that equal results stay the same object. */
const combineTurns = (results: readonly UseQueryResult<WokenTurns>[]): WokenBy => ({
  turns: results.flatMap(({ data }) => data?.turns ?? []),
  reason: results.at(-1)?.data?.reason,
});

/** The open turns of the latest messages, polled until all are closed, and why the last message has none. */
function useOpenTurns(crumbs: readonly Envelope[]): Pick<Conversation, 'openTurns' | 'silence'> {
  const client = useClient();
  const messages = useMemo(
    () => crumbs.filter(({ schema_name }) => schema_name === WIRE.userMessage).slice(-FOLLOWED_MESSAGES),
    [crumbs],
  );
  const ended = useMemo(() => new Set(crumbs.map(closedTurn)), [crumbs]);
  const { turns, reason } = useQueries({
    queries: messages.map(({ id }) => ({
      queryKey: ['turns', id],
      queryFn: () => client.turnsOf(id),
      refetchInterval: ({ state: { data } }: { state: { data: WokenTurns | undefined } }) =>
        data?.decided && data.turns.every(({ state }) => state === 'closed') ? (false as const) : POLL_MS,
    })),
    combine: combineTurns,
  });
  const openTurns = useMemo(
    () => turns.filter(({ id, state }) => state !== 'closed' && !ended.has(id)),
    [turns, ended],
  );
  return { openTurns, silence: reason };
}

/** What is shown of each open turn: its text so far, or its state. One that waits for a person may have written before, and shows its state. */
function useShownTurns(
  openTurns: readonly TurnView[],
  byTurn: ReadonlyMap<string, StreamedReply>,
): Pick<Conversation, 'openTurns' | 'replies'> {
  return useMemo(() => {
    const waiting = new Set(openTurns.filter(({ waits }) => waits).map(({ id }) => id));
    return {
      replies: [...byTurn.values()].filter(({ turn }) => !waiting.has(turn)),
      openTurns: openTurns.filter(({ id }) => waiting.has(id) || !byTurn.has(id)),
    };
  }, [openTurns, byTurn]);
}

const NONE: readonly ErasedEntry[] = [];

/** The erased messages of a session, read again after each erasure that the stream reports. */
function useErased(session: string, enabled: boolean, seen: number): readonly ErasedEntry[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['erased', session, seen],
    enabled,
    queryFn: () => client.erasedMessages(session),
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}

const withoutText = ({ id, schema_name, author, occurred_at }: Envelope): ErasedEntry => ({
  id,
  schema_name,
  author,
  occurred_at,
});

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
  const { crumbs: arrived, removed, erased: erasedIds, replies: byTurn } = live;
  const loaded = useMemo(() => sortHistory(data?.pages.flatMap((page) => page.crumbs) ?? []), [data]);
  const crumbs = useMemo(() => mergeHistory(loaded, { crumbs: arrived, removed }), [loaded, arrived, removed]);
  const liveErased = useMemo(
    () => [...erasedIds].flatMap((id) => arrived.get(id) ?? loaded.get(id) ?? []).map(withoutText),
    [loaded, arrived, erasedIds],
  );
  const known = useErased(session, hasOpened, erasedIds.size);
  const loadedSince = hasNextPage ? crumbs[0]?.occurred_at : undefined;
  const erased = useMemo(() => erasedEntries(known, liveErased, loadedSince), [known, liveErased, loadedSince]);
  const { openTurns, silence } = useOpenTurns(crumbs);
  const add = useCallback(
    (crumb: Envelope) => setLive((now) => ({ ...now, crumbs: new Map(now.crumbs).set(crumb.id, crumb) })),
    [],
  );
  const shown = useShownTurns(openTurns, byTurn);
  return {
    crumbs,
    erased,
    ...shown,
    silence,
    stream,
    error,
    isLoading: history.isPending,
    loadEarlier: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingEarlier: isFetchingNextPage,
    add,
  };
}
