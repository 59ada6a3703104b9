import { UserMessage } from '@crumbtrail/contracts';
import type { ReadSet } from '../append/read-set';
import type { Sql } from '../database/database';
import type { LoadedState } from '../ledger/ledger';
import type { KnownSession } from '../ledger/recent-sessions';
import { keyOf, type TurnRecord, type UndecidedRecord } from '../ledger/stored-rows';
import { DECISION_WITHIN_MS } from '../turns/lanes';
import { possibleLanes } from '../turns/request-turns';
import { byKey, columns, inWorkspace, load, plainTimes } from './load-rows';
import { LOAD_OPENED, LOAD_TURNS, LOAD_UNDECIDED } from './load-statements';

interface LaneKey {
  readonly workspace: string;
  readonly lane: string;
}

/** What was read of some lanes. */
export interface LoadedLanes extends Pick<LoadedState, 'turns' | 'opened' | 'undecided'> {
  /** The keys of those lanes. */
  readonly lanes: ReadonlySet<string>;
  /** How many turns were asked for by their ids. */
  readonly asked: number;
}

const SESSION = 'session:';

const laneKey = ({ workspace, lane }: LaneKey): string => keyOf(workspace, lane);

/** The lanes that a group concerns, as far as the sessions of its crumbs are known. */
export function lanesOf(needs: ReadSet, sessionOf: KnownSession): LaneKey[] {
  const talked = [...needs.decided, ...needs.turns.values()].flatMap(({ workspace, id }) => {
    const session = sessionOf(workspace, id);
    return session === null ? [] : [{ workspace, lane: `${SESSION}${session}` }];
  });
  const spoken = needs.speakers.flatMap(({ workspace, agent, cause }) =>
    possibleLanes(agent, sessionOf(workspace, cause)).map((lane) => ({ workspace, lane })),
  );
  return [...needs.lanes, ...talked, ...spoken];
}

async function loadTurns(sql: Sql, needs: ReadSet, lanes: readonly LaneKey[]): Promise<LoadedState['turns']> {
  const rows = await load<TurnRecord>(sql, LOAD_TURNS, [
    ...columns(needs.turns.values(), 'workspace', 'id'),
    ...columns(needs.causes.values(), 'workspace', 'id'),
    ...columns(lanes, 'workspace', 'lane'),
  ]);
  return byKey(rows, inWorkspace);
}

async function loadOpened(sql: Sql, lanes: readonly LaneKey[]): Promise<LoadedState['opened']> {
  type Opened = LaneKey & { agent: string; opened: number };
  const rows = await load<Opened>(sql, LOAD_OPENED, columns(lanes, 'workspace', 'lane'));
  return new Map(rows.map(({ workspace, lane, agent, opened }) => [`${workspace}/${lane}/${agent}`, opened]));
}

async function loadUndecided(sql: Sql, lanes: readonly LaneKey[]): Promise<LoadedState['undecided']> {
  const sessions = lanes
    .filter(({ lane }) => lane.startsWith(SESSION))
    .map(({ workspace, lane }) => ({ workspace, session: lane.slice(SESSION.length) }));
  if (sessions.length === 0) return [];
  const params = [...columns(sessions, 'workspace', 'session'), DECISION_WITHIN_MS, UserMessage.name];
  return (await sql.query<UndecidedRecord>(LOAD_UNDECIDED, params)).map(plainTimes);
}

/** Reads the turns that a group needs, and of these lanes what decides which turn opens next. */
export async function loadLanes(sql: Sql, needs: ReadSet, wanted: readonly LaneKey[]): Promise<LoadedLanes> {
  const distinct = byKey(wanted, laneKey);
  const lanes = [...distinct.values()];
  const moved = needs.opensTurns ? lanes : [];
  const { size: asked } = needs.turns;
  const [turns, opened, undecided] = await Promise.all([
    loadTurns(sql, needs, lanes),
    loadOpened(sql, moved),
    loadUndecided(sql, moved),
  ]);
  return { lanes: new Set(distinct.keys()), asked, turns, opened, undecided };
}

const covers = ({ lanes }: LoadedLanes, wanted: readonly LaneKey[]): boolean =>
  wanted.every((one) => lanes.has(laneKey(one)));

/**
 * What was read of the lanes that were expected, if those are all that the group concerns; otherwise they are read again. A lane that was expected for nothing changes
 * no decision.
 */
export async function completeLanes(
  sql: Sql,
  needs: ReadSet,
  expected: LoadedLanes,
  sessionOf: KnownSession,
): Promise<LoadedLanes> {
  const concerned = lanesOf(needs, sessionOf);
  const isComplete = expected.asked === needs.turns.size && covers(expected, concerned);
  const loaded = isComplete ? expected : await loadLanes(sql, needs, concerned);
  const taken = [...loaded.turns.values()];
  return !needs.opensTurns || covers(loaded, taken) ? loaded : loadLanes(sql, needs, [...concerned, ...taken]);
}
