import {
  Calibration,
  Chunks,
  Claim,
  Commit,
  CreateKey,
  CreateWorkspace,
  Embeddings,
  Events,
  Foresee,
  History,
  Influence,
  List,
  ListKeys,
  ListWorkspaces,
  OpenTurn,
  Spent,
  StopTurn,
  Read,
  RequestTurnsAsk,
  Retrieve,
  RevokeKey,
  Search,
  Status,
  Subscribe,
  Trail,
  Turns,
  WhoAmI,
  type Ask,
  type Role,
} from '@crumbtrail/contracts';

/** An agent that is a service of its own, known by its NATS user. */
export const AN_AGENT = 'an agent';

/** Stations of the river, which act for everybody. Any other principal is an agent, and acts for itself. */
export const STATIONS: ReadonlySet<string> = new Set([
  'breadcrumb-store',
  'conductor',
  'context-builder',
  'agent-executor',
  'tool-runner',
  'memory-keeper',
  'gateway',
]);

/** Stations that may bring a client's key. */
export const CARRIERS: ReadonlySet<string> = new Set(['gateway', 'context-builder']);

interface Permission {
  /** Who may ask in its own name. */
  readonly stations: readonly string[];
  /** What a key must at least be; null: not with a key. */
  readonly role: Role | null;
}

const WORKERS = ['conductor', 'context-builder', 'agent-executor', 'tool-runner', 'memory-keeper', AN_AGENT];

/** Who may ask what. What is not here may be asked by nobody. */
const table: readonly (readonly [Ask, Permission])[] = [
  [Commit, { stations: WORKERS, role: 'writer' }],
  [Read, { stations: WORKERS, role: 'reader' }],
  [History, { stations: WORKERS, role: 'reader' }],
  [List, { stations: WORKERS, role: 'reader' }],
  [Trail, { stations: WORKERS, role: 'reader' }],
  [Search, { stations: WORKERS, role: 'reader' }],
  [Retrieve, { stations: ['context-builder'], role: 'reader' }],
  [Foresee, { stations: ['context-builder'], role: 'reader' }],
  [Chunks, { stations: ['context-builder'], role: 'reader' }],
  [Calibration, { stations: ['context-builder'], role: null }],
  [Influence, { stations: [], role: 'reader' }],
  [Embeddings, { stations: [], role: 'operator' }],
  [OpenTurn, { stations: [], role: 'writer' }],
  [StopTurn, { stations: [], role: 'writer' }],
  [Spent, { stations: ['agent-executor', AN_AGENT], role: null }],
  [Turns, { stations: [], role: 'reader' }],
  [Events, { stations: [], role: 'reader' }],
  [RequestTurnsAsk, { stations: ['conductor'], role: null }],
  [Claim, { stations: WORKERS, role: 'writer' }],
  [WhoAmI, { stations: [], role: 'reader' }],
  [CreateKey, { stations: [], role: 'operator' }],
  [ListKeys, { stations: [], role: 'operator' }],
  [RevokeKey, { stations: [], role: 'operator' }],
  [CreateWorkspace, { stations: [], role: 'operator' }],
  [ListWorkspaces, { stations: ['tool-runner'], role: 'operator' }],
  [Subscribe, { stations: WORKERS, role: null }],
  [Status, { stations: [...WORKERS, 'gateway'], role: 'reader' }],
];

const byName = new Map(table.map(([ask, permission]) => [ask.name, permission]));

const RANK: Readonly<Record<Role, number>> = { reader: 0, writer: 1, operator: 2 };

/** May this principal ask this in its own name? */
export function mayAskItself(ask: Ask, principal: string): boolean {
  return byName.get(ask.name)?.stations.includes(STATIONS.has(principal) ? principal : AN_AGENT) ?? false;
}

/** May it be asked with a key of this role? */
export function mayAskWith(ask: Ask, role: Role): boolean {
  const least = byName.get(ask.name)?.role ?? null;
  return least !== null && RANK[role] >= RANK[least];
}
