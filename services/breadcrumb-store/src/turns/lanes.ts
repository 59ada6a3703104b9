import { turnClaimKey } from '@crumbtrail/contracts';
import { failedEnding, insertEnding, insertGuard, insertTurn, type TurnEnding, type GuardReport } from './turn-crumbs';
import type { Ledger } from '../ledger/ledger';
import { isInRounds, planRound } from './session-rounds';
import { totalWaitMs } from './total-wait';
import { keyOf, versionKey, type TurnRecord, type UndecidedRecord } from '../ledger/stored-rows';

/** Key of the number of turns that an agent opened in a lane in the last minute. */
export const openedKey = ({ workspace, lane, agent }: TurnRecord): string => `${workspace}/${lane}/${agent}`;

const addMs = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

const byCause = (a: TurnRecord, b: TurnRecord): number =>
  a.cause_position - b.cause_position || a.place - b.place || (a.agent < b.agent ? -1 : 1);

function turnsInLane(ledger: Ledger, { workspace, lane }: Pick<TurnRecord, 'workspace' | 'lane'>): TurnRecord[] {
  return ledger.turns.all().filter((turn) => turn.lane === lane && turn.workspace === workspace);
}

function setTurn(ledger: Ledger, turn: TurnRecord): void {
  ledger.turns.set(keyOf(turn.workspace, turn.id), turn);
}

/** Opens a turn again that had left its lane while it waited for a person. Its deadline is the time that was left then, from now on. */
function reopenTurn(ledger: Ledger, turn: TurnRecord, left_ms: number): void {
  const deadline_at = addMs(ledger.now, left_ms);
  setTurn(ledger, { ...turn, state: 'open', deadline_at, approvals: null });
  ledger.setDue('deadline', { workspace: turn.workspace, key: turn.id }, deadline_at);
}

function openTurn(ledger: Ledger, turn: TurnRecord): void {
  const deadline_at = addMs(ledger.now, turn.turn_seconds * 1000);
  insertTurn(ledger, turn, deadline_at);
  setTurn(ledger, { ...turn, state: 'open', opened_at: ledger.now, deadline_at });
  ledger.setDue('deadline', { workspace: turn.workspace, key: turn.id }, deadline_at);
  ledger.opened.set(openedKey(turn), (ledger.opened.get(openedKey(turn)) ?? 0) + 1);
}

const isOverLimit = (ledger: Ledger, turn: TurnRecord): boolean =>
  (ledger.opened.get(openedKey(turn)) ?? 0) >= turn.turns_per_minute;

const rateLimitReport = (ledger: Ledger, turn: TurnRecord): GuardReport => ({
  guard: 'rate_limit',
  limit: turn.turns_per_minute,
  value: ledger.opened.get(openedKey(turn)) ?? 0,
  message: `${turn.agent} has taken ${turn.turns_per_minute} turns in ${turn.lane} within a minute, which is its limit; raise limits.turns_per_minute in its definition, or wait.`,
});

/** Refuses a turn on behalf of a guard: its response states the reason, and a crumb records the measurement. */
export function refuseByGuard(ledger: Ledger, turn: TurnRecord, guard: GuardReport): void {
  refuseTurn(ledger, turn, failedEnding('error', guard.guard, guard.message));
  insertGuard(ledger, turn, guard);
}

/** Opens and ends a turn at once, regardless of its lane, so that the refusal and its reason are visible. */
export function refuseTurn(ledger: Ledger, turn: TurnRecord, ending: TurnEnding): void {
  const deadline_at = addMs(ledger.now, turn.turn_seconds * 1000);
  insertTurn(ledger, turn, deadline_at);
  const response = insertEnding(ledger, turn, ending);
  setTurn(ledger, { ...turn, state: 'closed', closed_at: ledger.now, response_id: response.id, action: ending.action });
}

/**
 * How long, in milliseconds, later turns of a session wait for the decision about an earlier message. Several conductors share
 * the work, so one may decide about the later message while another, or a dead one, still holds the earlier.
 */
export const DECISION_WITHIN_MS = 60_000;

/** An earlier message of the session that no conductor has decided about yet: its turns come first. */
function earlierUndecided(ledger: Ledger, turn: TurnRecord): UndecidedRecord | undefined {
  if (!turn.lane.startsWith('session:')) return undefined;
  return ledger.undecided.find(
    ({ workspace, session, id, position }) =>
      workspace === turn.workspace &&
      session === turn.session &&
      position < turn.cause_position &&
      !ledger.decisions.get(versionKey(workspace, id, 1)),
  );
}

const waitsForPerson = ({ approvals }: TurnRecord): boolean => approvals !== null && approvals.requests.length > 0;

/** A turn that waits for a person gives its lane to the turn of an earlier crumb that a person has decided about. False: it keeps the lane. */
function giveWay(ledger: Ledger, open: TurnRecord, queued: readonly TurnRecord[]): boolean {
  const goesOn = queued.some((turn) => turn.approvals !== null && byCause(turn, open) < 0);
  if (!goesOn || !waitsForPerson(open)) return false;
  setTurn(ledger, { ...open, state: 'waiting' });
  return true;
}

/** Does a turn of an earlier crumb, which gave way, keep the lane from this one? */
const isKept = (ledger: Ledger, turn: TurnRecord, turns: readonly TurnRecord[]): boolean =>
  turns.some(
    (one) =>
      one.state === 'waiting' &&
      one.approvals !== null &&
      one.approvals.lane_until > ledger.now &&
      byCause(one, turn) < 0,
  );

/**
 * Opens the queued turn of a free lane whose trigger came first, and refuses turns over their agent's rate limit on the way.
 * A lane never has two open turns, and waits a while for the decision about an earlier message.
 */
export function openNext(ledger: Ledger, of: Pick<TurnRecord, 'workspace' | 'lane'>): void {
  const turns = turnsInLane(ledger, of).sort(byCause);
  const queued = turns.filter(({ state }) => state === 'queued');
  const open = turns.find(({ state }) => state === 'open');
  if (open !== undefined && !giveWay(ledger, open, queued)) return;
  for (const turn of queued) {
    if (turn.approvals !== null) return reopenTurn(ledger, turn, turn.approvals.left_ms);
    if (isKept(ledger, turn, turns)) return;
    const before = earlierUndecided(ledger, turn);
    if (before) {
      const { workspace, lane: key } = turn;
      return ledger.setDue('lane', { workspace, key }, addMs(before.created_at, DECISION_WITHIN_MS));
    }
    if (!isOverLimit(ledger, turn)) return openTurn(ledger, turn);
    refuseByGuard(ledger, turn, rateLimitReport(ledger, turn));
  }
}

/** Removes the due entries of the requests of a turn that ends: nobody has to decide about them any more. */
function cancelApprovals(ledger: Ledger, { workspace, id, approvals }: TurnRecord): void {
  if (approvals === null) return;
  ledger.setDue('lane-hold', { workspace, key: id }, null);
  for (const key of approvals.requests) ledger.setDue('approval', { workspace, key }, null);
}

/** Closes a turn: removes its claim and its deadline, and opens the next turn of its lane. */
export function closeTurn(ledger: Ledger, turn: TurnRecord, response: { id: string; action: string }): void {
  const { workspace, id } = turn;
  setTurn(ledger, {
    ...turn,
    state: 'closed',
    closed_at: ledger.now,
    response_id: response.id,
    action: response.action,
    approvals: null,
    waited_ms: totalWaitMs(turn, ledger.now),
  });
  cancelApprovals(ledger, turn);
  ledger.claims.set(keyOf(workspace, turnClaimKey(id)), null);
  ledger.setDue('deadline', { workspace, key: id }, null);
  if (isInRounds(turn)) planRound(ledger, turn);
  openNext(ledger, turn);
}

/** Ends a turn on behalf of the store, with a response that everybody concerned can see. */
export function endTurn(ledger: Ledger, turn: TurnRecord, ending: TurnEnding): void {
  if (turn.state === 'queued' && turn.opened_at === null) return refuseTurn(ledger, turn, ending);
  const response = insertEnding(ledger, turn, ending);
  closeTurn(ledger, turn, { id: response.id, action: ending.action });
}
