import {
  AgentDef,
  AgentResponse,
  turnId,
  UserMessage,
  type AgentDefV1,
  type CommitRequest,
  type Draft,
} from '@crumbtrail/contracts';
import { append, type Outcome } from '../src/append/append';
import type { CommitJob, Job, World } from '../src/append/jobs';
import type { Caller } from '../src/identity/caller';
import { Ledger, nothingLoaded } from '../src/append/ledger';
import { prepareCommit } from '../src/append/prepare';
import { type UndecidedRecord } from '../src/append/records';

export const NOW = '2026-01-01T00:00:00.000Z';
export const W = 'w';

export const ann: Caller = {
  workspace: W,
  principal: 'gateway',
  participant: { kind: 'user', id: 'ann' },
  role: 'writer',
};
export const root: Caller = { ...ann, participant: { kind: 'operator', id: 'root' }, role: 'operator' };
export const pool: Caller = {
  ...ann,
  principal: 'agent-executor',
  participant: { kind: 'service', id: 'agent-executor' },
  role: 'service',
};

export const numbered = (n: number): string => `0197a6d0-0000-7000-8000-${String(n).padStart(12, '0')}`;

export function aWorld(from = 1): World {
  let next = from;
  return { freshId: () => numbered(next++) };
}

/** Everything that a group left, to compare. */
export const left = (ledger: Ledger) => ({
  position: ledger.position,
  crumbs: ledger.crumbs.changes(),
  versions: ledger.versions.changes(),
  turns: ledger.turns.changes(),
  claims: ledger.claims.changes(),
  dues: ledger.dues.changes(),
  events: ledger.events,
  blobs: ledger.blobs,
});

export const message = (content: string): Draft => ({
  schema_name: UserMessage.name,
  session: 's',
  context: { content },
});
export const creating = (...drafts: Draft[]): CommitRequest => ({
  writes: drafts.map((draft) => ({ op: 'create', draft })),
});
export const commit = (request: CommitRequest, caller = ann, world = aWorld()): CommitJob =>
  prepareCommit(request, caller, world);
export const fresh = (position = 0, undecided: readonly UndecidedRecord[] = []): Ledger =>
  new Ledger({ ...nothingLoaded(NOW, position), undecided });
export const refusals = (outcomes: readonly Outcome[]): unknown[] =>
  outcomes.map((outcome) => ('refusal' in outcome ? (outcome.refusal as { code?: string }).code : null));

export const erasing = (id: string): CommitJob => ({
  ...commit(creating(message('x'))),
  writes: [{ op: 'erase', id, if_match: 1 }],
});
export const claiming = (key: string): Job => ({
  kind: 'claim',
  workspace: W,
  key,
  ttl_ms: 1000,
  fence: null,
  holder: 'h',
});

/** A workspace in which ann has said `count` things (positions from 2) and an agent is defined (position 1). */
export function conversation(count: number, definition: Partial<AgentDefV1> = {}): Ledger {
  const undecided = Array.from({ length: count }, (_, n): UndecidedRecord => ({
    ...{ workspace: W, session: 's', id: numbered(n + 1), position: n + 2, created_at: NOW },
  }));
  const ledger = fresh(0, undecided);
  const context = { agent: 'bot', prompt: 'p', subscriptions: [{ schema: UserMessage.name }], ...definition };
  const said = Array.from({ length: count }, (_, n) => message(`m${n}`));
  append([commit(creating({ schema_name: AgentDef.name, context }), root), commit(creating(...said))], ledger);
  return ledger;
}

export function waking(ledger: Ledger, n: number): Job {
  const definition = ledger.crumbs.all().find(({ schema_name }) => schema_name === AgentDef.name);
  const turn = { agent: 'bot', definition: { id: definition?.id ?? '', version: 1 }, generation: 0 };
  return { kind: 'request-turns', workspace: W, cause: { id: numbered(n + 1), version: 1 }, turns: [turn] };
}

export const turnAbout = (n: number): string =>
  turnId(W, { agent: 'bot', trigger: { id: numbered(n + 1), version: 1 }, generation: 0 });

export const answering = (n: number): Job =>
  commit(creating({ schema_name: AgentResponse.name, context: { turn: { id: turnAbout(n) }, action: 'wait' } }), pool);
