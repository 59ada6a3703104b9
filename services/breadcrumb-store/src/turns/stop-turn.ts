import { MAX_CRUMB_BYTES, refuse, type TurnView } from '@crumbtrail/contracts';
import { canSee } from '../ledger/can-see';
import type { StopTurnCommand } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { keyOf, type TurnRecord } from '../ledger/stored-rows';
import { toTurnView } from './request-turns';
import type { TurnEnding } from './turn-crumbs';
import { endTurn } from './lanes';
import { endRounds, isInRounds } from './session-rounds';

/** Bytes of a crumb that are reserved for everything but the reply's text. */
const REST_BYTES = 4_096;

/** The text, truncated between characters to what a crumb can hold beside the rest of a response. */
export function truncateToCrumb(content: string): string {
  let kept = content;
  let over = Buffer.byteLength(JSON.stringify(kept)) + REST_BYTES - MAX_CRUMB_BYTES;
  while (over > 0) {
    // A character takes at most six bytes as JSON: this never takes too much at once, and ends.
    kept = kept.slice(0, -Math.ceil(over / 6)).replace(/[\uD800-\uDBFF]$/, '');
    over = Buffer.byteLength(JSON.stringify(kept)) + REST_BYTES - MAX_CRUMB_BYTES;
  }
  return kept;
}

function stoppedEnding({ caller, content }: StopTurnCommand): TurnEnding {
  const { kind, id } = caller.participant;
  const said = content === null ? {} : { content: truncateToCrumb(content), partial: true };
  return { action: 'stopped', ...said, stopped_by: { kind, id } };
}

/**
 * Stops a turn for a caller who may read its trigger: it ends at once with the agent's text so far, its claim is
 * removed, and the next turn of its lane opens. A closed turn is not changed.
 */
export function stopTurn(command: StopTurnCommand, ledger: Ledger): { turn: TurnView } {
  const { caller, turn: id, cause } = command;
  const key = keyOf(caller.workspace, id);
  const turn = ledger.turns.get(key);
  const about = ledger.crumbs.get(keyOf(caller.workspace, cause));
  if (turn?.cause_id !== cause || !about || !canSee(caller, about)) {
    throw refuse('not_found', `No turn ${id} in this workspace.`);
  }
  if (isInRounds(turn)) endRounds(ledger, turn);
  if (turn.state !== 'closed') endTurn(ledger, { ...turn, auto: null }, stoppedEnding(command));
  return { turn: toTurnView(ledger.turns.get(key) as TurnRecord) };
}
