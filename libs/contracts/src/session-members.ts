import type { SessionV1 } from './generated/types';
import { WIRE } from './generated/wire-names';
import type { Envelope } from './record';

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

/** True if an agent may speak in its turn on a crumb: it takes part in the session, or somebody has triggered it, muted or not. */
export function maySpeak(
  members: SessionV1['members'],
  agent: string,
  trigger: Pick<Envelope, 'schema_name'> | null,
): boolean {
  return takesPart(members, agent) || trigger?.schema_name === WIRE.agentTrigger;
}
