import type { FollowOptions } from '@crumbtrail/client';
import type { Envelope, TurnView } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../data/client';
import { type Followed, useStream } from '../../data/use-stream';
import { endedBy, merged, nothingYet, type Reply, take } from './conversation';

/** A session as it is shown. */
export interface Conversation {
  readonly crumbs: readonly Envelope[];
  readonly replies: readonly Reply[];
  /** Turns that are open and have said nothing yet. */
  readonly silent: readonly TurnView[];
  readonly followed: Followed;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly earlier: (() => void) | undefined;
  readonly add: (crumb: Envelope) => void;
}

type Cursors = readonly (string | null | undefined)[];
const PAGE = 50;
const LOOK_AGAIN_MS = 1_000;

/** What was said in pages, newest first. Inner: everything else in the session, too. */
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
          return cursor === null ? undefined : client.list({ session, schema, limit: PAGE, cursor });
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

/** The turns that the last message woke: asked for until all are over. */
function useWoken(crumbs: readonly Envelope[]): readonly TurnView[] {
  const client = useClient();
  const last = crumbs.findLast(({ schema_name }) => schema_name === WIRE.userMessage);
  const ended = new Set(crumbs.map(endedBy));
  const { data } = useQuery({
    queryKey: ['turns', last?.id],
    enabled: last !== undefined,
    queryFn: () => client.turnsOf(last?.id ?? ''),
    refetchInterval: ({ state: { data } }) =>
      data?.decided && data.turns.every(({ state }) => state === 'closed') ? false : LOOK_AGAIN_MS,
  });
  return (data?.turns ?? []).filter(({ id, state }) => state !== 'closed' && !ended.has(id));
}

/** A session: what was said before, and what happens now. Nothing falls between the two, as the stream is open first. */
export function useConversation(session: string, inner: boolean): Conversation {
  const client = useClient();
  const [live, setLive] = useState(nothingYet);
  const [hasOpened, setOpened] = useState(false);
  const open = useCallback((following: FollowOptions) => client.watch(session, following), [client, session]);
  const followed = useStream(open, (items) => {
    setOpened(true);
    setLive((now) => take(now, items));
  });
  const history = useHistory(session, inner, hasOpened);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const crumbs = useMemo(() => merged(data?.pages.flatMap((page) => page.crumbs) ?? [], live), [data, live]);
  const woken = useWoken(crumbs);
  const add = useCallback(
    (crumb: Envelope) => setLive((now) => ({ ...now, crumbs: new Map(now.crumbs).set(crumb.id, crumb) })),
    [],
  );
  return {
    crumbs,
    replies: [...live.replies.values()],
    silent: woken.filter(({ id }) => !live.replies.has(id)),
    followed,
    error,
    isLoading: history.isPending,
    earlier: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
    add,
  };
}
