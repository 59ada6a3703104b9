import type { TurnRecord } from '../ledger/stored-rows';

/** Milliseconds that a turn has waited for people by `now`; several requests that wait at once count once. */
export function totalWaitMs(
  { waited_ms, approvals }: Pick<TurnRecord, 'waited_ms' | 'approvals'>,
  now: string,
): number {
  if (!approvals || approvals.requests.length === 0 || approvals.since === undefined) return waited_ms;
  return waited_ms + Math.max(Date.parse(now) - Date.parse(approvals.since), 0);
}
