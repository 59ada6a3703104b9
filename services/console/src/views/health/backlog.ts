import type { StatusReply } from '@crumbtrail/contracts';

/** How far one thing is behind the log, in events. */
export interface BacklogEntry {
  readonly name: string;
  readonly lag: number;
  readonly detail: string;
}

const countBehind = (head: number, at: number): number => Math.max(0, head - at);

/** What is behind the log: the relay to the bus, the text index, the vectors. */
export function describeBacklog({ head, relayed, indexed, embedded, ...status }: StatusReply): readonly BacklogEntry[] {
  const waits = Math.round(status.oldest_unrelayed_ms / 100) / 10;
  return [
    {
      name: 'relay',
      lag: countBehind(head, relayed),
      detail: waits > 0 ? `the oldest unpublished event has waited ${waits} s` : 'all events published',
    },
    { name: 'text index', lag: countBehind(head, indexed), detail: 'recent events that text search is missing' },
    {
      name: 'embeddings',
      lag: countBehind(head, embedded),
      detail: `recent events that vector search is missing (${status.embedder})`,
    },
  ];
}

/** A consumer of a service: what it has still to settle, through where all is settled, and how many copies wait for more. */
export interface ConsumerLag {
  readonly name: string;
  readonly lag: number;
  readonly processedUpTo: number;
  readonly idleWorkers: number;
}

/** The consumers, those most behind first. */
export function sortConsumers({ durables }: StatusReply): readonly ConsumerLag[] {
  return durables
    .map(({ name, floor, pending, waiting }) => ({ name, lag: pending, processedUpTo: floor, idleWorkers: waiting }))
    .sort((a, b) => b.lag - a.lag || a.name.localeCompare(b.name));
}

/** How a consumer does, in a word: one that listens or works is there. */
export function consumerState({ lag, idleWorkers }: ConsumerLag): 'idle' | 'busy' | 'down' {
  if (idleWorkers > 0) return 'idle';
  return lag > 0 ? 'busy' : 'down';
}
