import { refuse } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../caller';

/** The caller with the access of the agent that it names; itself when it names none. Refuses everyone but services. */
export function actAsViewer(caller: AuthenticatedCaller, viewer: string | undefined): AuthenticatedCaller {
  if (viewer === undefined) return caller;
  if (caller.role !== 'service') throw refuse('forbidden', 'Only a service may read on behalf of an agent.');
  return { ...caller, participant: { kind: 'agent', id: viewer }, role: 'reader' };
}
