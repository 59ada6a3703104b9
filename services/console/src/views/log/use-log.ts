import type { FollowOptions, StreamItem } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../data/client';
import { type Followed, useStream } from '../../data/use-stream';
import { appended, type LogFilter, matches, noRows, type Rows } from './log-rows';

/** What is followed: the end of the log, or so many events from a position on. */
export interface Followable {
  readonly schema: string;
  readonly session: string;
  readonly from: number | undefined;
}

/** So many of the latest are shown to begin with; after a jump, so many from there on. */
const BEFORE = 200;
export const PAGE = 500;

/** The first so many events of a stream. */
async function* first(items: AsyncGenerator<StreamItem>, count: number): AsyncGenerator<StreamItem> {
  let left = count;
  for await (const item of items) {
    yield item;
    if (item.type === 'event') left -= 1;
    if (left === 0) return;
  }
}

/** Where to begin: at the position asked for, else a little before the end of the log. */
function useBeginning(from: number | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['log-beginning', from],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async () => {
      const after = from === undefined ? (await client.list({ limit: 1 })).position - BEFORE : from - 1;
      return `@${Math.max(0, after)}`;
    },
  });
}

/** The log as it grows, as far as the page keeps it. */
export function useLog({ schema, session, from }: Followable): Followed & { readonly rows: Rows } {
  const client = useClient();
  const [rows, setRows] = useState(noRows);
  const { data: cursor, error } = useBeginning(from);
  const open = useCallback(
    (following: FollowOptions) => {
      const wanted = { ...(schema ? { schemas: schema.split(',') } : {}), ...(session ? { session } : {}) };
      const events = client.events({ ...wanted, ...following, cursor });
      return from === undefined ? events : first(events, PAGE);
    },
    [client, schema, session, from, cursor],
  );
  useEffect(() => setRows(noRows), [open]);
  const followed = useStream(cursor === undefined ? undefined : open, (items) =>
    setRows((now) => appended(now, items)),
  );
  return error ? { rows, connection: 'refused', error } : { rows, ...followed };
}

/** The events that are wanted; each is looked at once for the same filter. */
export function useWanted(rows: Rows, filter: LogFilter): Rows['events'] {
  const { tag, agent, author, text } = filter;
  const seen = useMemo(
    () => ({ filter: { tag, agent, author, text }, verdicts: new WeakMap<object, boolean>() }),
    [tag, agent, author, text],
  );
  return useMemo(
    () =>
      rows.events.filter((event) => {
        const verdict = seen.verdicts.get(event) ?? matches(event, seen.filter);
        seen.verdicts.set(event, verdict);
        return verdict;
      }),
    [rows, seen],
  );
}
