import { refuse, SchemaDef, type CommitResult, type DerivedRef } from '@crumbtrail/contracts';
import { stopWaiting } from './approval-placement';
import { cancelDue } from './fire-due';
import { insertEvent } from '../ledger/insert-crumb';
import type { CommitCommand, PreparedErase } from '../commands/commands';
import { canSee } from '../ledger/can-see';
import type { Ledger } from '../ledger/ledger';
import { keyOf, versionKey, type CrumbRecord } from '../ledger/stored-rows';
import { schemaDefinitionId, isPublishedSchema } from '../schemas/definition-id';
import { failedEnding } from '../turns/turn-crumbs';
import { endTurn } from '../turns/lanes';
import { requireChangeable } from './require-changeable';

/** Ends turns whose trigger was erased. */
function endTurnsAbout(crumb: CrumbRecord, ledger: Ledger): void {
  const message = 'The message that this turn would have answered was erased.';
  const about = ({ workspace, cause_id }: { workspace: string; cause_id: string }): boolean =>
    workspace === crumb.workspace && cause_id === crumb.id;
  for (const { workspace, id } of ledger.turns.all().filter(about)) {
    const turn = ledger.turns.get(keyOf(workspace, id));
    if (turn && turn.state !== 'closed') endTurn(ledger, turn, failedEnding('stopped', 'erased', message));
  }
}

/** Refuses to erase a schema definition that crumbs use: without it they could not be rendered. */
function requireUnused(crumb: CrumbRecord, ledger: Ledger): void {
  if (crumb.schema_name !== SchemaDef.name) return;
  const { workspace, id } = crumb;
  const relies = (one: CrumbRecord): boolean =>
    one.workspace === workspace &&
    one.erased_at === null &&
    !isPublishedSchema(one.schema_name) &&
    schemaDefinitionId(workspace, one.schema_name) === id;
  if (!ledger.inUse.has(keyOf(workspace, id)) && !ledger.crumbs.all().some(relies)) return;
  throw refuse('id_conflict', `The schema that ${id} defines is in use; erase its crumbs first.`);
}

/** Deletes the content of a crumb in all its versions and leaves a tombstone; returns the position of the event. */
function empty(crumb: CrumbRecord, { caller: { participant } }: CommitCommand, ledger: Ledger): number {
  const { workspace, id } = crumb;
  const gone = { ...crumb, erased_at: ledger.now, erased_by_kind: participant.kind, erased_by_id: participant.id };
  const position = insertEvent(ledger, gone, 'erased', { recipient: null, traceparent: null, content_hash: '' });
  ledger.crumbs.set(keyOf(workspace, id), {
    ...gone,
    position,
    content_hash: '',
    traceparent: null,
    author_name: null,
  });
  for (let version = 1; version <= crumb.version; version += 1) {
    ledger.versions.set(versionKey(workspace, id, version), null);
  }
  ledger.emptied.push({ workspace, id });
  ledger.setDue('expiry', { workspace, key: id }, null);
  return position;
}

/** Crumbs that may quote it and that the caller may read, without those that are erased with it. */
function derivedFrom({ workspace, id }: CrumbRecord, { caller }: CommitCommand, ledger: Ledger): readonly DerivedRef[] {
  const gone = new Set(ledger.feedback.get(keyOf(workspace, id))?.map((feedback) => feedback.id));
  return (ledger.derived.get(keyOf(workspace, id)) ?? [])
    .filter((one) => !gone.has(one.id) && canSee(caller, one))
    .map(({ id: derived, version, schema_name }) => ({ id: derived, version, schema_name }));
}

/** Erases a crumb; what people said of an answer goes with it. */
export function erase(write: PreparedErase, command: CommitCommand, ledger: Ledger): CommitResult {
  const crumb = requireChangeable(write, command, ledger);
  requireUnused(crumb, ledger);
  const { workspace, id } = crumb;
  stopWaiting(crumb, ledger);
  const position = empty(crumb, command, ledger);
  for (const feedback of ledger.feedback.get(keyOf(workspace, id)) ?? []) empty(feedback, command, ledger);
  cancelDue(ledger, crumb);
  endTurnsAbout(crumb, ledger);
  return {
    id,
    version: crumb.version,
    position,
    existed: false,
    derived: derivedFrom(crumb, command, ledger),
  };
}
