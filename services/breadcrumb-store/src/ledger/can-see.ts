import { mayRead } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { audienceOf, type CrumbAccess } from './stored-rows';

/** May the caller see this crumb? Services and operators see all of their workspace. */
export function canSee(caller: AuthenticatedCaller, crumb: CrumbAccess): boolean {
  const author = { kind: crumb.author_kind, id: crumb.author_id };
  const operator = caller.role === 'operator' || caller.role === 'service';
  return mayRead({ audience: audienceOf(crumb.audience), author }, { participant: caller.participant, operator });
}
