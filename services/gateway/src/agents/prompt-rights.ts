import { AgentError, type AgentSender } from '@crumbtrail/bus';
import { type Identity, refuse } from '@crumbtrail/contracts';
import type { AgentPublication } from '@crumbtrail/contracts/operations/published-agents';
import { namesCaller } from './publications';

type Publication = NonNullable<NonNullable<AgentPublication['publish']>['nats']>;

/** Throws unless the definition publishes the agent for this caller. `isIdentified`: by a key, or by a signature. */
export function requirePublishedFor(
  { agent, publish }: AgentPublication,
  { identity, sender, isIdentified }: { identity: Identity; sender: AgentSender; isIdentified: boolean },
): Publication {
  const nats = publish?.nats;
  if (!nats) throw refuse('not_found', `${agent} is not published on NATS any more.`);
  if (nats.min_sender_trust === 'signed' && sender.trust !== 'verified') {
    const message = `${agent} answers only prompts that their sender has signed: send the header Agent-Sender with a signature.`;
    throw new AgentError(401, { error: 'signature_required', message });
  }
  if (namesCaller(nats.callers, identity)) return nats;
  const { kind, id } = identity.participant;
  const message = `${kind}:${id} may not prompt ${agent}: its definition names others in publish.nats.callers.`;
  throw isIdentified ? refuse('forbidden', message) : new AgentError(401, { error: 'unauthenticated', message });
}
