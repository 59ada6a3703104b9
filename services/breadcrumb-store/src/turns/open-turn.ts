import {
  mayRead,
  refuse,
  exceedsHopLimit,
  type AgentDefV1,
  type Ref,
  type TurnRequest,
  type TurnView,
} from '@crumbtrail/contracts';
import { canSee } from '../ledger/can-see';
import type { OpenTurnCommand } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { audienceOf, keyOf, type CrumbRecord } from '../ledger/stored-rows';
import { findAgentDefinition, takeTurn, toTurnView } from './request-turns';

/** Only the agent itself and operators may open and list its turns. */
export function requireAgentOrOperator({ participant, role }: AuthenticatedCaller, agent: string): void {
  if (role === 'operator' || (participant.kind === 'agent' && participant.id === agent)) return;
  throw refuse('forbidden', `Turns of ${agent} are opened and listed with a key of agent:${agent} or of an operator.`);
}

function requireServiceRunner({ agent, runner = 'pool' }: AgentDefV1): void {
  if (runner === 'service') return;
  const remedy = 'set `runner: "service"` in its agent.def.v1 to run it in your own loop';
  throw refuse('wrong_runner', `${agent} is run by the pool of executors; ${remedy}.`);
}

function requireCause({ caller, cause: { id, version } }: OpenTurnCommand, ledger: Ledger): CrumbRecord {
  const crumb = ledger.crumbs.get(keyOf(caller.workspace, id));
  if (!crumb || crumb.version < version || !canSee(caller, crumb)) {
    throw refuse('not_found', `No crumb ${id}, version ${version}, in this workspace.`);
  }
  if (crumb.erased_at !== null) throw refuse('erased', `The crumb ${id} was erased; no turn can be opened on it.`);
  return crumb;
}

function requireReadable(agent: string, { id, audience, author_kind, author_id }: CrumbRecord): void {
  const crumb = { audience: audienceOf(audience), author: { kind: author_kind, id: author_id } };
  if (mayRead(crumb, { participant: { kind: 'agent', id: agent } })) return;
  throw refuse('forbidden', `${agent} is not in the audience of ${id}, and so cannot take a turn on it.`);
}

/**
 * Opens the turn of one agent on one crumb, for a client that runs the agent itself. It is the turn that a subscription would
 * have opened, with the same guards: the agent may read the crumb, the trail is not too deep, its lane is free and its rate
 * limit holds. The same request again returns the same turn.
 */
export function openTurn(command: OpenTurnCommand, ledger: Ledger): { turn: TurnView } {
  const { caller, agent, definition } = command;
  const cause = requireCause(command, ledger);
  requireReadable(agent, cause);
  const ref: Ref = { id: cause.id, version: command.cause.version };
  const plain: TurnRequest = { agent, definition, generation: 0 };
  const said = findAgentDefinition(caller.workspace, plain, ledger);
  requireServiceRunner(said);
  const refused = exceedsHopLimit(said, cause.hop);
  return { turn: toTurnView(takeTurn({ cause, ref, request: { ...plain, ...(refused ? { refused } : {}) } }, ledger)) };
}
