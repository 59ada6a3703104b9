import type { Viewer } from '@crumbtrail/contracts';
import type { Caller } from '../append/jobs';
import { seesAll } from '../reading/visibility';

/** Whose request it is, as the store has established it. */
export interface Asker {
  readonly workspace: string;
  /** The key's participant, when the request acts for a client: both must be allowed. */
  readonly behalf?: Viewer;
}

/** The caller as a pair of eyes; none for a service that asks in its own name. */
export function eyesOf(caller: Caller): Viewer | undefined {
  if (caller.role === 'service') return undefined;
  return { participant: caller.participant, operator: seesAll(caller) };
}

/** Everybody who must be allowed to read: the agent, and the client that it is asked for. */
export function eyesFor({ behalf }: Asker, agent: string): Viewer[] {
  const viewer: Viewer = { participant: { kind: 'agent', id: agent } };
  return behalf ? [viewer, behalf] : [viewer];
}
