import { failedEnding, insertEnding, insertGuard, insertTurn, type TurnEnding, type GuardReport } from './turn-crumbs';
import type { Ledger } from '../ledger/ledger';
import { keyOf, versionKey, type TurnRecord, type UndecidedRecord } from '../ledger/stored-rows';

/** Where a claim on the work of a turn is kept. */
export const turnClaimKey = (turn: string): string => `turn:${turn}`;

/** Where the count of a lane's turns of one agent in the last minute is kept. */
export const openedKey = ({ workspace, lane, agent }: TurnRecord): string => `${workspace}/${lane}/${agent}`;

const addMs = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

const byCause = (a: TurnRecord, b: TurnRecord): number =>
  a.cause_position - b.cause_position || (a.agent < b.agent ? -1 : 1);

function turnsInLane(ledger: Ledger, { workspace, lane }: Pick<TurnRecord, 'workspace' | 'lane'>): TurnRecord[] {
  return ledger.turns.all().filter((turn) => turn.lane === lane && turn.workspace === workspace);
}

function setTurn(ledger: Ledger, turn: TurnRecord): void {
  ledger.turns.set(keyOf(turn.workspace, turn.id), turn);
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
  ...{ limit: turn.turns_per_minute, value: ledger.opened.get(openedKey(turn)) ?? 0 },
  message: `${turn.agent} has taken ${turn.turns_per_minute} turns of ${turn.lane} within a minute, its limit; raise limits.turns_per_minute of its definition, or wait.`,
});

/** A guard refuses a turn: its end says so to everybody concerned, and a crumb says what was measured. */
export function refuseByGuard(ledger: Ledger, turn: TurnRecord, guard: GuardReport): void {
  refuseTurn(ledger, turn, failedEnding('error', guard.guard, guard.message));
  insertGuard(ledger, turn, guard);
}

/** Opens and ends a turn in one go, whatever its lane is doing: it is refused, and everybody sees why. */
export function refuseTurn(ledger: Ledger, turn: TurnRecord, ending: TurnEnding): void {
  const deadline_at = addMs(ledger.now, turn.turn_seconds * 1000);
  insertTurn(ledger, turn, deadline_at);
  const response = insertEnding(ledger, turn, ending);
  setTurn(ledger, { ...turn, state: 'closed', closed_at: ledger.now, response_id: response.id, action: ending.action });
}

/**
 * How long a message keeps its place before a later one of its session, milliseconds. Conductors share the work, so one may
 * decide on the later while another, or a dead one, still holds the earlier.
 */
export const DECISION_WITHIN_MS = 60_000;

/** The message before this turn's whose turns must come first, if they come. */
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

/**
 * Gives a free lane to the turn in it whose trigger came first; turns over their agent's limit are refused on the way.
 * A lane never has two open turns, and waits a while for an earlier message that nobody has decided on.
 */
export function openNext(ledger: Ledger, of: Pick<TurnRecord, 'workspace' | 'lane'>): void {
  const turns = turnsInLane(ledger, of);
  if (turns.some(({ state }) => state === 'open')) return;
  for (const turn of turns.filter(({ state }) => state === 'queued').sort(byCause)) {
    const before = earlierUndecided(ledger, turn);
    if (before) {
      const { workspace, lane: key } = turn;
      return ledger.setDue('lane', { workspace, key }, addMs(before.created_at, DECISION_WITHIN_MS));
    }
    if (!isOverLimit(ledger, turn)) return openTurn(ledger, turn);
    refuseByGuard(ledger, turn, rateLimitReport(ledger, turn));
  }
}

/** Ends a turn: its claim and its deadline go, and its lane goes on. */
export function closeTurn(ledger: Ledger, turn: TurnRecord, response: { id: string; action: string }): void {
  const { workspace, id } = turn;
  setTurn(ledger, {
    ...turn,
    ...{ state: 'closed', closed_at: ledger.now, response_id: response.id, action: response.action },
  });
  ledger.claims.set(keyOf(workspace, turnClaimKey(id)), null);
  ledger.setDue('deadline', { workspace, key: id }, null);
  openNext(ledger, turn);
}

/** Ends a turn on the store's own account, with a response that everybody concerned can see. */
export function endTurn(ledger: Ledger, turn: TurnRecord, ending: TurnEnding): void {
  if (turn.state === 'queued') return refuseTurn(ledger, turn, ending);
  const response = insertEnding(ledger, turn, ending);
  closeTurn(ledger, turn, { id: response.id, action: ending.action });
}
