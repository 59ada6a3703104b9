import { toolResponseId } from '@crumbtrail/contracts';
import type { DueCommand } from '../commands/commands';
import { insertEvent } from '../ledger/insert-crumb';
import type { Ledger } from '../ledger/ledger';
import { keyOf } from '../ledger/stored-rows';
import { findToolRequest, isFromTurn } from './tool-requests';

/** Tells the runner of a request whose time has come. False where nobody waits for it any more. */
export function announceRequest({ what, workspace, key }: DueCommand, ledger: Ledger): boolean {
  ledger.setDue(what, { workspace, key }, null);
  const request = findToolRequest(workspace, key, ledger);
  if (!request || !isFromTurn(request)) return false;
  const { crumb, payload } = request;
  const turn = ledger.turns.get(keyOf(workspace, payload.turn.id));
  const isAnswered = ledger.crumbs.get(keyOf(workspace, toolResponseId(workspace, key))) !== undefined;
  if (isAnswered || turn === undefined || turn.state === 'closed') return false;
  const { traceparent, content_hash } = crumb;
  insertEvent(ledger, crumb, 'created', { recipient: payload.runner, traceparent, content_hash, leaves: null });
  return true;
}
