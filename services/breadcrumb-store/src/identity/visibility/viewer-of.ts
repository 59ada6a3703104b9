import type { Viewer } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../caller';

/** Does the caller see everything in its workspace? */
export const seesAll = ({ role }: Pick<AuthenticatedCaller, 'role'>): boolean =>
  role === 'operator' || role === 'service';

/** The caller as a viewer; undefined for a service that asks in its own name. */
export function viewerOf(caller: AuthenticatedCaller): Viewer | undefined {
  if (caller.role === 'service') return undefined;
  return { participant: caller.participant, operator: seesAll(caller) };
}
