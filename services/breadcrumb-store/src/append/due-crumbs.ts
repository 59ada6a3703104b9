import { approvalDecisionId, contextId, toolResponseId } from '@crumbtrail/contracts';
import type { DueCommand } from '../commands/commands';
import type { DueKind } from '../ledger/stored-rows';
import { parseRoundKey, roundId } from '../turns/session-rounds';
import { firedIds } from './fire-due';

/** Kinds of due entries that open and close no turn. */
export const CRUMB_DUES: ReadonlySet<DueKind> = new Set<DueKind>(['timer', 'schedule', 'expiry', 'round']);

/** The ids of the crumbs that settling a due entry reads or may create, apart from those of a tool request. */
export function crumbsOfDue(command: DueCommand): readonly string[] {
  const { what, workspace, key } = command;
  if (what === 'timer' || what === 'schedule') return [key, ...firedIds(command)];
  if (what === 'expiry') return [key];
  if (what === 'round') return [parseRoundKey(key).since, roundId(workspace, key)];
  if (what === 'approval') return [approvalDecisionId(workspace, key)];
  if (what === 'request') return [toolResponseId(workspace, key)];
  return what === 'lane' ? [] : [contextId(workspace, key)];
}
