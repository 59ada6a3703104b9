import type { FollowOptions, StreamItem } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../api/client';
import { type StreamState, useStream } from '../../api/use-stream';
import { appendEvents, type LogFilter, matchesLogFilter, emptyLogBuffer, type LogBuffer } from './log-buffer';

/** What is followed: the end of the log, or so many events from a position on. */
export interface LogQuery {
  readonly schema: string;
  readonly session: string;
  readonly from: number | undefined;
}

/** So many of the latest are shown to begin with; after a jump, so many from there on. */
const INITIAL_EVENTS = 200;
export const LOG_PAGE_SIZE = 500;

/** The first so many events of a stream. */
async function* takeEvents(items: AsyncGenerator<StreamItem>, count: number): AsyncGenerator<StreamItem> {
  let left = count;
  for await (const item of items) {
    yield item;
    if (item.type === 'event') left -= 1;
    if (left === 0) return;
  }
}

/** Where to begin: at the position asked for, else a little before the end of the log. */
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

/** The log as it grows, as far as the page keeps it. */
export function useLog({ schema, session, from }: LogQuery): StreamState & { readonly rows: LogBuffer } {
  const client = useClient();
  const [rows, setRows] = useState(emptyLogBuffer);
  const { data: cursor, error } = useStartCursor(from);
  const open = useCallback(
    (following: FollowOptions) => {
      const wanted = { ...(schema ? { schemas: schema.split(',') } : {}), ...(session ? { session } : {}) };
      const events = client.events({ ...wanted, ...following, cursor });
      return from === undefined ? events : takeEvents(events, LOG_PAGE_SIZE);
    },
    [client, schema, session, from, cursor],
  );
  useEffect(() => setRows(emptyLogBuffer), [open]);
  const followed = useStream(cursor === undefined ? undefined : open, (items) =>
    setRows((now) => appendEvents(now, items)),
  );
  return error ? { rows, connection: 'refused', error } : { rows, ...followed };
}

/** The events that are wanted; each is looked at once for the same filter. */
export function useFilteredEvents(rows: LogBuffer, filter: LogFilter): LogBuffer['events'] {
  const { tag, agent, author, text } = filter;
  const seen = useMemo(
    () => ({ filter: { tag, agent, author, text }, verdicts: new WeakMap<object, boolean>() }),
    [tag, agent, author, text],
  );
  return useMemo(
    () =>
      rows.events.filter((event) => {
        const verdict = seen.verdicts.get(event) ?? matchesLogFilter(event, seen.filter);
        seen.verdicts.set(event, verdict);
        return verdict;
      }),
    [rows, seen],
  );
}
