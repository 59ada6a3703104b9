import type { SessionV1 } from './generated/types';

/**
 * True if an agent may speak in a session. When a session lists members, an agent must be one of them, present and not muted; a session
 * without a list is open to every agent. Starting agents, storing their replies and naming them in requests all use this rule.
 */
export function takesPart(members: SessionV1['members'], agent: string): boolean {
  if (members === undefined || members.length === 0) return true;
  return members.some(
    ({ kind, id, muted, present }) => kind === 'agent' && id === agent && muted !== true && present !== false,
  );
}
