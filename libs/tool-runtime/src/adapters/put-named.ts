import {
  contracts,
  CrumbError,
  derivedId,
  type CommitReply,
  type Draft,
  type Ref,
  type Write,
} from '@crumbtrail/contracts';
import type { WorkspaceStore } from '@crumbtrail/bus';
import { isDeepStrictEqual } from 'node:util';
import type { ChangePayload } from '../tool-log';
import { existingCrumb } from './existing-crumb';

/** How a named crumb is written. */
export interface NamedWriting {
  readonly store: Pick<WorkspaceStore, 'read'>;
  readonly workspace: string;
  /** The crumb is read at this position or later. */
  readonly position: number;
  commit(write: Write): Promise<CommitReply>;
}

/** Reading and writing again is worth it once: a second conflict means that others write all the time. */
const ATTEMPTS = 2;
const CONFLICTS: readonly string[] = ['version_conflict', 'id_conflict'];
const isConflict = (error: unknown): boolean => error instanceof CrumbError && CONFLICTS.includes(error.code);

/** Creates or changes the one crumb that the draft's key names, as it is then. */
async function attempt(draft: Draft, change: ChangePayload, writing: NamedWriting): Promise<Ref> {
  const identity = contracts.get(draft.schema_name)?.rules.identity as string;
  const id = derivedId(writing.workspace, identity, { context: draft.context }) as string;
  const { crumbs } = await writing.store.read({ refs: [{ id }], min_position: writing.position });
  const known = existingCrumb(crumbs[0]);
  const context = { ...change(known?.context), ...draft.context };
  if (known && isDeepStrictEqual(known.context, context)) return { id, version: known.version };
  const { results } = await writing.commit(
    known
      ? { op: 'update', id, if_match: known.version, patch: { context } }
      : { op: 'create', draft: { ...draft, context } },
  );
  return { id, version: results[0]?.version as number };
}

/** Creates or changes the one crumb that the draft's key names; reads it and tries again where somebody else has changed it meanwhile. */
export async function putNamed(draft: Draft, change: ChangePayload, writing: NamedWriting): Promise<Ref> {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt(draft, change, writing);
    } catch (error) {
      if (left === 0 || !isConflict(error)) throw error;
    }
  }
}
