import {
  agentName,
  contracts,
  mayRead,
  parseToolClaimKey,
  refuse,
  TOOL_RUNNER,
  toolClaimKey,
  type CrumbError,
} from '@crumbtrail/contracts';
import { requireClaim } from './claims';
import type { CommitCommand } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { audienceOf, keyOf, type CrumbRecord } from '../ledger/stored-rows';
import { responseAudience } from '../turns/turn-crumbs';
import { isSubset } from './is-subset';
import { requireTurnOpen } from './tool-placements';
import { findToolRequest, isFromTurn } from './tool-requests';

const refusal = (crumb: CrumbRecord, why: string): CrumbError =>
  refuse('forbidden', `A tool cannot change this ${crumb.schema_name}: ${why}.`);

/**
 * Whether a tool changes the crumb for the agent of a turn, which only some schemas allow. Refuses a change without the claim on the request,
 * after the end of the turn, in another session, of what the agent may not read, and of what is read by others than the turn's answer.
 */
export function isToolChange(crumb: CrumbRecord, command: CommitCommand, ledger: Ledger): boolean {
  const { caller, fence } = command;
  const id = fence && parseToolClaimKey(fence.key);
  const isRunner = caller.role === 'service' && caller.principal === TOOL_RUNNER;
  if (!isRunner || !id || !contracts.get(crumb.schema_name)?.rules.changed_by_tools) return false;
  const request = findToolRequest(caller.workspace, id, ledger);
  if (!request || !isFromTurn(request)) return false;
  requireClaim(command, ledger, toolClaimKey(id));
  requireTurnOpen(request, ledger);
  const turn = ledger.turns.get(keyOf(caller.workspace, request.payload.turn.id));
  if (!turn) return false;
  if (crumb.session !== request.crumb.session) throw refusal(crumb, 'it belongs to another session than the turn');
  const author = { kind: crumb.author_kind, id: crumb.author_id };
  const agent = { kind: 'agent' as const, id: turn.agent };
  if (!mayRead({ audience: audienceOf(crumb.audience), author }, { participant: agent }))
    throw refusal(crumb, `${turn.agent} may not read it`);
  if (!isSubset(crumb.audience, responseAudience(turn), [agentName(turn.agent), turn.cause_author]))
    throw refusal(crumb, 'it has readers who may not read the answer of the turn');
  return true;
}
