import {
  contentHash,
  MAX_BATCH_BYTES,
  MAX_BATCH_CRUMBS,
  refuse,
  requireSafe,
  SchemaDef,
  validateContext,
  type CommitRequest,
  type Issue,
  type Write,
} from '@crumbtrail/contracts';
import type { Renderable } from '@crumbtrail/hints';
import { runTrial, type PendingTrial, type TrialFinding, type TryHints } from '../hint-trials/hint-trial';
import type { CommitCommand, PreparedErase, PreparedUpdate, PreparedWrite, PrepareOptions } from './commands';
import type { AuthenticatedCaller } from '../identity/caller';
import { invalid, requireSmall } from './require-storable';
import { isUuid } from '../database/uuid';
import { otherSpellings } from './other-spellings';
import { checkPatch } from './patch-shape';
import { prepareCreate } from './prepare-create';
import { nameFailedWrite } from './name-failed-write';

function requireMatch(id: string, ifMatch: unknown): number {
  if (!isUuid(id)) throw refuse('not_found', `No crumb ${id} in this workspace.`);
  if (typeof ifMatch === 'number') return ifMatch;
  throw refuse('precondition_required', `Name the version of ${id} that you have read (If-Match).`);
}

/** What preparing one write of a commit depends on. */
interface PreparationStep extends Omit<PrepareOptions, 'deferTrial' | 'warn'> {
  readonly caller: AuthenticatedCaller;
  readonly imported: boolean;
  readonly tryHints: TryHints;
}

function requireNone(message: string, issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalid(message, issues);
}

/** Tries new hints on the payload that they will render, which is the one in the patch or the current one, and a new definition of a schema. */
function tryPatch({ id, patch }: Write & { op: 'update' }, { currentVersions, tryHints }: PreparationStep): void {
  const crumb = currentVersions?.get(id);
  const message = 'These llm_hints cannot be rendered.';
  if (
    patch.context &&
    crumb?.schema_name === SchemaDef.name &&
    validateContext(SchemaDef.name, patch.context).length === 0
  )
    tryHints({ kind: 'schema', context: patch.context, isChange: true }, `Invalid ${SchemaDef.name}.`);
  if (!patch.llm_hints) return;
  const { content_hash: _, ...rest } = { ...crumb, ...patch, content_hash: undefined };
  tryHints({ kind: 'crumb', llm_hints: patch.llm_hints, crumb: crumb ? (rest as Renderable) : null }, message);
}

function prepareUpdate(write: Write & { op: 'update' }, step: PreparationStep): PreparedUpdate {
  const if_match = requireMatch(write.id, write.if_match);
  requireSafe(write.patch);
  requireSmall(write.patch);
  const isDefinition = typeof write.patch.context?.['defines'] === 'string';
  requireNone('Invalid change.', [
    ...otherSpellings(write.patch, isDefinition),
    ...checkPatch(write.patch).filter(({ path }) => path !== '/ttl'),
  ]);
  tryPatch(write, step);
  const { context, expires_at } = write.patch;
  const patch =
    typeof expires_at === 'string' ? { ...write.patch, expires_at: new Date(expires_at).toISOString() } : write.patch;
  return { op: 'update', id: write.id, if_match, patch, content_hash: context ? contentHash(context) : null };
}

const prepareErase = ({ id, if_match }: Write & { op: 'erase' }): PreparedErase => ({
  op: 'erase',
  id,
  if_match: requireMatch(id, if_match),
});

function prepareOne(write: Write, step: PreparationStep): PreparedWrite {
  if (write.op === 'create') return prepareCreate(write, step);
  return write.op === 'update' ? prepareUpdate(write, step) : prepareErase(write);
}

function checkRequest(request: CommitRequest, caller: AuthenticatedCaller): void {
  if (caller.role === 'reader') throw refuse('forbidden', 'This key is read-only; use a writer key.');
  if (request.imported === true && caller.role !== 'operator') {
    throw refuse('forbidden', 'Only an operator may import history.');
  }
  const count = request.writes.length;
  if (count > MAX_BATCH_CRUMBS) {
    throw refuse('too_large', `${count} crumbs exceed the maximum of ${MAX_BATCH_CRUMBS} in one commit.`);
  }
  if (count === 0) throw invalid('A commit needs at least one crumb.', []);
}

function toCommitCommand(
  request: CommitRequest,
  caller: AuthenticatedCaller,
  writes: readonly PreparedWrite[],
): CommitCommand {
  const { idempotency_key, fence, traceparent, ...rest } = request;
  requireSafe({ idempotency_key, fence, traceparent });
  if (writes.length > 1 && Buffer.byteLength(JSON.stringify(rest)) > MAX_BATCH_BYTES) {
    throw refuse('too_large', `A commit takes at most ${MAX_BATCH_BYTES / 1024 / 1024} MiB.`);
  }
  return {
    kind: 'commit',
    caller,
    writes,
    imported: request.imported === true,
    fence: fence ?? null,
    idempotency: idempotency_key === undefined ? null : { key: idempotency_key, request_hash: contentHash(rest) },
    traceparent: traceparent ?? null,
  };
}

/**
 * Checks everything about a commit that needs no state, and computes what it can before the log is locked: ids, hashes,
 * authors. Throws a CrumbError at the first crumb that cannot be stored. Hints are tried, or deferred, when the rest of their
 * crumb is valid.
 */
export function prepareCommit(
  request: CommitRequest,
  caller: AuthenticatedCaller,
  { deferTrial, warn, ...world }: PrepareOptions,
): CommitCommand {
  checkRequest(request, caller);
  const { length } = request.writes;
  const imported = request.imported === true;
  const trials: PendingTrial[] = [];
  const defer = deferTrial ?? ((one: PendingTrial) => trials.push(one));
  const writes = request.writes.map((write, at) => {
    const named = <Result>(work: () => Result): Result => nameFailedWrite(at, length, work);
    const settle = (message: string, findings: readonly TrialFinding[]): void => {
      named(() =>
        requireNone(
          message,
          findings.filter(({ isWarning }) => !isWarning),
        ),
      );
      const warnings = findings.filter(({ isWarning }) => isWarning);
      if (warnings.length > 0)
        warn?.(
          at,
          warnings.map(({ isWarning: _, ...warning }) => warning),
        );
    };
    const tryHints: TryHints = (trial, message) => defer({ trial, settle: (findings) => settle(message, findings) });
    return named(() => prepareOne(write, { ...world, caller, imported, tryHints }));
  });
  for (const { trial, settle } of trials) settle(runTrial(trial));
  return toCommitCommand(request, caller, writes);
}
