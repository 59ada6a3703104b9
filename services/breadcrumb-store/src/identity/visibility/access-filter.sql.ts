import type { Caller } from '../caller';

/** Does the caller see all of its workspace? */
export const seesAll = ({ role }: Caller): boolean => role === 'operator' || role === 'service';

/**
 * `mayRead` of libs/contracts as a predicate on a table with `audience`, `author_kind` and `author_id`; its parameters are put at
 * the end of `params`.
 */
export function visibleToCaller(alias: string, caller: Caller, params: unknown[]): string {
  if (seesAll(caller)) return 'true';
  const { kind, id } = caller.participant;
  const at = params.push(['*', id, ...(kind === 'agent' ? ['@agents'] : [])], kind, id);
  const author = `(${alias}.author_kind = $${at - 1} and ${alias}.author_id = $${at})`;
  return `(${alias}.audience && $${at - 2}::text[] or ${author})`;
}
