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
      says: waits > 0 ? `the oldest unpublished event has waited ${waits} s` : 'all events published',
    },
    { name: 'text index', lag: behind(head, indexed), says: 'recent events that text search is missing' },
    {
      name: 'embeddings',
      lag: behind(head, embedded),
      says: `recent events that vector search is missing (${status.embedder})`,
    },
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
export function stateOf({ lag, listening }: Consumer): 'idle' | 'busy' | 'down' {
  if (listening > 0) return 'idle';
  return lag > 0 ? 'busy' : 'down';
}
