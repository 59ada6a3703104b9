import type { CommitRequest, Envelope, Patch } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Sql } from '../database/database';
import { readCrumbs } from './read-crumbs';

const NONE: ReadonlyMap<string, Envelope> = new Map();

/** Does it change hints, or what may be the definition of a schema? */
const isTried = (patch: Patch | undefined): boolean =>
  Boolean(patch?.llm_hints) || typeof patch?.context?.['defines'] === 'string';

/**
 * The versions that a commit gives new hints, or a new definition of a schema, by id, as far as the caller may read them. A version never changes, so what
 * is tried on it before the commit is decided holds when it is.
 */
export async function readChangedVersions(
  sql: Sql,
  { writes }: CommitRequest,
  caller: AuthenticatedCaller,
): Promise<ReadonlyMap<string, Envelope>> {
  const refs = writes.flatMap((write) =>
    write.op === 'update' && isTried(write.patch) && Number.isInteger(write.if_match)
      ? [{ id: write.id, version: write.if_match }]
      : [],
  );
  if (refs.length === 0) return NONE;
  const { crumbs } = await readCrumbs(sql, { refs }, caller);
  return new Map(crumbs.flatMap((crumb) => (crumb && !('erased' in crumb) ? [[crumb.id, crumb] as const] : [])));
}
