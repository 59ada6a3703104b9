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

/** Settings that only some strategies have. */
const USED_BY: readonly (readonly [setting: keyof SessionV1, isUsed: (strategy: SessionV1['strategy']) => boolean])[] =
  [
    ['director', (strategy) => strategy === 'director'],
    ['rules', (strategy) => strategy === 'rules'],
    ['auto', (strategy) => strategy !== undefined && strategy !== 'manual'],
    ['allow_self', (strategy) => strategy !== undefined],
  ];

/** The session with another strategy, or with none, and without the settings that the strategy does not have. */
export function withStrategy({ strategy: _before, ...rest }: SessionV1, strategy: SessionV1['strategy']): SessionV1 {
  const session: SessionV1 = strategy === undefined ? rest : { ...rest, strategy };
  const unused = new Set(USED_BY.filter(([, isUsed]) => !isUsed(strategy)).map(([setting]) => setting));
  return Object.fromEntries(
    Object.entries(session).filter(([setting]) => !unused.has(setting)),
  ) as unknown as SessionV1;
}
