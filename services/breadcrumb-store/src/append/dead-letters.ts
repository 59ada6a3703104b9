import {
  AGENT_EXECUTOR,
  AgentContext,
  AgentTurn,
  asPayload,
  CONTEXT_BUILDER,
  DeadLetter,
  refuse,
  ToolResponse,
  type DeadLetterV1,
  type Ref,
} from '@crumbtrail/contracts';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import { isAgentService } from '../identity/agent-services';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { keyOf, versionKey, type CrumbRecord, type TurnRecord, type VersionRecord } from '../ledger/stored-rows';
import { endTurn } from '../turns/lanes';
import type { TurnEnding } from '../turns/turn-crumbs';
import { placeIndependently } from './independent-placement';
import type { PlaceCrumb } from './placement';

/** Events without whose handling a turn cannot go on. */
const TURN_EVENTS: ReadonlySet<string> = new Set([AgentTurn.name, AgentContext.name, ToolResponse.name]);

/** The crumb of a turn that a dead letter's service failed to handle; null for any other dead letter. */
export function failedTurnEvent(write: PreparedCreate, caller: AuthenticatedCaller): Ref | null {
  if (write.schema_name !== DeadLetter.name || (caller.role !== 'service' && !isAgentService(caller))) return null;
  const { id, schema_name = '' } = asPayload(DeadLetter.name, write.context).event;
  return id !== undefined && TURN_EVENTS.has(schema_name) ? { id, version: 1 } : null;
}

/** The id of the turn that one of its crumbs belongs to: a context is caused by its turn, a tool response names it in its payload. */
export function turnIdOfCrumb(
  { id, schema_name, cause_id }: CrumbRecord,
  version: Pick<VersionRecord, 'context'> | undefined,
): string | null {
  if (schema_name === AgentTurn.name) return id;
  if (schema_name === AgentContext.name) return cause_id;
  return asPayload(ToolResponse.name, version?.context)?.turn.id ?? null;
}

/** The context of a turn is built by one service, and everything after it is done by the one that runs the agent. */
function isNeededFor(turn: TurnRecord, schemaName: string, { principal }: AuthenticatedCaller): boolean {
  if (schemaName === AgentTurn.name) return principal === CONTEXT_BUILDER;
  return principal === (turn.runner === 'pool' ? AGENT_EXECUTOR : turn.agent);
}

function findFailedTurn(write: PreparedCreate, { caller }: CommitCommand, ledger: Ledger): TurnRecord | undefined {
  const failed = failedTurnEvent(write, caller);
  const { workspace } = caller;
  const crumb = failed && ledger.crumbs.get(keyOf(workspace, failed.id));
  const turnId = crumb && turnIdOfCrumb(crumb, ledger.versions.get(versionKey(workspace, failed.id, failed.version)));
  const turn = turnId ? ledger.turns.get(keyOf(workspace, turnId)) : undefined;
  return turn && crumb && isNeededFor(turn, crumb.schema_name, caller) ? turn : undefined;
}

/** The sentence of an error that a service foresaw; others are for operators, who read the dead letter. */
function explainFailure({ error: { name, message } }: DeadLetterV1): string {
  const isForeseen = name === 'PermanentError' || name.startsWith('CrumbError ');
  return isForeseen ? message : 'An unexpected error occurred.';
}

/** How a turn ends that can never be answered. */
function failureEnding({ agent }: TurnRecord, letter: DeadLetterV1, id: string): TurnEnding {
  const [code, what] =
    letter.station === CONTEXT_BUILDER
      ? ['context_failed', `No context could be built for ${agent}`]
      : ['turn_failed', `The turn of ${agent} could not be run`];
  const message = `${what}: ${explainFailure(letter)} The dead letter ${id} has the details; an operator can replay it.`;
  return { action: 'error', error: { code: code as string, message, dead_letter: id } };
}

/** Dead letters are told apart by their durable: an agent leaves none in the name of another service. */
function requireOwnDurable({ context }: PreparedCreate, caller: AuthenticatedCaller): void {
  const { durable } = asPayload(DeadLetter.name, context);
  const { principal } = caller;
  if (!isAgentService(caller) || durable === principal || durable.startsWith(`${principal}-`)) return;
  throw refuse('wrong_writer', `${principal} leaves dead letters only for its own durables, not for ${durable}.`);
}

/**
 * A dead letter of the service that a turn depends on ends the turn at once with the reason, so that its lane continues. About a turn that
 * was closed meanwhile there is nothing to report: the letter is refused.
 */
export const placeDeadLetter: PlaceCrumb = (write, command, ledger) => {
  requireOwnDurable(write, command.caller);
  const placement = placeIndependently(write, command, ledger);
  const turn = findFailedTurn(write, command, ledger);
  if (turn === undefined) return placement;
  return {
    ...placement,
    requireAllowed: () => {
      placement.requireAllowed();
      if (turn.state === 'closed') throw refuse('turn_closed', `The turn ${turn.id} is closed; nothing was lost.`);
    },
    afterwards: () => endTurn(ledger, turn, failureEnding(turn, asPayload(DeadLetter.name, write.context), write.id)),
  };
};
