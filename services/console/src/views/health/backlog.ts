import type { StatusReply } from '@crumbtrail/contracts';

/** How far one thing is behind the log, in events. */
export interface Lag {
  readonly name: string;
  readonly lag: number;
  readonly says: string;
}

const behind = (head: number, at: number): number => Math.max(0, head - at);

/** What is behind the log: the relay to the bus, the text index, the vectors. */
export function backlogOf({ head, relayed, indexed, embedded, ...status }: StatusReply): readonly Lag[] {
  const waits = Math.round(status.oldest_unrelayed_ms / 100) / 10;
  return [
    {
      name: 'relay',
      lag: behind(head, relayed),
      says: waits > 0 ? `the oldest waits ${waits} s` : 'what is kept is announced',
    },
    { name: 'text index', lag: behind(head, indexed), says: 'searching by words sees all but these' },
    { name: 'embeddings', lag: behind(head, embedded), says: `searching by meaning (${status.embedder})` },
  ];
}

/** A consumer of a service: what it has still to settle, through where all is settled, and how many copies wait for more. */
export interface Consumer {
  readonly name: string;
  readonly lag: number;
  readonly floor: number;
  readonly listening: number;
}

/** The consumers, those most behind first. */
export function consumersOf({ durables }: StatusReply): readonly Consumer[] {
  return durables
    .map(({ name, floor, pending, waiting }) => ({ name, lag: pending, floor, listening: waiting }))
    .sort((a, b) => b.lag - a.lag || a.name.localeCompare(b.name));
}

/** How a consumer does, in a word: one that listens or works is there. */
export function stateOf({ lag, listening }: Consumer): 'listening' | 'at work' | 'not there' {
  if (listening > 0) return 'listening';
  return lag > 0 ? 'at work' : 'not there';
}
