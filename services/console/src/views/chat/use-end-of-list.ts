import { type UIEvent, useState } from 'react';

/** Where the reader of a list is that grows at its end. */
export interface EndOfList {
  /** Whether the end is out of sight. */
  readonly isAway: boolean;
  /** How many rows were added since the end went out of sight. */
  readonly unseen: number;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

/** Follows whether the end of a list is in sight, and counts the rows that are added while it is not. `farPx`: from so far off it is out of sight. */
export function useEndOfList(keys: readonly string[], farPx: number): EndOfList {
  const [lastSeen, setLastSeen] = useState<string>();
  const seenAt = lastSeen === undefined ? -1 : keys.lastIndexOf(lastSeen);
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    if (scrollHeight - clientHeight - scrollTop < farPx) setLastSeen(undefined);
    else setLastSeen((before) => before ?? keys.at(-1));
  };
  return { isAway: lastSeen !== undefined, unseen: seenAt < 0 ? 0 : keys.length - 1 - seenAt, onScroll };
}
