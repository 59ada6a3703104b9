import type { Viewer } from '@crumbtrail/contracts';

/** Whose request it is, as the store has established it. */
export interface RetrievalCaller {
  readonly workspace: string;
  /** The participant of the key, where the request acts for a client: agent and client must both be allowed to read. */
  readonly behalf?: Viewer;
}

/** Everybody who must be allowed to read: the agent, and the client that it acts for. */
export function listViewers({ behalf }: RetrievalCaller, agent: string): Viewer[] {
  const viewer: Viewer = { participant: { kind: 'agent', id: agent } };
  return behalf ? [viewer, behalf] : [viewer];
}
