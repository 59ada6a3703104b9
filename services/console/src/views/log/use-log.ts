import type { FollowOptions, StreamItem } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../api/client';
import { type FollowedStream, useStream } from '../../api/use-stream';
import { appendEvents, type LogFilter, matchesLogFilter, emptyLogBuffer, type LogBuffer } from './log-buffer';

/** The events to show: the end of the log, or {@link LOG_PAGE_SIZE} events from a position on. */
export interface LogQuery {
  readonly schema: string;
  readonly session: string;
  readonly from: number | undefined;
}

/** Events shown at first. */
const INITIAL_EVENTS = 200;
/** Events shown after a jump to a position. */
export const LOG_PAGE_SIZE = 500;

/** Ends a stream after `count` events. */
async function* takeEvents(items: AsyncGenerator<StreamItem>, count: number): AsyncGenerator<StreamItem> {
  let left = count;
  for await (const item of items) {
    yield item;
    if (item.type === 'event') left -= 1;
    if (left === 0) return;
  }
}

/** The cursor to start from: the given position, otherwise {@link INITIAL_EVENTS} before the end of the log. */
function useStartCursor(from: number | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['log-beginning', from],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async () => {
      const after = from === undefined ? (await client.list({ limit: 1 })).position - INITIAL_EVENTS : from - 1;
      return `@${Math.max(0, after)}`;
    },
  });
}

/** Follows the log and returns the buffered events. */
export function useLog({ schema, session, from }: LogQuery): FollowedStream & { readonly buffer: LogBuffer } {
  const client = useClient();
  const [buffer, setBuffer] = useState(emptyLogBuffer);
  const { data: cursor, error } = useStartCursor(from);
  const open = useCallback(
    (following: FollowOptions) => {
      const wanted = { ...(schema ? { schemas: schema.split(',') } : {}), ...(session ? { session } : {}) };
      const events = client.events({ ...wanted, ...following, cursor });
      return from === undefined ? events : takeEvents(events, LOG_PAGE_SIZE);
    },
    [client, schema, session, from, cursor],
  );
  useEffect(() => setBuffer(emptyLogBuffer), [open]);
  const stream = useStream(cursor === undefined ? undefined : open, (items) =>
    setBuffer((now) => appendEvents(now, items)),
  );
  return error ? { buffer, connection: 'refused', error } : { buffer, ...stream };
}

/** The events that match a filter; each event is checked once per filter. */
export function useFilteredEvents(buffer: LogBuffer, filter: LogFilter): LogBuffer['events'] {
  const { tag, agent, author, text } = filter;
  const seen = useMemo(
    () => ({ filter: { tag, agent, author, text }, verdicts: new WeakMap<object, boolean>() }),
    [tag, agent, author, text],
  );
  return useMemo(
    () =>
      buffer.events.filter((event) => {
        const verdict = seen.verdicts.get(event) ?? matchesLogFilter(event, seen.filter);
        seen.verdicts.set(event, verdict);
        return verdict;
      }),
    [buffer, seen],
  );
}
