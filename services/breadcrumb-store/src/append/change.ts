import {
  contracts,
  derivedId,
  refuse,
  SchemaDef,
  type Issue,
  type CommitResult,
  asPayload,
} from '@crumbtrail/contracts';
import { incompatibilities } from '../schemas/incompatibilities';
import { cancelDue, scheduleDue } from './fire-due';
import { checkDefinition } from '../commands/check-definition';
import { canSee } from '../ledger/can-see';
import { requireFence } from './claims';
import { insertEvent, setVersion } from '../ledger/insert-crumb';
import type { CommitCommand, PreparedErase, PreparedUpdate } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { requireDefinitionOwner } from '../identity/agent-services';
import { keyOf, versionKey, type CrumbRecord, type VersionRecord } from '../ledger/stored-rows';
import { resolveSchema } from './crumb-schema';
import { schemaDefinitionId, isPublishedSchema } from '../schemas/definition-id';
import { failedEnding } from '../turns/turn-crumbs';
import { endTurn } from '../turns/lanes';

function requireCrumb(id: string, caller: AuthenticatedCaller, ledger: Ledger): CrumbRecord {
  const crumb = ledger.crumbs.get(keyOf(caller.workspace, id));
  if (!crumb || !canSee(caller, crumb)) throw refuse('not_found', `No crumb ${id} in this workspace.`);
  if (crumb.erased_at !== null) throw refuse('erased', `The crumb ${id} was erased.`);
  return crumb;
}

/** The crumb, if the caller may change it and knows its current version. */
function requireChangeable(write: PreparedUpdate | PreparedErase, command: CommitCommand, ledger: Ledger): CrumbRecord {
  const { caller } = command;
  const crumb = requireCrumb(write.id, caller, ledger);
  const { kind, id } = caller.participant;
  if (caller.role !== 'operator' && !(crumb.author_kind === kind && crumb.author_id === id)) {
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

function requireContent(crumb: CrumbRecord, ledger: Ledger): VersionRecord {
  const content = ledger.versions.get(versionKey(crumb.workspace, crumb.id, crumb.version));
  if (!content) throw new Error(`The content of ${crumb.id}, version ${crumb.version}, was not loaded`);
  return content;
}

const valueOr = <Value>(value: Value | undefined, kept: Value): Value => (value === undefined ? kept : value);

function applyPatch(
  { patch }: PreparedUpdate,
  old: VersionRecord,
): Pick<VersionRecord, 'title' | 'tags' | 'context' | 'llm_hints'> {
  return {
    title: valueOr(patch.title, old.title),
    tags: valueOr(patch.tags, old.tags),
    context: valueOr(patch.context, old.context),
    llm_hints: valueOr(patch.llm_hints, old.llm_hints),
  };
}

function payloadIssues(crumb: CrumbRecord, context: Record<string, unknown>, ledger: Ledger): Issue[] {
  const found = resolveSchema(crumb.workspace, crumb.schema_name, ledger).validate(context);
  if (found.length > 0) return found;
  const identity = contracts.get(crumb.schema_name)?.rules.identity;
  const renamed = identity !== undefined && derivedId(crumb.workspace, identity, { context }) !== crumb.id;
  if (renamed) return [{ path: '', rule: 'identity', message: 'names another crumb; create a new one instead' }];
  const broken =
    crumb.schema_name === SchemaDef.name ? incompatibleChanges(context, requireContent(crumb, ledger)) : [];
  return broken.length > 0 ? broken : checkDefinition(crumb.schema_name, context);
}

const incompatibleChanges = (context: Record<string, unknown>, old: VersionRecord): Issue[] =>
  incompatibilities(asPayload(SchemaDef.name, old.context), asPayload(SchemaDef.name, context));

function checkPatch(write: PreparedUpdate, crumb: CrumbRecord, ledger: Ledger): void {
  const rules = contracts.get(crumb.schema_name)?.rules;
  if (rules?.immutable) {
    throw refuse('wrong_writer', `A ${crumb.schema_name} records what happened and cannot be changed.`);
  }
  if (write.patch.context === undefined) return;
  const issues = payloadIssues(crumb, write.patch.context, ledger).map((one) => ({
    ...one,
    path: `/context${one.path}`,
  }));
  if (issues.length > 0) throw refuse('invalid_payload', `Invalid ${crumb.schema_name}.`, { issues });
}

/** Drops the previous version where the schema keeps only the latest. */
function prune(crumb: CrumbRecord, ledger: Ledger): void {
  if (resolveSchema(crumb.workspace, crumb.schema_name, ledger).retention.class !== 'latest') return;
  ledger.versions.set(versionKey(crumb.workspace, crumb.id, crumb.version), null);
}

/** Creates the next version of a crumb, if the caller has seen the current one. */
export function update(write: PreparedUpdate, command: CommitCommand, ledger: Ledger): CommitResult {
  const crumb = requireChangeable(write, command, ledger);
  const hasExpired = crumb.expires_at !== null && crumb.expires_at <= ledger.now;
  if (hasExpired) throw refuse('not_found', `The crumb ${write.id} has expired.`);
  checkPatch(write, crumb, ledger);
  const before = requireContent(crumb, ledger);
  const content = applyPatch(write, before);
  const content_hash = write.content_hash ?? crumb.content_hash;
  const expires_at = valueOr(write.patch.expires_at, crumb.expires_at);
  const next = { ...crumb, version: crumb.version + 1, position: ledger.position + 1, content_hash, expires_at };
  prune(crumb, ledger);
  setVersion(ledger, next, content);
  insertEvent(ledger, next, 'updated', { recipient: null, traceparent: command.traceparent, content_hash });
  scheduleDue(ledger, next, content.context, before.context);
  if (expires_at !== crumb.expires_at)
    ledger.setDue('expiry', { workspace: crumb.workspace, key: crumb.id }, expires_at);
  return { id: next.id, version: next.version, position: next.position, existed: false };
}

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

/** Erases the content of a crumb in all its versions and leaves a tombstone. */
export function erase(write: PreparedErase, command: CommitCommand, ledger: Ledger): CommitResult {
  const crumb = requireChangeable(write, command, ledger);
  requireUnused(crumb, ledger);
  const { workspace, id } = crumb;
  const { participant } = command.caller;
  const gone = { ...crumb, erased_at: ledger.now, erased_by_kind: participant.kind, erased_by_id: participant.id };
  const position = insertEvent(ledger, gone, 'erased', { recipient: null, traceparent: null, content_hash: '' });
  ledger.crumbs.set(keyOf(workspace, id), { ...gone, position, content_hash: '', traceparent: null });
  for (let version = 1; version <= crumb.version; version += 1) {
    ledger.versions.set(versionKey(workspace, id, version), null);
  }
  ledger.emptied.push({ workspace, id });
  ledger.setDue('expiry', { workspace, key: id }, null);
  cancelDue(ledger, crumb);
  endTurnsAbout(gone, ledger);
  return {
    id,
    version: crumb.version,
    position,
    existed: false,
    derived: ledger.derived.get(keyOf(workspace, id)) ?? [],
  };
}
