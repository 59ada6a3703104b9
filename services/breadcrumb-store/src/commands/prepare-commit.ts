import {
  contentHash,
  MAX_BATCH_BYTES,
  MAX_BATCH_CRUMBS,
  refuse,
  requireSafe,
  type CommitRequest,
  type Issue,
  type Write,
} from '@crumbtrail/contracts';
import { checkHints, tryHints, type Renderable } from '@crumbtrail/hints';
import type { CommitCommand, PreparedErase, PreparedUpdate, PreparedWrite, PrepareOptions } from './commands';
import type { AuthenticatedCaller } from '../identity/caller';
import { invalid, requireSmall } from './require-storable';
import { isUuid } from '../database/uuid';
import { checkPatch } from './patch-shape';
import { prepareCreate } from './prepare-create';
import { nameFailedWrite } from './name-failed-write';

function requireMatch(id: string, ifMatch: unknown): number {
  if (!isUuid(id)) throw refuse('not_found', `No crumb ${id} in this workspace.`);
  if (typeof ifMatch === 'number') return ifMatch;
  throw refuse('precondition_required', `Name the version of ${id} that you have read (If-Match).`);
}

/** Tries new hints on the payload that they will render: the one in the patch, or the current one. */
function hintIssues({ id, patch }: Write & { op: 'update' }, { currentVersions }: PrepareOptions): Issue[] {
  const found = checkHints(patch.llm_hints);
  const crumb = currentVersions?.get(id);
  if (found.length > 0 || !patch.llm_hints || !crumb) return found;
  const { content_hash: _, ...rest } = crumb;
  return tryHints({ ...rest, ...patch } as Renderable);
}

function prepareUpdate(write: Write & { op: 'update' }, world: PrepareOptions): PreparedUpdate {
  const if_match = requireMatch(write.id, write.if_match);
  requireSafe(write.patch);
  requireSmall(write.patch);
  const issues = checkPatch(write.patch);
  if (issues.length > 0) throw invalid('Invalid change.', issues);
  const hints = hintIssues(write, world);
  if (hints.length > 0) throw invalid('These llm_hints cannot be rendered.', hints);
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

function prepareOne(
  write: Write,
  request: CommitRequest,
  caller: AuthenticatedCaller,
  world: PrepareOptions,
): PreparedWrite {
  if (write.op === 'create') return prepareCreate(write, { caller, imported: request.imported === true }, world);
  return write.op === 'update' ? prepareUpdate(write, world) : prepareErase(write);
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

/** A commit whose writes are prepared one per step, in order; the first step that throws ends it. */
export interface Preparation {
  readonly steps: readonly (() => PreparedWrite)[];
  finish(writes: readonly PreparedWrite[]): CommitCommand;
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

/** The same as {@link prepareCommit}, one write at a time, so that other work can run in between. */
export function planPreparation(
  request: CommitRequest,
  caller: AuthenticatedCaller,
  world: PrepareOptions,
): Preparation {
  checkRequest(request, caller);
  const { length } = request.writes;
  return {
    steps: request.writes.map(
      (write, at) => () => nameFailedWrite(at, length, () => prepareOne(write, request, caller, world)),
    ),
    finish: (writes) => toCommitCommand(request, caller, writes),
  };
}

/**
 * Checks everything about a commit that needs no state, and computes what it can before the log is locked: ids, hashes,
 * authors. Throws a CrumbError at the first crumb that cannot be stored.
 */
export function prepareCommit(
  request: CommitRequest,
  caller: AuthenticatedCaller,
  world: PrepareOptions,
): CommitCommand {
  const { steps, finish } = planPreparation(request, caller, world);
  return finish(steps.map((step) => step()));
}
