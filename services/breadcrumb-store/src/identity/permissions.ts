import {
  Calibration,
  Chunks,
  Claim,
  Commit,
  CreateKey,
  CreateWorkspace,
  Embeddings,
  Events,
  PrefetchPreview,
  History,
  Influence,
  List,
  ListKeys,
  ListWorkspaces,
  OpenTurn,
  Spent,
  StopTurn,
  Read,
  RequestTurns,
  Retrieve,
  RevokeKey,
  Search,
  Status,
  Subscribe,
  Trail,
  Turns,
  WhoAmI,
  type Operation,
  type Role,
} from '@crumbtrail/contracts';

/** An agent that is a service of its own, known by its NATS user. */
export const AN_AGENT = 'an agent';

/** Services of the river, which act for everybody. Any other principal is an agent, and acts for itself. */
export const SERVICES: ReadonlySet<string> = new Set([
  'breadcrumb-store',
  'conductor',
  'context-builder',
  'agent-executor',
  'tool-runner',
  'memory-keeper',
  'gateway',
]);

/** Services that may bring a client's key. */
export const CARRIERS: ReadonlySet<string> = new Set(['gateway', 'context-builder']);

interface Permission {
  /** Who may ask in its own name. */
  readonly services: readonly string[];
  /** What a key must at least be; null: not with a key. */
  readonly role: Role | null;
}

const WORKERS = ['conductor', 'context-builder', 'agent-executor', 'tool-runner', 'memory-keeper', AN_AGENT];

/** Who may ask what. What is not here may be asked by nobody. */
const table: readonly (readonly [Operation, Permission])[] = [
  [Commit, { services: WORKERS, role: 'writer' }],
  [Read, { services: WORKERS, role: 'reader' }],
  [History, { services: WORKERS, role: 'reader' }],
  [List, { services: WORKERS, role: 'reader' }],
  [Trail, { services: WORKERS, role: 'reader' }],
  [Search, { services: WORKERS, role: 'reader' }],
  [Retrieve, { services: ['context-builder'], role: 'reader' }],
  [PrefetchPreview, { services: ['context-builder'], role: 'reader' }],
  [Chunks, { services: ['context-builder'], role: 'reader' }],
  [Calibration, { services: ['context-builder'], role: null }],
  [Influence, { services: [], role: 'reader' }],
  [Embeddings, { services: [], role: 'operator' }],
  [OpenTurn, { services: [], role: 'writer' }],
  [StopTurn, { services: [], role: 'writer' }],
  [Spent, { services: ['agent-executor', AN_AGENT], role: null }],
  [Turns, { services: [], role: 'reader' }],
  [Events, { services: [], role: 'reader' }],
  [RequestTurns, { services: ['conductor'], role: null }],
  [Claim, { services: WORKERS, role: 'writer' }],
  [WhoAmI, { services: [], role: 'reader' }],
  [CreateKey, { services: [], role: 'operator' }],
  [ListKeys, { services: [], role: 'operator' }],
  [RevokeKey, { services: [], role: 'operator' }],
  [CreateWorkspace, { services: [], role: 'operator' }],
  [ListWorkspaces, { services: ['tool-runner'], role: 'operator' }],
  [Subscribe, { services: WORKERS, role: null }],
  [Status, { services: [...WORKERS, 'gateway'], role: 'reader' }],
];

const byName = new Map(table.map(([ask, permission]) => [ask.name, permission]));

const RANK: Readonly<Record<Role, number>> = { reader: 0, writer: 1, operator: 2 };

/** May this principal ask this in its own name? */
export function mayAskItself(ask: Operation, principal: string): boolean {
  return byName.get(ask.name)?.services.includes(SERVICES.has(principal) ? principal : AN_AGENT) ?? false;
}

/** May it be asked with a key of this role? */
export function mayAskWith(ask: Operation, role: Role): boolean {
  const least = byName.get(ask.name)?.role ?? null;
  return least !== null && RANK[role] >= RANK[least];
}
