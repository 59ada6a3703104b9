import {
  AgentDef,
  AgentTrigger,
  DEFAULT_MAX_HOPS,
  DEFAULT_TURN_SECONDS,
  participantName,
  refuse,
  turnId,
  type AgentDefV1,
  type AutoRounds,
  type Ref,
  type TurnRequest,
  type TurnView,
  asPayload,
} from '@crumbtrail/contracts';
import type { RequestTurnsCommand } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import type { GuardReport } from './turn-crumbs';
import { keyOf, versionKey, type CrumbRecord, type TurnRecord } from '../ledger/stored-rows';
import { interruptRounds } from './interrupt-rounds';
import { openNext, refuseByGuard } from './lanes';

/** Default of limits.turns_per_minute: turns of one agent in one lane. A guard against loops, not a quota. */
export const DEFAULT_TURNS_PER_MINUTE = 600;

/** Every lane that a turn of this agent in this session could queue in, for any definition. */
export const possibleLanes = (agent: string, session: string | null): readonly string[] =>
  session === null ? [`agent:${agent}`] : [`session:${session}`, `agent:${agent}`];

function chooseLane(definition: AgentDefV1, session: string | null): string {
  return definition.lane === 'agent' || session === null ? `agent:${definition.agent}` : `session:${session}`;
}

/** The agent's definition at the version that the request names. Refuses a reference to anything else. */
export function findAgentDefinition(
  workspace: string,
  { agent, definition: { id, version } }: TurnRequest,
  ledger: Ledger,
): AgentDefV1 {
  const schema = ledger.crumbs.get(keyOf(workspace, id))?.schema_name;
  const context = asPayload(AgentDef.name, ledger.versions.get(versionKey(workspace, id, version))?.context);
  if (!context || schema !== AgentDef.name || context.agent !== agent) {
    throw refuse('not_found', `${id}, version ${version}, is not a definition of the agent ${agent}.`);
  }
  return context;
}

/** Who may read the answer: who may read the trigger, and of a private trigger those whom it informs. */
function answerAudience({ schema_name, audience, informs }: CrumbRecord): readonly string[] {
  return schema_name === AgentTrigger.name && informs !== null ? informs : audience;
}

/** Why the agent speaks, and what follows, as columns. */
const choiceColumns = ({ chosen }: TurnRequest, auto: TakeTurn['auto']): Pick<TurnRecord, 'chosen' | 'auto'> => ({
  chosen: chosen ?? null,
  auto: auto ?? null,
});

function newTurn({ cause, ref, request, auto, place = 0 }: TakeTurn, ledger: Ledger): TurnRecord {
  const { workspace, session, trail_id, hop, traceparent } = cause;
  const { agent, generation, definition } = request;
  const { limits, runner, ...rest } = findAgentDefinition(workspace, request, ledger);
  return {
    workspace,
    session,
    audience: answerAudience(cause),
    trail_id,
    traceparent,
    agent,
    generation,
    state: 'queued',
    hop: hop + 1,
    id: turnId(workspace, { agent, trigger: ref, generation }),
    lane: chooseLane({ ...rest, limits, runner }, session),
    cause_id: ref.id,
    cause_version: ref.version,
    place,
    cause_author: participantName({ kind: cause.author_kind, id: cause.author_id }),
    readers: null,
    cause_position: ledger.versions.get(versionKey(workspace, ref.id, ref.version))?.position ?? cause.position,
    definition_id: definition.id,
    definition_version: definition.version,
    runner: runner === 'service' ? 'service' : 'pool',
    turn_seconds: limits?.turn_seconds ?? DEFAULT_TURN_SECONDS,
    turns_per_minute: limits?.turns_per_minute ?? DEFAULT_TURNS_PER_MINUTE,
    requested_at: ledger.now,
    opened_at: null,
    deadline_at: null,
    closed_at: null,
    approvals: null,
    waited_ms: 0,
    response_id: null,
    action: null,
    ...choiceColumns(request, auto),
  };
}

type ViewedColumns = 'id' | 'agent' | 'state' | 'cause_id' | 'cause_version' | 'response_id' | 'chosen' | 'approvals';

/** A turn as callers see it. */
export const toTurnView = (turn: Pick<TurnRecord, ViewedColumns>): TurnView => ({
  id: turn.id,
  agent: turn.agent,
  state: turn.state,
  cause: { id: turn.cause_id, version: turn.cause_version },
  ...(turn.response_id === null ? {} : { response_id: turn.response_id }),
  ...(turn.chosen === null ? {} : { chosen: turn.chosen }),
  ...(turn.approvals?.requests.length ? { waits: true as const } : {}),
});

function hopLimitReport(cause: CrumbRecord, request: TurnRequest, ledger: Ledger): GuardReport {
  const { limits } = findAgentDefinition(cause.workspace, request, ledger);
  const message = request.refused?.message ?? '';
  return { guard: 'hop_limit', limit: limits?.max_hops ?? DEFAULT_MAX_HOPS, value: cause.hop, message };
}

/** One agent's turn on one version of a crumb. */
interface TakeTurn {
  readonly cause: CrumbRecord;
  readonly ref: Ref;
  readonly request: TurnRequest;
  /** The place of the agent among those that the crumb wakes. Default 0. */
  readonly place?: number;
  /** The rounds that follow. Default: none. */
  readonly auto?: AutoRounds | undefined;
}

/** The turn of this request: the existing one, or a new one, queued in its lane. */
export function takeTurn(of: TakeTurn, ledger: Ledger): TurnRecord {
  const { cause, ref, request } = of;
  const id = turnId(cause.workspace, { agent: request.agent, trigger: ref, generation: request.generation });
  const key = keyOf(cause.workspace, id);
  if (!ledger.turns.get(key)) {
    const turn = newTurn(of, ledger);
    ledger.turns.set(key, turn);
    if (request.refused) refuseByGuard(ledger, turn, hopLimitReport(cause, request, ledger));
    else openNext(ledger, turn);
  }
  return ledger.turns.get(key) as TurnRecord;
}

/** Records that the conductor has decided; false when it had decided before, or more of its decision follows. */
function recordDecision({ workspace, cause, turns, reason, portion }: RequestTurnsCommand, ledger: Ledger): boolean {
  const { offset, total } = portion ?? { offset: 0, total: turns.length };
  const key = versionKey(workspace, cause.id, cause.version);
  if (offset + turns.length < total || ledger.decisions.get(key)) return false;
  const decision = {
    workspace,
    cause_id: cause.id,
    cause_version: cause.version,
    turns: total,
    reason: reason ?? null,
  };
  ledger.decisions.set(key, { ...decision, decided_at: ledger.now });
  return true;
}

/**
 * Records the conductor's decision about one version of a crumb, and queues every turn of it in its lane; of a decision that comes in
 * portions, the turns of this one. The same decision again changes nothing. A crumb that was erased meanwhile wakes no agent.
 */
export function requestTurns(command: RequestTurnsCommand, ledger: Ledger): { turns: TurnView[] } {
  const { kind, workspace, cause: ref } = command;
  const cause = ledger.crumbs.get(keyOf(workspace, ref.id));
  if (!cause || cause.version < ref.version) {
    throw refuse('not_found', `No crumb ${ref.id}, version ${ref.version}, in this workspace.`);
  }
  const decision = cause.erased_at === null ? command : { kind, workspace, cause: ref, turns: [] };
  const isNew = recordDecision(decision, ledger);
  if (isNew) interruptRounds(ledger, cause);
  const traced = { ...cause, traceparent: command.traceparent ?? cause.traceparent };
  const turns = decision.turns.map((request, nth) =>
    takeTurn({ cause: traced, ref, request, place: (command.portion?.offset ?? 0) + nth, auto: command.auto }, ledger),
  );
  // Turns of later messages may have waited for this decision.
  if (isNew && cause.session !== null) openNext(ledger, { workspace, lane: `session:${cause.session}` });
  return { turns: turns.map(({ id }) => toTurnView(ledger.turns.get(keyOf(workspace, id)) as TurnRecord)) };
}
