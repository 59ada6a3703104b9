import type { FollowOptions, StreamItem } from '@crumbtrail/client';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReportApiError } from './client';

/** The connection of an event stream. `lost`: reconnecting, and resuming where it was interrupted. `refused`: given up. */
export type StreamConnection = 'opening' | 'live' | 'lost' | 'refused';

/** The state of an event stream. */
export interface FollowedStream {
  readonly connection: StreamConnection;
  readonly error?: unknown;
  /** Opens the stream again after a refusal. */
  readonly retry?: (() => void) | undefined;
}

type OpenStream = (following: FollowOptions) => AsyncGenerator<StreamItem>;

/** Items are passed on at most this often, so that the page renders at most twenty times a second. */
const BATCH_MS = 50;

/** Collects items and passes them on in batches; items still waiting when it is stopped are dropped. */
function createBatcher(deliver: (items: readonly StreamItem[]) => void): {
  add: (item: StreamItem) => void;
  stop: () => void;
} {
  let waiting: StreamItem[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    const items = waiting;
    waiting = [];
    timer = undefined;
    deliver(items);
  };
  return {
    add: (item) => {
      waiting.push(item);
      timer ??= setTimeout(flush, BATCH_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Did the query fail, or is it about to be tried again? Lists of sessions count too: they are as old as the lost connection. */
const isOutdated = ({ state, queryKey }: Query): boolean =>
  state.error !== null || state.fetchFailureCount > 0 || queryKey[0] === 'sessions';

/** Sends outdated queries again once a lost connection is back. */
function useRefetchOnReturn(connection: StreamConnection): void {
  const cache = useQueryClient();
  const before = useRef(connection);
  useEffect(() => {
    if (before.current === 'lost' && connection === 'live') void cache.invalidateQueries({ predicate: isOutdated });
    before.current = connection;
  }, [cache, connection]);
}

/**
 * Follows an event stream while the component is mounted, reconnecting when the connection is lost, and passes on items in batches.
 * Once the connection is back, queries that failed meanwhile are sent again.
 * Pass a stable `open` (useCallback): a new function opens a new stream. Browsers allow six connections to one gateway in all tabs
 * together, so a view should follow one stream at a time.
 */
export function useStream(
  open: OpenStream | undefined,
  onItems: (items: readonly StreamItem[]) => void,
): FollowedStream {
  const [state, setState] = useState<FollowedStream>({ connection: 'opening' });
  const [tries, setTries] = useState(0);
  const reportError = useReportApiError();
  const deliver = useEffectEvent(onItems);
  useEffect(() => {
    if (!open) return undefined;
    const unmounting = new AbortController();
    const batches = createBatcher((items) => deliver(items));
    const lost = (error: unknown): void => setState({ connection: 'lost', error });
    const live = (): void => setState((now) => (now.connection === 'live' ? now : { connection: 'live' }));
    const follow = async (): Promise<void> => {
      for await (const item of open({ signal: unmounting.signal, lost })) {
        live();
        batches.add(item);
      }
    };
    setState({ connection: 'opening' });
    follow().catch((error: unknown) => {
      if (unmounting.signal.aborted) return;
      setState({ connection: 'refused', error, retry: () => setTries((count) => count + 1) });
      reportError(error);
    });
    return () => {
      unmounting.abort();
      batches.stop();
    };
  }, [open, reportError, tries]);
  useRefetchOnReturn(state.connection);
  return state;
}
