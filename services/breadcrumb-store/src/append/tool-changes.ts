import {
  agentName,
  contracts,
  mayRead,
  parseToolClaimKey,
  refuse,
  TOOL_RUNNER,
  toolClaimKey,
  type CrumbError,
  type ToolRequestV1,
} from '@crumbtrail/contracts';
import { requireClaim } from './claims';
import type { CommitCommand } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { audienceOf, keyOf, type CrumbRecord, type TurnRecord } from '../ledger/stored-rows';
import { responseAudience } from '../turns/turn-crumbs';
import { isSubset } from './is-subset';
import { requireTurnOpen } from './tool-placements';
import { findToolRequest, isFromTurn, type ToolRequestCrumb } from './tool-requests';

const refusal = (crumb: CrumbRecord, why: string): CrumbError =>
  refuse('forbidden', `A tool cannot change this ${crumb.schema_name}: ${why}.`);

/** The tool request of a turn that a commit of the tool-runner is made for; undefined for any other commit. */
function requestOf({ caller, fence }: CommitCommand, ledger: Ledger): ToolRequestCrumb<ToolRequestV1> | undefined {
  const id = fence && parseToolClaimKey(fence.key);
  if (!id || caller.role !== 'service' || caller.principal !== TOOL_RUNNER) return undefined;
  const request = findToolRequest(caller.workspace, id, ledger);
  return request && isFromTurn(request) ? request : undefined;
}

/**
 * Refuses to change, in this turn, what the agent may not read, what is read by others than the answer, and what informs answers to others:
 * the change may tell them what only the readers of this answer may know.
 */
function requireReaders(crumb: CrumbRecord, turn: TurnRecord): void {
  const author = { kind: crumb.author_kind, id: crumb.author_id };
  const participant = { kind: 'agent' as const, id: turn.agent };
  if (!mayRead({ audience: audienceOf(crumb.audience), author }, { participant }))
    throw refusal(crumb, `${turn.agent} may not read it`);
  const readers = responseAudience(turn);
  const known = [agentName(turn.agent), turn.cause_author];
  if (!isSubset(crumb.audience, readers, known))
    throw refusal(crumb, 'it has readers who may not read the answer of the turn');
  if (crumb.informs === null) return;
  if (!isSubset(crumb.informs, readers, known))
    throw refusal(crumb, 'it informs answers to others than the readers of this one');
  if (!isSubset(readers, crumb.informs, [])) throw refusal(crumb, 'it does not inform the answer of this turn');
}

/**
 * Those whose answers the crumb informs after this change. Plans stored by an older version have no such readers: the first turn that writes one again decides, because a
 * plan is replaced whole.
 */
export function informsAfterChange(
  { informs, schema_name, workspace }: CrumbRecord,
  command: CommitCommand,
  ledger: Ledger,
): CrumbRecord['informs'] {
  if (informs !== null || !contracts.get(schema_name)?.rules.informs) return informs;
  const request = requestOf(command, ledger);
  const turn = request && ledger.turns.get(keyOf(workspace, request.payload.turn.id));
  return turn ? responseAudience(turn) : null;
}

/**
 * Whether a tool changes the crumb for the agent of a turn, which only some schemas allow. Refuses a change without the claim on the request,
 * after the end of the turn, in another session, of what the agent may not read, and of what is read by others than the turn's answer.
 */
export function isToolChange(crumb: CrumbRecord, command: CommitCommand, ledger: Ledger): boolean {
  if (!contracts.get(crumb.schema_name)?.rules.changed_by_tools) return false;
  const request = requestOf(command, ledger);
  if (request === undefined) return false;
  requireClaim(command, ledger, toolClaimKey(request.crumb.id));
  requireTurnOpen(request, ledger);
  if (crumb.session !== request.crumb.session) throw refusal(crumb, 'it belongs to another session than the turn');
  requireReaders(crumb, ledger.turns.get(keyOf(crumb.workspace, request.payload.turn.id)) as TurnRecord);
  return true;
}

const isAgentOf = ({ payload }: ToolRequestCrumb<ToolRequestV1>, { author_kind, author_id }: CrumbRecord): boolean =>
  author_kind === 'agent' && author_id === payload.agent;

/**
 * Whether a tool changes or erases a crumb that its agent wrote, of a schema that the workspace has defined; of other schemas, those that allow it are erased in their session
 * (`erased_by_tools`). Refuses a change without the claim on the request, after the
 * end of the turn, and of what is read by others than the turn's answer.
 */
export function isOwnToolChange(
  crumb: CrumbRecord,
  op: 'update' | 'erase',
  { command, ledger }: { readonly command: CommitCommand; readonly ledger: Ledger },
): boolean {
  const published = contracts.get(crumb.schema_name)?.rules;
  if (published && !(op === 'erase' && published.erased_by_tools)) return false;
  const request = requestOf(command, ledger);
  if (request === undefined || !isAgentOf(request, crumb)) return false;
  if (published && crumb.session !== request.crumb.session) return false;
  requireClaim(command, ledger, toolClaimKey(request.crumb.id));
  requireTurnOpen(request, ledger);
  if (op === 'update')
    requireReaders(crumb, ledger.turns.get(keyOf(crumb.workspace, request.payload.turn.id)) as TurnRecord);
  return true;
}
