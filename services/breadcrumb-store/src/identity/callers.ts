import type { RequestContext } from '@crumbtrail/bus';
import { refuse, type Operation, type Identity } from '@crumbtrail/contracts';
import type { Caller } from './caller';
import type { Keys } from './keys';
import { CARRIERS, mayAskItself, mayAskWith, SERVICES } from './permissions';
import type { Workspaces } from './workspaces';

/** Establishes who asks: the broker vouches for the service, the key for its participant. */
export class Callers {
  constructor(
    private readonly keys: Keys,
    private readonly workspaces: Workspaces,
  ) {}

  /** The caller of an ask within its workspace; refuses whoever may not ask it there. */
  async of(ask: Operation, from: RequestContext): Promise<Caller> {
    return (await this.withIdentity(ask, from)).caller;
  }

  /** The same with whose key was shown; null where a service asks for itself. */
  async withIdentity(ask: Operation, from: RequestContext): Promise<{ caller: Caller; identity: Identity | null }> {
    const { workspace, principal } = from;
    if (from.key === undefined) return { caller: await this.service(ask, from), identity: null };
    const identity = await this.identity(ask, from);
    const { participant, role } = identity;
    if (identity.workspace !== workspace) throw refuse('forbidden', `This key is not of the workspace ${workspace}.`);
    return { caller: { workspace, principal, participant, role }, identity };
  }

  /** Whose key is shown, whatever workspace it is asked in. */
  async identity(ask: Operation, { principal, key }: RequestContext): Promise<Identity> {
    if (key === undefined) throw refuse('unauthenticated', `${ask.name} is asked with an API key.`);
    if (!CARRIERS.has(principal)) throw refuse('forbidden', `${principal} brings no keys; it asks in its own name.`);
    const identity = await this.keys.identify(key);
    if (!identity) throw refuse('unauthenticated', 'This API key is not known, has expired or was revoked.');
    if (!mayAskWith(ask, identity.role)) {
      throw refuse('forbidden', `A ${identity.role} may not ask ${ask.name}.`);
    }
    return identity;
  }

  private async service(ask: Operation, { workspace, principal }: RequestContext): Promise<Caller> {
    if (!mayAskItself(ask, principal)) {
      const code = CARRIERS.has(principal) ? 'unauthenticated' : 'forbidden';
      throw refuse(code, `${principal} may not ask ${ask.name} in its own name.`);
    }
    await this.workspaces.require(workspace);
    const isService = SERVICES.has(principal);
    const participant = { kind: isService ? ('service' as const) : ('agent' as const), id: principal };
    return { workspace, principal, participant, role: isService ? 'service' : 'writer' };
  }
}
