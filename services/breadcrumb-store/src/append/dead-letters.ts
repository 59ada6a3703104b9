import {
  AGENT_EXECUTOR,
  AgentContext,
  AgentTurn,
  asPayload,
  CONTEXT_BUILDER,
  DeadLetter,
  refuse,
  type DeadLetterV1,
  type Ref,
} from '@crumbtrail/contracts';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { keyOf, type CrumbRecord, type TurnRecord } from '../ledger/stored-rows';
import { endTurn } from '../turns/lanes';
import type { TurnEnding } from '../turns/turn-crumbs';
import { placeIndependently } from './independent-placement';
import type { PlaceCrumb } from './placement';

/** The turn and the context are each handled by one service, without which the turn cannot be answered. */
const HANDLER_OF: Readonly<Record<string, string>> = {
  [AgentTurn.name]: CONTEXT_BUILDER,
  [AgentContext.name]: AGENT_EXECUTOR,
};

/** The turn or context that a dead letter's service failed to handle; null for any other dead letter. */
export function failedTurnEvent(write: PreparedCreate, { role, principal }: AuthenticatedCaller): Ref | null {
  if (write.schema_name !== DeadLetter.name || role !== 'service') return null;
  const { id, schema_name = '' } = asPayload(DeadLetter.name, write.context).event;
  return id !== undefined && HANDLER_OF[schema_name] === principal ? { id, version: 1 } : null;
}

/** The id of the turn that a turn's or a context's crumb belongs to: a context is caused by its turn. */
export const turnIdOfCrumb = ({ id, schema_name, cause_id }: CrumbRecord): string | null =>
  schema_name === AgentTurn.name ? id : cause_id;

function findFailedTurn(write: PreparedCreate, { caller }: CommitCommand, ledger: Ledger): TurnRecord | undefined {
  const failed = failedTurnEvent(write, caller);
  const crumb = failed && ledger.crumbs.get(keyOf(caller.workspace, failed.id));
  const turn = crumb && turnIdOfCrumb(crumb);
  return turn ? ledger.turns.get(keyOf(caller.workspace, turn)) : undefined;
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

/**
 * A dead letter of the service that a turn depends on ends the turn at once with the reason, so that its lane continues. About a turn that
 * was closed meanwhile there is nothing to report: the letter is refused.
 */
export const placeDeadLetter: PlaceCrumb = (write, command, ledger) => {
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
