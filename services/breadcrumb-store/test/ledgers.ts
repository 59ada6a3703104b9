import {
  AgentDef,
  AgentResponse,
  turnId,
  UserMessage,
  type AgentDefV1,
  type CommitRequest,
  type Draft,
} from '@crumbtrail/contracts';
import { append, type CommandOutcome } from '../src/append/append';
import type { CommitCommand, Command, PrepareOptions } from '../src/commands/commands';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { Ledger, emptyState } from '../src/ledger/ledger';
import { prepareCommit } from '../src/commands/prepare-commit';
import { type UndecidedRecord } from '../src/ledger/stored-rows';

export const NOW = '2026-01-01T00:00:00.000Z';
export const W = 'w';

export const ann: AuthenticatedCaller = {
  workspace: W,
  principal: 'gateway',
  participant: { kind: 'user', id: 'ann' },
  role: 'writer',
};
export const root: AuthenticatedCaller = { ...ann, participant: { kind: 'operator', id: 'root' }, role: 'operator' };
export const pool: AuthenticatedCaller = {
  ...ann,
  principal: 'agent-executor',
  participant: { kind: 'service', id: 'agent-executor' },
  role: 'service',
};

export const numberedId = (n: number): string => `0197a6d0-0000-7000-8000-${String(n).padStart(12, '0')}`;

export function countingIds(from = 1): PrepareOptions {
  let next = from;
  return { newId: () => numberedId(next++) };
}

/** Everything that a group left, to compare. */
export const writtenRows = (ledger: Ledger) => ({
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
export const createRequest = (...drafts: Draft[]): CommitRequest => ({
  writes: drafts.map((draft) => ({ op: 'create', draft })),
});
export const commit = (request: CommitRequest, caller = ann, world = countingIds()): CommitCommand =>
  prepareCommit(request, caller, world);
export const emptyLedger = (position = 0, undecided: readonly UndecidedRecord[] = []): Ledger =>
  new Ledger({ ...emptyState(NOW, position), undecided });
export const refusals = (outcomes: readonly CommandOutcome[]): unknown[] =>
  outcomes.map((outcome) => ('refusal' in outcome ? (outcome.refusal as { code?: string }).code : null));

export const eraseCommand = (id: string): CommitCommand => ({
  ...commit(createRequest(message('x'))),
  writes: [{ op: 'erase', id, if_match: 1 }],
});
let steps = 0;
/** The fence step of a claim, counted so that a failing case can be read. */
export const countedStep = (): number => (steps += 1);
export const claimCommand = (key: string): Command => ({
  kind: 'claim',
  workspace: W,
  key,
  ttl_ms: 1000,
  fence: null,
  fence_step: countedStep(),
  holder: 'h',
});

/** A workspace with `count` messages by ann (positions from 2) and an agent definition (position 1). */
export function conversation(count: number, definition: Partial<AgentDefV1> = {}): Ledger {
  const undecided = Array.from({ length: count }, (_, n): UndecidedRecord => ({
    workspace: W,
    session: 's',
    id: numberedId(n + 1),
    position: n + 2,
    created_at: NOW,
  }));
  const ledger = emptyLedger(0, undecided);
  const context = { agent: 'bot', prompt: 'p', subscriptions: [{ schema: UserMessage.name }], ...definition };
  const said = Array.from({ length: count }, (_, n) => message(`m${n}`));
  append(
    [commit(createRequest({ schema_name: AgentDef.name, context }), root), commit(createRequest(...said))],
    ledger,
  );
  return ledger;
}

export function wakeCommand(ledger: Ledger, n: number): Command {
  const definition = ledger.crumbs.all().find(({ schema_name }) => schema_name === AgentDef.name);
  const turn = { agent: 'bot', definition: { id: definition?.id ?? '', version: 1 }, generation: 0 };
  return { kind: 'request-turns', workspace: W, cause: { id: numberedId(n + 1), version: 1 }, turns: [turn] };
}

export const turnIdFor = (n: number): string =>
  turnId(W, { agent: 'bot', trigger: { id: numberedId(n + 1), version: 1 }, generation: 0 });

export const answerCommand = (n: number): Command =>
  commit(
    createRequest({ schema_name: AgentResponse.name, context: { turn: { id: turnIdFor(n) }, action: 'wait' } }),
    pool,
  );
