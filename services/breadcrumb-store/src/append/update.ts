import {
  contracts,
  derivedId,
  participantName,
  refuse,
  SchemaDef,
  Session,
  type Issue,
  type CommitResult,
  asPayload,
} from '@crumbtrail/contracts';
import { incompatibilities } from '../schemas/incompatibilities';
import { scheduleDue } from './fire-due';
import { checkDefinition } from '../commands/check-definition';
import { insertEvent, setVersion } from '../ledger/insert-crumb';
import type { CommitCommand, PreparedUpdate } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { versionKey, type CrumbRecord, type VersionRecord } from '../ledger/stored-rows';
import { requireSpeakersKept } from '../sessions/session-rights';
import { resolveSchema } from './crumb-schema';
import { requireChangeable } from './require-changeable';
import { informsAfterChange } from './tool-changes';

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

/** Refuses new members of a session that somebody who speaks there would lose by. */
function requireRights(
  { patch }: PreparedUpdate,
  { caller }: CommitCommand,
  before: VersionRecord,
  ledger: Ledger,
): void {
  const now = asPayload(Session.name, patch.context);
  const then = asPayload(Session.name, before.context);
  if (now === undefined || then === undefined) return;
  requireSpeakersKept({ caller, name: then.name, before: then.members, after: now.members }, ledger);
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
  if (crumb.schema_name === Session.name) requireRights(write, command, before, ledger);
  const content = applyPatch(write, before);
  const content_hash = write.content_hash ?? crumb.content_hash;
  const expires_at = valueOr(write.patch.expires_at, crumb.expires_at);
  const informs = informsAfterChange(crumb, command, ledger);
  const next = {
    ...crumb,
    informs,
    version: crumb.version + 1,
    position: ledger.position + 1,
    content_hash,
    expires_at,
  };
  prune(crumb, ledger);
  setVersion(ledger, next, content, participantName(command.caller.participant));
  insertEvent(ledger, next, 'updated', { recipient: null, traceparent: command.traceparent, content_hash });
  scheduleDue(ledger, next, content.context, before.context);
  if (expires_at !== crumb.expires_at)
    ledger.setDue('expiry', { workspace: crumb.workspace, key: crumb.id }, expires_at);
  return { id: next.id, version: next.version, position: next.position, existed: false };
}
