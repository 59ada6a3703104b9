import type { Viewer } from '@crumbtrail/contracts';
import type { Caller } from '../../identity/caller';
import { seesAll } from '../../identity/visibility/access-filter.sql';

/** Whose request it is, as the store has established it. */
export interface RetrievalCaller {
  readonly workspace: string;
  /** The key's participant, when the request acts for a client: both must be allowed. */
  readonly behalf?: Viewer;
}

/** The caller as a pair of eyes; none for a service that asks in its own name. */
export function viewerOf(caller: Caller): Viewer | undefined {
  if (caller.role === 'service') return undefined;
  return { participant: caller.participant, operator: seesAll(caller) };
}

/** Everybody who must be allowed to read: the agent, and the client that it is asked for. */
export function listViewers({ behalf }: RetrievalCaller, agent: string): Viewer[] {
  const viewer: Viewer = { participant: { kind: 'agent', id: agent } };
  return behalf ? [viewer, behalf] : [viewer];
}
