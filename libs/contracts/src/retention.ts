import type { Participant } from './record';

/** In whose name a workspace's retention removes breadcrumbs: tombstones have it as `erased_by`. */
export const RETENTION: Participant = { kind: 'service', id: 'retention' };

/** Why a breadcrumb is gone, in one sentence, from its tombstone. */
export function describeRemoval({ at, by }: { readonly at: string; readonly by: Participant }): string {
  const isRetention = by.kind === RETENTION.kind && by.id === RETENTION.id;
  return isRetention
    ? `It was removed by retention on ${at.slice(0, 10)}.`
    : `It was erased at ${at} by ${by.kind} ${by.id}.`;
}
