import type { SessionV1 } from './generated/types';

/**
 * May this agent speak in the session? Where a session lists members, an agent must be one of them and not muted; a
 * session that lists nobody is open to every agent. The one rule for waking agents, keeping their replies and naming
 * them in requests.
 */
export function takesPart(members: SessionV1['members'], agent: string): boolean {
  if (members === undefined || members.length === 0) return true;
  return members.some(({ kind, id, muted }) => kind === 'agent' && id === agent && muted !== true);
}
