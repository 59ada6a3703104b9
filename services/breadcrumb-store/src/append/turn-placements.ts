import {
  AgentContext,
  agentName,
  asPayload,
  turnClaimKey,
  AGENT_EXECUTOR,
  CLIENT_RUNNER,
  contracts,
  refuse,
  responseId,
  ToolRequest,
  type Participant,
} from '@crumbtrail/contracts';
import { requireFence, requireClaim, requireTurnClaim } from './claims';
import type { Cause } from '../ledger/insert-crumb';
import { closesTurn, type CommitCommand, type PreparedCreate } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { isAgentService } from '../identity/agent-services';
import {
  causeWithin,
  findCause,
  requireAgreement,
  type PlaceCrumb,
  type PlacedFields,
  type Placement,
} from './placement';
import { audienceTokens, keyOf, type TurnRecord } from '../ledger/stored-rows';
import { responseCause, responseAudience, turnRecipient, turnAudience } from '../turns/turn-crumbs';
import { closeTurn } from '../turns/lanes';
import { beginWaiting } from '../turns/waiting-turns';
import { namedDeciders } from './approval-placement';
import { invalid } from '../commands/require-storable';
import { isSubset } from './is-subset';
import { toolReaders } from './tool-requests';

function requireTurn({ turn_id }: PreparedCreate, { workspace }: AuthenticatedCaller, ledger: Ledger): TurnRecord {
  const turn = ledger.turns.get(keyOf(workspace, turn_id ?? ''));
  if (!turn) throw refuse('not_found', `No turn ${turn_id} in this workspace.`);
  return turn;
}

/** Refuses a write after the end of a turn. */
export function requireOpen(turn: TurnRecord): void {
  if (turn.state !== 'open') throw refuse('turn_closed', `The turn ${turn.id} is not open.`);
}

const agentOf = (turn: TurnRecord): Participant => ({ kind: 'agent', id: turn.agent });

const wrongRunner = (turn: TurnRecord): Error =>
  refuse('wrong_writer', `The turn ${turn.id} can only be answered by ${turn.agent} (${turn.runner}).`);

/**
 * Only its agent answers a turn. Services answer for agents of the pool, which no key answers for; agents that run their own loop answer
 * with a key or as a service of their own, and operators answer for them.
 */
function responseAuthor(write: PreparedCreate, turn: TurnRecord, { role }: AuthenticatedCaller): Participant {
  const author = write.author ?? agentOf(turn);
  const isRunner = turn.runner === (role === 'service' ? 'pool' : 'service');
  if (isRunner && author.kind === 'agent' && author.id === turn.agent) return author;
  throw wrongRunner(turn);
}

/** The agent, if the caller runs it: the agent-executor for agents of the pool, or the agent's own service. */
function workAuthor(turn: TurnRecord, caller: AuthenticatedCaller): Participant {
  const isPool = caller.role === 'service' && caller.principal === AGENT_EXECUTOR && turn.runner === 'pool';
  const isSelf = isAgentService(caller) && caller.participant.id === turn.agent && turn.runner === 'service';
  if (isPool || isSelf) return agentOf(turn);
  throw wrongRunner(turn);
}

const schemaAudience = (schemaName: string): readonly string[] =>
  audienceTokens(contracts.get(schemaName)?.rules.audience ?? 'agents');

/** Who may read the answer, as the context of a confidant says. Refuses readers who would not have read it anyway. */
function narrowedReaders({ context }: PreparedCreate, turn: TurnRecord): readonly string[] | null {
  const { readers } = asPayload(AgentContext.name, context);
  if (readers === undefined || isSubset(readers, responseAudience(turn), [])) return readers ?? null;
  const message = 'names somebody who would not read the answer to the message';
  throw invalid('A context cannot widen the audience of its answer.', [
    { path: '/context/readers', rule: 'audience', message },
  ]);
}

/** A turn's context: caused by the turn, addressed to the service that runs the agent. */
export const placeContext: PlaceCrumb = (write, command, ledger) => {
  const turn = requireTurn(write, command.caller, ledger);
  const { session, traceparent, trail_id, hop } = turn;
  const cause: Cause = { id: turn.id, version: 1, trail_id, hop };
  const readers = narrowedReaders(write, turn);
  return {
    author: write.author as Participant,
    requireAllowed: () => {
      requireOpen(turn);
      requireFence(command, ledger);
    },
    fields: () => ({
      session,
      traceparent,
      cause,
      audience: turnAudience(turn, [agentName(turn.agent)]),
      recipient: turnRecipient(turn),
    }),
    afterwards: () => {
      if (readers !== null) ledger.turns.set(keyOf(turn.workspace, turn.id), { ...turn, readers });
    },
  };
};

/** The one answer of a turn, which ends it. */
export const placeResponse: PlaceCrumb = (write, command, ledger) => {
  const turn = requireTurn(write, command.caller, ledger);
  const { session, traceparent } = turn;
  return {
    author: responseAuthor(write, turn, command.caller),
    // The pool may run a turn twice, and the first answer counts. A different answer of an agent's own loop is refused.
    refusesOtherContent: command.caller.role !== 'service',
    requireAllowed: () => {
      requireOpen(turn);
      requireTurnClaim(command, ledger, turn.id);
    },
    fields: () => {
      const audience = responseAudience(turn);
      return { session, traceparent, audience, cause: responseCause(turn, ledger), recipient: turnRecipient(turn) };
    },
    afterwards: () => closeTurn(ledger, turn, { id: write.id, action: String(write.context['action']) }),
  };
};

/** Only the turn's agent, and who runs its tools, may see what is made inside a turn: services, or the author of the message. */
function fieldsInTurn(write: PreparedCreate, turn: TurnRecord, command: CommitCommand, ledger: Ledger): PlacedFields {
  const { session, traceparent, agent, cause_author } = turn;
  const cause = causeWithin(responseCause(turn, ledger), findCause(write, command.caller, ledger));
  const clients = write.context['runner'] === CLIENT_RUNNER ? [cause_author] : [];
  const audience = [...new Set([...toolReaders(agent, write.context), ...clients])];
  return { session, traceparent, cause, audience };
}

/** What the turn's own worker writes in an open turn, under the claim on it; the payload must agree with the turn. */
function placeWork(
  write: PreparedCreate,
  command: CommitCommand,
  ledger: Ledger,
  expectedFrom: (turn: TurnRecord) => Readonly<Record<string, unknown>>,
): Placement {
  const turn = requireTurn(write, command.caller, ledger);
  return {
    author: workAuthor(turn, command.caller),
    requireAllowed: () => {
      requireOpen(turn);
      requireClaim(command, ledger, turnClaimKey(turn.id));
      requireAgreement(`the turn ${turn.id}`, write.context, expectedFrom(turn));
    },
    fields: () => fieldsInTurn(write, turn, command, ledger),
  };
}

/** One step of a turn. */
export const placeStep: PlaceCrumb = (write, command, ledger) =>
  placeWork(write, command, ledger, ({ id, agent }) => ({ 'turn/id': id, agent }));

/** Places a tool request of a step. One that waits for a person is announced to no runner, and its turn waits too. */
export const placeToolRequest: PlaceCrumb = (write, command, ledger) => {
  const turn = requireTurn(write, command.caller, ledger);
  const placement = placeWork(write, command, ledger, () => ({
    'turn/id': turn.id,
    agent: turn.agent,
    'definition/id': turn.definition_id,
    'definition/version': turn.definition_version,
    reply_to: turnRecipient(turn),
  }));
  const { approval } = asPayload(ToolRequest.name, write.context);
  if (approval === undefined) return placement;
  return {
    ...placement,
    fields: (schema) => {
      const fields = placement.fields(schema);
      const audience = [...new Set([...fields.audience, ...namedDeciders(turn, approval.deciders)])];
      return { ...fields, audience, recipient: null };
    },
    afterwards: () => beginWaiting(ledger, turn, write.id, approval),
  };
};

/** Guards that only the store itself enforces. */
const STORE_GUARDS: ReadonlySet<unknown> = new Set(['hop_limit', 'rate_limit']);

const endsTurnToo = (command: CommitCommand, turn: TurnRecord): boolean =>
  command.writes.some((one) => one.op === 'create' && closesTurn(one) && one.turn_id === turn.id);

/** A guard crumb is committed together with the answer that ends its turn, never alone. */
function requireEndOfTurn(command: CommitCommand, turn: TurnRecord, ledger: Ledger): void {
  const { workspace, id } = turn;
  if (!endsTurnToo(command, turn))
    throw refuse('turn_closed', `A guard ends its turn: commit the answer of ${id} together with it.`);
  const answer = ledger.crumbs.get(keyOf(workspace, responseId(workspace, id)));
  if (answer && answer.created_position > ledger.attemptedFrom) return;
  requireOpen(turn);
  requireTurnClaim(command, ledger, id);
}

/** A guard that ended a turn. */
export const placeGuard: PlaceCrumb = (write, command, ledger) => {
  const turn = requireTurn(write, command.caller, ledger);
  const { id, agent, session, traceparent } = turn;
  return {
    author: responseAuthor(write, turn, command.caller),
    requireAllowed: () => {
      requireEndOfTurn(command, turn, ledger);
      requireAgreement(`the turn ${id}`, write.context, { 'turn/id': id, agent });
      if (STORE_GUARDS.has(write.context['guard'])) {
        throw refuse('wrong_writer', `The guard ${String(write.context['guard'])} may only be written by the store.`);
      }
    },
    fields: () => {
      const cause = causeWithin(responseCause(turn, ledger), findCause(write, command.caller, ledger));
      return { session, traceparent, cause, audience: turnAudience(turn, schemaAudience(write.schema_name)) };
    },
  };
};
