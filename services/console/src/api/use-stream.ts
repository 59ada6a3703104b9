import type { FollowOptions, StreamItem } from '@crumbtrail/client';
import { useEffect, useEffectEvent, useState } from 'react';
import { useReportApiError } from './client';

/** How a stream stands. `lost`: it is being tried again, and goes on where it broke off. */
export type ConnectionState = 'opening' | 'live' | 'lost' | 'refused';

/** A stream and what became of it. */
export interface StreamState {
  readonly connection: ConnectionState;
  readonly error?: unknown;
  /** Begins anew after a refusal. */
  readonly retry?: (() => void) | undefined;
}

type OpenStream = (following: FollowOptions) => AsyncGenerator<StreamItem>;

/** What came is handed over this often at most: the page is drawn twenty times a second, however much comes. */
const BATCH_MS = 50;

/** Hands over in batches what comes one by one; what waits when it is stopped is forgotten. */
function createBatcher(hand: (items: readonly StreamItem[]) => void): {
  add: (item: StreamItem) => void;
  stop: () => void;
} {
  let waiting: StreamItem[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    const items = waiting;
    [waiting, timer] = [[], undefined];
    hand(items);
  };
  return {
    add: (item) => {
      waiting.push(item);
      timer ??= setTimeout(flush, BATCH_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Follows a stream while it is shown, through lost connections, and hands over what comes in batches. `open` must be
 * the same function (useCallback) as long as the same is wanted. A browser has six connections to a gateway in all its
 * tabs together, so a view follows one stream at a time.
 */
export function useStream(open: OpenStream | undefined, onItems: (items: readonly StreamItem[]) => void): StreamState {
  const [followed, setFollowed] = useState<StreamState>({ connection: 'opening' });
  const [tries, setTries] = useState(0);
  const turnedAway = useReportApiError();
  const hand = useEffectEvent(onItems);
  useEffect(() => {
    if (!open) return undefined;
    const leaving = new AbortController();
    const batches = createBatcher((items) => hand(items));
    const lost = (error: unknown): void => setFollowed({ connection: 'lost', error });
    const live = (): void => setFollowed((now) => (now.connection === 'live' ? now : { connection: 'live' }));
    const follow = async (): Promise<void> => {
      for await (const item of open({ signal: leaving.signal, lost })) {
        live();
        batches.add(item);
      }
    };
    setFollowed({ connection: 'opening' });
    follow().catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      setFollowed({ connection: 'refused', error, retry: () => setTries((count) => count + 1) });
      turnedAway(error);
    });
    return () => {
      leaving.abort();
      batches.stop();
    };
  }, [open, turnedAway, tries]);
  return followed;
}
