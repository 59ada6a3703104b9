import type { Ledger } from '../ledger/ledger';
import { keyOf, type TurnRecord } from '../ledger/stored-rows';
import { openNext } from './lanes';
import { totalWaitMs } from './total-wait';

/** A turn some of whose tool requests wait for a person. */
type WaitingTurn = TurnRecord & { readonly approvals: NonNullable<TurnRecord['approvals']> };

const afterSeconds = (now: string, seconds: number): string =>
  new Date(Date.parse(now) + seconds * 1_000).toISOString();

const setTurn = (ledger: Ledger, turn: TurnRecord): void => ledger.turns.set(keyOf(turn.workspace, turn.id), turn);

const dueOf = ({ workspace, id: key }: TurnRecord): { readonly workspace: string; readonly key: string } => ({
  workspace,
  key,
});

/** How long a request waits, and how long its turn keeps the lane, in seconds. */
export interface ApprovalTimes {
  readonly wait_seconds: number;
  readonly lane_seconds: number;
}

/**
 * Lets a request of the turn wait for a person: the deadline of the turn stops, and after `lane_seconds` its lane is free for other turns. If
 * several requests of one turn wait, the shortest `lane_seconds` counts.
 */
export function beginWaiting(
  ledger: Ledger,
  { workspace, id }: TurnRecord,
  request: string,
  times: ApprovalTimes,
): void {
  const turn = ledger.turns.get(keyOf(workspace, id)) as TurnRecord;
  const left_ms = turn.approvals?.left_ms ?? Date.parse(turn.deadline_at ?? ledger.now) - Date.parse(ledger.now);
  const until = afterSeconds(ledger.now, times.lane_seconds);
  const lane_until = [turn.approvals?.lane_until ?? until, until].sort()[0] as string;
  const since = turn.approvals ? turn.approvals.since : ledger.now;
  const requests = [...(turn.approvals?.requests ?? []), request];
  const waiting = { requests, left_ms, lane_until, ...(since === undefined ? {} : { since }) };
  setTurn(ledger, { ...turn, deadline_at: null, approvals: waiting });
  ledger.setDue('deadline', dueOf(turn), null);
  ledger.setDue('approval', { workspace, key: request }, afterSeconds(ledger.now, times.wait_seconds));
  ledger.setDue('lane-hold', dueOf(turn), lane_until);
}

/** Frees the lane of a turn that still waits for a person. False: it does not, and keeps its lane. */
export function leaveLane(ledger: Ledger, turn: TurnRecord): boolean {
  if (!isWaiting(turn) || turn.state === 'queued') return false;
  if (turn.state === 'open') setTurn(ledger, { ...turn, state: 'waiting' });
  openNext(ledger, turn);
  return true;
}

const isWaiting = (turn: TurnRecord): turn is WaitingTurn => turn.approvals !== null && turn.state !== 'closed';

/**
 * Ends the waiting of a request. After the last one the deadline of the turn continues with the time that was left. A turn that had left its lane
 * is queued in it again, before the turns of later crumbs.
 */
export function endWaiting(ledger: Ledger, turn: TurnRecord | undefined, request: string): void {
  if (turn) ledger.setDue('approval', { workspace: turn.workspace, key: request }, null);
  if (!turn || !isWaiting(turn)) return;
  const { left_ms } = turn.approvals;
  const requests = turn.approvals.requests.filter((one) => one !== request);
  if (requests.length > 0) return setTurn(ledger, { ...turn, approvals: { ...turn.approvals, requests } });
  ledger.setDue('lane-hold', dueOf(turn), null);
  const waited_ms = totalWaitMs(turn, ledger.now);
  if (turn.state === 'waiting') {
    setTurn(ledger, { ...turn, waited_ms, state: 'queued', approvals: { ...turn.approvals, requests } });
    return openNext(ledger, turn);
  }
  const deadline_at = afterSeconds(ledger.now, left_ms / 1_000);
  setTurn(ledger, { ...turn, waited_ms, deadline_at, approvals: null });
  ledger.setDue('deadline', dueOf(turn), deadline_at);
}
