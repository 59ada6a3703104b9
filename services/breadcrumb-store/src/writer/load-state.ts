import {
  AgentResponse,
  AnswerFeedback,
  asPayload,
  refuse,
  SchemaDef,
  Session,
  singletonId,
  type Participant,
} from '@crumbtrail/contracts';
import { emptyState, type LoadedState } from '../ledger/ledger';
import type { KnownSession } from '../ledger/recent-sessions';
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
  type VersionRecord,
} from '../ledger/stored-rows';
import type { Sql } from '../database/database';
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
  LOAD_REPLIES,
  LOAD_SPEAKERS,
  LOAD_VERSIONS,
} from './load-statements';
import { completeLanes, lanesOf, loadLanes } from './load-lanes';
import { byKey, columns, inWorkspace, load, plainTimes } from './load-rows';

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

/** What is known before anything is read. */
export interface BeforeLoad {
  readonly lock: Promise<LogHead>;
  readonly sessionOf: KnownSession;
}

/**
 * Reads what the group needs, in a number of statements that does not grow with the group. Those that need nothing from others travel together, and with the
 * lock of the head: also the lanes that `sessionOf` lets expect.
 */
export async function loadState(sql: Sql, needs: ReadSet, { lock, sessionOf }: BeforeLoad): Promise<LoadedState> {
  const [head, crumbs, versions, keyed, kinds, expected] = await Promise.all([
    lock,
    loadCrumbs(sql, needs.crumbs.values()),
    loadVersions(sql, needs.versions.values()),
    loadKeyed(sql, needs),
    loadKinds(sql, needs),
    loadLanes(sql, needs, lanesOf(needs, sessionOf)),
  ]);
  for (const [key, one] of await loadCrumbs(sql, needs.contentsKnownFrom(crumbs))) crumbs.set(key, one);
  needs.addTurnsKnownFrom(crumbs, versions);
  const known = { crumbs, versions };
  const inSession: KnownSession = (workspace, id) => crumbs.get(keyOf(workspace, id))?.session ?? null;
  const [{ turns, opened, undecided }, contents] = await Promise.all([
    completeLanes(sql, needs, expected, inSession),
    loadContents(sql, needs, known),
  ]);
  for (const [key, one] of contents) versions.set(key, one);
  const speakers = await loadSpeakers(sql, sessionsToLoad(needs, known));
  const derived = await loadDerived(sql, needs);
  const feedback = await loadFeedback(sql, needs, crumbs);
  const inUse = await loadInUse(sql, needs, crumbs);
  const erasedToo = [...feedback.values()].flat().map((one) => [keyOf(one.workspace, one.id), one] as const);
  return {
    ...emptyState(head.now.toISOString(), head.position),
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
