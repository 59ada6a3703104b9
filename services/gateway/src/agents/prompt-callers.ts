import { AgentError, type AgentSender, type IncomingPrompt } from '@crumbtrail/bus';
import { Injectable } from '@nestjs/common';
import { CrumbError, sha256 } from '@crumbtrail/contracts';
import { ANY_NATS_USER, natsSenderKey } from '@crumbtrail/contracts/operations/nats-users';
import type { LocatedIdentity } from '../cells/cell-directory';
import { type Caller, isClientKey } from '../http/caller';
import { RequestLimiter } from '../http/limit-requests';
import { ServiceRequests } from '../ports';
import { NatsAgentSettings } from './agent-settings';

/** For whom a prompt speaks. */
export interface PromptCaller {
  readonly caller: Caller;
  readonly identity: LocatedIdentity;
  /** It speaks for whoever may publish on NATS, and so for nobody in particular. */
  readonly isAnyone: boolean;
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const refuseCaller = (status: 401 | 403, error: string, message: string): AgentError =>
  new AgentError(status, { error, message });

/** Names the sender where that helps to admit it. */
function unknownSender({ owner }: IncomingPrompt['to'], sender: AgentSender): AgentError {
  if (sender.trust !== 'verified') {
    const message = `Send an API key of the workspace ${owner} in the header Authorization, as in \`Bearer <key>\`, or sign the prompt as a NATS user that is a participant there.`;
    return refuseCaller(401, 'unauthenticated', message);
  }
  const remedy = `its operator admits it with \`crumb keys admit ${sender.user} --for user:<id>\``;
  return refuseCaller(
    403,
    'forbidden',
    `The NATS user ${sender.user} is no participant of the workspace ${owner}; ${remedy}.`,
  );
}

/** Finds the participant of a prompt: the holder of the key that comes with it, the NATS user that has signed it, or anyone. */
@Injectable()
export class PromptCallers {
  private readonly limiter: RequestLimiter;

  constructor(
    private readonly requests: ServiceRequests,
    { limits }: NatsAgentSettings,
  ) {
    this.limiter = new RequestLimiter(limits);
  }

  /** Throws 401 where nobody is identified, and 403 where somebody is who does not belong to the workspace. */
  async identify(prompt: IncomingPrompt, bytes: number): Promise<PromptCaller> {
    const { to, key, sender, traceparent } = prompt;
    for (const candidate of candidateKeys(prompt)) {
      const identity = await this.look(candidate, bytes);
      if (!identity) continue;
      if (identity.workspace !== to.owner)
        throw refuseCaller(403, 'forbidden', `This key is not of the workspace ${to.owner}.`);
      const trace = traceparent !== undefined && TRACEPARENT.test(traceparent) ? { traceparent } : {};
      const isAnyone = candidate === natsSenderKey(to.owner, ANY_NATS_USER);
      return { caller: { key: candidate, ...trace }, identity, isAnyone };
    }
    if (key !== undefined)
      throw refuseCaller(401, 'unauthenticated', 'This API key is not known, has expired or was revoked.');
    throw unknownSender(to, sender);
  }

  /** Whose key it is; null where it is nobody's. */
  private async look(key: string, bytes: number): Promise<LocatedIdentity | null> {
    const limited = { key: sha256(key), address: 'nats' };
    this.limiter.admit(limited);
    this.limiter.countBytes(limited.key, bytes);
    try {
      const identity = await this.requests.identify({ key });
      this.limiter.settle(limited, true);
      return identity;
    } catch (error) {
      if (!(error instanceof CrumbError) || error.code !== 'unauthenticated') throw error;
      this.limiter.settle(limited, false);
      return null;
    }
  }
}

/** What the store may know the caller by. A key is the only candidate of a prompt that brings one. */
function candidateKeys({ to, key, sender }: IncomingPrompt): string[] {
  if (key !== undefined) return isClientKey(key) ? [key] : [];
  const user = sender.trust === 'verified' ? [natsSenderKey(to.owner, sender.user)] : [];
  return [...user, natsSenderKey(to.owner, ANY_NATS_USER)];
}
