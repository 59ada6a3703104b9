import type { StatusReply } from '@crumbtrail/contracts';

/** How far one part is behind the log, in events, with an explanation. */
export interface BacklogEntry {
  readonly name: string;
  readonly lag: number;
  readonly detail: string;
}

const describeIndex = (behind: number): string =>
  behind === 0 ? 'up to date' : 'recent events that text search does not find yet';

const countBehind = (head: number, at: number): number => Math.max(0, head - at);

/** The backlogs of the relay to the bus, the text index and the embeddings. */
export function describeBacklog({ head, relayed, indexed, embedded, ...status }: StatusReply): readonly BacklogEntry[] {
  const oldestSeconds = Math.round(status.oldest_unrelayed_ms / 100) / 10;
  return [
    {
      name: 'relay',
      lag: countBehind(head, relayed),
      detail: oldestSeconds > 0 ? `the oldest unpublished event has waited ${oldestSeconds} s` : 'all events published',
    },
    { name: 'text index', lag: countBehind(head, indexed), detail: describeIndex(countBehind(head, indexed)) },
    {
      name: 'embeddings',
      lag: countBehind(head, embedded),
      detail: `recent events that vector search is missing (${status.embedder})`,
    },
  ];
}

/** A consumer: events left to process, the position everything is processed up to, and the number of idle workers. */
export interface ConsumerLag {
  readonly name: string;
  readonly lag: number;
  readonly processedUpTo: number;
  readonly idleWorkers: number;
}

/** The consumers, largest lag first. */
export function sortConsumers({ durables }: StatusReply): readonly ConsumerLag[] {
  return durables
    .map(({ name, floor, pending, waiting }) => ({ name, lag: pending, processedUpTo: floor, idleWorkers: waiting }))
    .sort((a, b) => b.lag - a.lag || a.name.localeCompare(b.name));
}

/** The state of a consumer: `down` has neither idle workers nor events in progress. */
export function consumerState({ lag, idleWorkers }: ConsumerLag): 'idle' | 'busy' | 'down' {
  if (idleWorkers > 0) return 'idle';
  return lag > 0 ? 'busy' : 'down';
}
