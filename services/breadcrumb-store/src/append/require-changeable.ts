import { contracts, refuse } from '@crumbtrail/contracts';
import { canSee } from '../ledger/can-see';
import { requireFence } from './claims';
import type { CommitCommand, PreparedErase, PreparedUpdate } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { requireDefinitionOwner } from '../identity/agent-services';
import { keyOf, type CrumbRecord } from '../ledger/stored-rows';
import { isOwnToolChange, isToolChange } from './tool-changes';

function requireCrumb(id: string, caller: AuthenticatedCaller, ledger: Ledger): CrumbRecord {
  const crumb = ledger.crumbs.get(keyOf(caller.workspace, id));
  if (!crumb || !canSee(caller, crumb)) throw refuse('not_found', `No crumb ${id} in this workspace.`);
  if (crumb.erased_at !== null) throw refuse('erased', `The crumb ${id} was erased.`);
  return crumb;
}

/** Is the caller the service that may change crumbs of this schema, whoever wrote them? */
function isServiceOf({ schema_name }: CrumbRecord, { role, principal }: AuthenticatedCaller): boolean {
  return role === 'service' && principal === contracts.get(schema_name)?.rules.changed_by;
}

/** May the caller change or erase the crumb: as its author, an operator, the service of its schema, or by a tool for its agent? */
function mayChange(
  crumb: CrumbRecord,
  op: 'update' | 'erase',
  within: { readonly command: CommitCommand; readonly ledger: Ledger },
): boolean {
  const { caller } = within.command;
  const { kind, id } = caller.participant;
  if (caller.role === 'operator' || (crumb.author_kind === kind && crumb.author_id === id)) return true;
  if (op === 'update' && (isServiceOf(crumb, caller) || isToolChange(crumb, within.command, within.ledger)))
    return true;
  return isOwnToolChange(crumb, op, within);
}

/** The crumb, if the caller may change it and knows its current version. */
export function requireChangeable(
  write: PreparedUpdate | PreparedErase,
  command: CommitCommand,
  ledger: Ledger,
): CrumbRecord {
  const { caller } = command;
  const crumb = requireCrumb(write.id, caller, ledger);
  if (!mayChange(crumb, write.op, { command, ledger })) {
    throw refuse('forbidden', `Only its author or an operator may change the crumb ${write.id}.`);
  }
  requireDefinitionOwner(crumb.schema_name, write.op === 'update' ? (write.patch.context ?? null) : null, caller);
  if (crumb.version !== write.if_match) {
    const message = `The crumb ${write.id} is at version ${crumb.version}, not ${write.if_match}; read it again and retry.`;
    throw refuse('version_conflict', message, { details: { version: crumb.version } });
  }
  requireFence(command, ledger);
  return crumb;
}
