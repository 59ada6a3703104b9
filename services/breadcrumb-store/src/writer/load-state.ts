import {
  AgentResponse,
  AnswerFeedback,
  asPayload,
  refuse,
  SchemaDef,
  Session,
  singletonId,
  UserMessage,
  type Participant,
} from '@crumbtrail/contracts';
import { emptyState, type LoadedState } from '../ledger/ledger';
import type { ReadSet } from '../append/read-set';
import { toolDefinitionsOf } from '../append/approved-arguments';
import { bareIdKey, type BareId } from '../append/resolve-audience';
import {
  keyOf,
  versionKey,
  type ClaimRecord,
  type CrumbRecord,
  type DerivedRecord,
  type DecisionRecord,
  type DueRecord,
  type ReplyRecord,
  type TurnRecord,
  type UndecidedRecord,
  type VersionRecord,
} from '../ledger/stored-rows';
import { possibleLanes } from '../turns/request-turns';
import { DECISION_WITHIN_MS } from '../turns/lanes';
import type { Sql, Statement } from '../database/database';
import type { InWorkspace } from '../ledger/in-workspace';
import { SPEAKER_KINDS } from '../sessions/list-speakers';
import { isRestricted } from '../sessions/session-rights';
import type { ServedHead } from '../database/failover';
import { mayAppend } from './decide-lease';
import {
  LOAD_CLAIMS,
  LOAD_CRUMBS,
  LOAD_DECISIONS,
  LOAD_DERIVED,
  LOAD_DUES,
  LOAD_FEEDBACK,
  LOAD_KINDS,
  LOCK_HEAD,
  LOAD_USES,
  LOAD_OPENED,
  LOAD_REPLIES,
  LOAD_SPEAKERS,
  LOAD_TURNS,
  LOAD_UNDECIDED,
  LOAD_VERSIONS,
} from './load-statements';

/** Times as ISO text, so that rows compare and travel as they are decided on. */
function plainTimes<Row extends object>(row: Row): Row {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Date) Object.assign(row, { [name]: value.toISOString() });
  }
  return row;
}

async function load<Row extends object>(
  sql: Sql,
  statement: Statement | string,
  params: readonly (readonly unknown[] | string)[],
): Promise<Row[]> {
  const isIdle = params.every((one) => one.length === 0);
  return isIdle ? [] : (await sql.query<Row>(statement, params)).map(plainTimes);
}

const columns = <Row extends object>(rows: Iterable<Row>, ...names: (keyof Row)[]): unknown[][] => {
  const all = [...rows];
  return names.map((name) => all.map((row) => row[name]));
};

function byKey<Row extends object>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row> {
  return new Map(rows.map((row) => [key(row), row]));
}

const inWorkspace = (row: InWorkspace): string => keyOf(row.workspace, row.id);

async function loadCrumbs(sql: Sql, wanted: Iterable<InWorkspace>): Promise<Map<string, CrumbRecord>> {
  return byKey(await load<CrumbRecord>(sql, LOAD_CRUMBS, columns(wanted, 'workspace', 'id')), inWorkspace);
}

async function loadVersions(
  sql: Sql,
  wanted: Iterable<Pick<VersionRecord, 'workspace' | 'id' | 'version'>>,
): Promise<Map<string, VersionRecord>> {
  const rows = await load<VersionRecord>(sql, LOAD_VERSIONS, columns(wanted, 'workspace', 'id', 'version'));
  return byKey(rows, (row) => versionKey(row.workspace, row.id, row.version));
}

type KnownRows = Pick<LoadedState, 'crumbs' | 'versions'>;
/** The current versions of crumbs whose content is needed, and the definitions of tools. */
function loadContents(sql: Sql, needs: ReadSet, { crumbs, versions }: KnownRows): Promise<Map<string, VersionRecord>> {
  const current = [...needs.contents.keys()].map((key) => crumbs.get(key)).filter((crumb) => crumb !== undefined);
  return loadVersions(sql, [...current, ...toolDefinitionsOf(needs.changedRequests, versions)]);
}

function lanesToLoad(needs: ReadSet, crumbs: LoadedState['crumbs']): LaneKey[] {
  const decided = needs.decided.flatMap(({ workspace, id }) => {
    const session = crumbs.get(keyOf(workspace, id))?.session;
    return session ? [{ workspace, lane: `session:${session}` }] : [];
  });
  const spoken = needs.speakers.flatMap(({ workspace, agent, cause }) =>
    possibleLanes(agent, crumbs.get(keyOf(workspace, cause))?.session ?? null).map((lane) => ({ workspace, lane })),
  );
  return [...needs.lanes, ...decided, ...spoken];
}

async function loadTurns(sql: Sql, needs: ReadSet, lanes: readonly LaneKey[]): Promise<LoadedState['turns']> {
  const rows = await load<TurnRecord>(sql, LOAD_TURNS, [
    ...columns(needs.turns.values(), 'workspace', 'id'),
    ...columns(needs.causes.values(), 'workspace', 'id'),
    ...columns(lanes, 'workspace', 'lane'),
  ]);
  return byKey(rows, inWorkspace);
}

interface LaneKey {
  readonly workspace: string;
  readonly lane: string;
}

async function loadOpened(sql: Sql, lanes: readonly LaneKey[], now: string): Promise<LoadedState['opened']> {
  if (lanes.length === 0) return new Map();
  const distinct = byKey(lanes, ({ workspace, lane }) => keyOf(workspace, lane));
  const params = [...columns(distinct.values(), 'workspace', 'lane'), now];
  const rows = await sql.query<{ workspace: string; lane: string; agent: string; opened: number }>(LOAD_OPENED, params);
  return new Map(rows.map(({ workspace, lane, agent, opened }) => [`${workspace}/${lane}/${agent}`, opened]));
}

async function loadUndecided(sql: Sql, lanes: readonly LaneKey[], now: string): Promise<LoadedState['undecided']> {
  const sessions = lanes
    .filter(({ lane }) => lane.startsWith('session:'))
    .map(({ workspace, lane }) => ({ workspace, session: lane.slice('session:'.length) }));
  if (sessions.length === 0) return [];
  const distinct = byKey(sessions, ({ workspace, session }) => keyOf(workspace, session));
  const params = [...columns(distinct.values(), 'workspace', 'session'), now, DECISION_WITHIN_MS, UserMessage.name];
  return (await sql.query<UndecidedRecord>(LOAD_UNDECIDED, params)).map(plainTimes);
}

async function loadDerived(sql: Sql, needs: ReadSet): Promise<LoadedState['derived']> {
  const derived = new Map<string, readonly DerivedRecord[]>();
  for (const [key, { workspace, id }] of needs.erasures)
    derived.set(key, await sql.query<DerivedRecord>(LOAD_DERIVED, [workspace, id]));
  return derived;
}

/** Feedback on answers that are to be erased. */
async function loadFeedback(sql: Sql, needs: ReadSet, crumbs: LoadedState['crumbs']): Promise<LoadedState['feedback']> {
  const feedback = new Map<string, readonly CrumbRecord[]>();
  for (const [key, { workspace, id }] of needs.erasures) {
    if (crumbs.get(key)?.schema_name !== AgentResponse.name) continue;
    const rows = await sql.query<CrumbRecord>(LOAD_FEEDBACK, [workspace, id, AnswerFeedback.name]);
    feedback.set(key, rows.map(plainTimes));
  }
  return feedback;
}

async function loadInUse(sql: Sql, needs: ReadSet, crumbs: LoadedState['crumbs']): Promise<LoadedState['inUse']> {
  const inUse = new Set<string>();
  for (const [key, { workspace, id }] of needs.erasures) {
    if (crumbs.get(key)?.schema_name !== SchemaDef.name) continue;
    if ((await sql.query(LOAD_USES, [workspace, id, SchemaDef.name])).length > 0) inUse.add(key);
  }
  return inUse;
}

interface SessionKey {
  readonly workspace: string;
  readonly session: string;
}

/** The sessions whose `session.v1` is created or changed, and those that it keeps for some. */
function sessionsToLoad(needs: ReadSet, { crumbs, versions }: KnownRows): SessionKey[] {
  const restricted = [...needs.sessions].filter(([key]) => isRestricted(crumbs.get(key))).map(([, session]) => session);
  const changed = [...needs.contents.keys()].flatMap((key): SessionKey[] => {
    const crumb = crumbs.get(key);
    if (crumb?.schema_name !== Session.name) return [];
    const { workspace, id, version } = crumb;
    const content = asPayload(Session.name, versions.get(versionKey(workspace, id, version))?.context);
    return content === undefined ? [] : [{ workspace, session: content.name }];
  });
  return [...needs.createdSessions, ...restricted, ...changed];
}

async function loadSpeakers(sql: Sql, sessions: readonly SessionKey[]): Promise<LoadedState['speakers']> {
  if (sessions.length === 0) return new Map();
  const params = [...columns(sessions, 'workspace', 'session'), SPEAKER_KINDS, Session.name];
  const rows = await sql.query<SessionKey & Participant>(LOAD_SPEAKERS, params);
  const speakers = new Map<string, Participant[]>();
  for (const { workspace, session, kind, id } of rows) {
    const key = keyOf(workspace, session);
    speakers.set(key, [...(speakers.get(key) ?? []), { kind, id }]);
  }
  return speakers;
}

/** The kinds of the participants whose bare ids the audiences of the group name. */
async function loadKinds(sql: Sql, needs: ReadSet): Promise<LoadedState['kinds']> {
  const wanted = [...needs.bareIds.values()].map(({ workspace, session, id }) => ({
    workspace,
    session,
    id,
    agent: singletonId(workspace, 'agent', id),
    session_id: session === null ? null : singletonId(workspace, 'session', session),
  }));
  if (wanted.length === 0) return new Map();
  const params = columns(wanted, 'workspace', 'session', 'id', 'agent', 'session_id');
  const rows = await sql.query<BareId & Pick<Participant, 'kind'>>(LOAD_KINDS, params);
  const kinds = new Map<string, Participant['kind'][]>();
  for (const row of rows) kinds.set(bareIdKey(row), [...(kinds.get(bareIdKey(row)) ?? []), row.kind]);
  return kinds;
}

async function loadKeyed(
  sql: Sql,
  needs: ReadSet,
): Promise<Pick<LoadedState, 'claims' | 'replies' | 'decisions' | 'dues'>> {
  const asked = columns(needs.decisions.values(), 'workspace', 'id', 'version');
  const [claims, replies, decisions, dues] = await Promise.all([
    load<ClaimRecord>(sql, LOAD_CLAIMS, columns(needs.claims.values(), 'workspace', 'id')),
    load<ReplyRecord>(sql, LOAD_REPLIES, columns(needs.replies.values(), 'workspace', 'caller', 'key')),
    load<DecisionRecord>(sql, LOAD_DECISIONS, asked),
    load<DueRecord>(sql, LOAD_DUES, columns(needs.dues.values(), 'kind', 'workspace', 'key')),
  ]);
  return {
    claims: byKey(claims, ({ workspace, key }) => keyOf(workspace, key)),
    replies: byKey(replies, ({ workspace, caller, key }) => `${workspace}/${caller}/${key}`),
    dues: byKey(dues, ({ kind, workspace, key }) => `${kind}/${workspace}/${key}`),
    decisions: byKey(decisions, (row) => versionKey(row.workspace, row.cause_id, row.cause_version)),
  };
}

/** The log head, locked until the transaction ends. */
export interface LogHead extends ServedHead {
  readonly writer_fence: number;
  readonly now: Date;
}

/** Locks the log head. Refuses when another store has become the writer. */
export async function lockHead(sql: Sql, writerFence: number): Promise<LogHead> {
  const [head] = await sql.query<LogHead>(LOCK_HEAD);
  if (!head || !mayAppend(head, writerFence)) {
    throw refuse('unavailable', 'Another store has become the writer; try again.');
  }
  return head;
}

/**
 * Reads what the group needs, in a number of statements that does not grow with the group. Those that need nothing from others travel together, and with the
 * lock of the head.
 */
export async function loadState(sql: Sql, needs: ReadSet, lock: Promise<LogHead>): Promise<LoadedState> {
  const [head, crumbs, versions, keyed, kinds] = await Promise.all([
    lock,
    loadCrumbs(sql, needs.crumbs.values()),
    loadVersions(sql, needs.versions.values()),
    loadKeyed(sql, needs),
    loadKinds(sql, needs),
  ]);
  const now = head.now.toISOString();
  for (const [key, one] of await loadCrumbs(sql, needs.contentsKnownFrom(crumbs))) crumbs.set(key, one);
  needs.addTurnsKnownFrom(crumbs, versions);
  const lanes = lanesToLoad(needs, crumbs);
  const known = { crumbs, versions };
  const [turns, contents] = await Promise.all([loadTurns(sql, needs, lanes), loadContents(sql, needs, known)]);
  for (const [key, one] of contents) versions.set(key, one);
  const concerned = needs.opensTurns ? [...lanes, ...turns.values()] : [];
  const [opened, undecided, speakers] = await Promise.all([
    loadOpened(sql, concerned, now),
    loadUndecided(sql, concerned, now),
    loadSpeakers(sql, sessionsToLoad(needs, known)),
  ]);
  const derived = await loadDerived(sql, needs);
  const feedback = await loadFeedback(sql, needs, crumbs);
  const inUse = await loadInUse(sql, needs, crumbs);
  const erasedToo = [...feedback.values()].flat().map((one) => [keyOf(one.workspace, one.id), one] as const);
  return {
    ...emptyState(now, head.position),
    crumbs: erasedToo.length === 0 ? crumbs : new Map([...crumbs, ...erasedToo]),
    versions,
    turns,
    opened,
    ...keyed,
    derived,
    feedback,
    inUse,
    undecided,
    speakers,
    kinds,
  };
}
