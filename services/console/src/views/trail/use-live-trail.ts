import type { FollowOptions, TrailTree } from '@crumbtrail/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useClient } from '../../api/client';
import { type FollowedStream, useStream } from '../../api/use-stream';

/** The gateway returns at most this many breadcrumbs of a trail. */
export const MAX_NODES = 2_000;

/** A trail, and the stream of what happens in it; without one while it is loaded, and where it is longer than it is shown. */
type LiveTrail = UseQueryResult<TrailTree> & { readonly stream: FollowedStream | undefined };

/** The trail of a breadcrumb, which is read again whenever something happens in it. */
export function useLiveTrail(id: string): LiveTrail {
  const client = useClient();
  const trail = useQuery({ queryKey: ['trail', id], queryFn: () => client.trail(id) });
  const { data, refetch } = trail;
  const followed = data && data.nodes.length < MAX_NODES ? data.trail_id : undefined;
  const open = useCallback(
    (following: FollowOptions) => client.events({ trail: followed, ...following }),
    [client, followed],
  );
  const stream = useStream(followed === undefined ? undefined : open, (items) => {
    if (items.some(({ type }) => type === 'event')) void refetch();
  });
  const isLive = stream.connection === 'live';
  useEffect(() => {
    // What happened after the first reading and before the stream was open.
    if (isLive) void refetch();
  }, [isLive, refetch]);
  return { ...trail, stream: followed === undefined ? undefined : stream };
}
