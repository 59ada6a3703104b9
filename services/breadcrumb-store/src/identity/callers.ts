import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@crumbtrail/bus';
import {
  isConsoleSessionSecret,
  isServiceName,
  mayCall,
  mayCallWithKey,
  mayCarryKeys,
  refuse,
  type Identity,
  type Operation,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from './caller';
import { ConsoleSessions } from './console-sessions';
import { Keys } from './keys';
import { Workspaces } from './workspaces';

/** Establishes who sends a request: NATS vouches for the service, the key for its participant. */
@Injectable()
export class Callers {
  constructor(
    private readonly keys: Keys,
    private readonly workspaces: Workspaces,
    private readonly consoleSessions: ConsoleSessions,
  ) {}

  /** The caller, and whose key came along; null where a service sends it in its own name. Refuses callers that may not send the operation. */
  async authenticate(
    operation: Operation,
    from: RequestContext,
  ): Promise<{ readonly caller: AuthenticatedCaller; readonly identity: Identity | null }> {
    const { principal, key } = from;
    if (key === undefined) return { caller: await this.authenticateService(operation, from), identity: null };
    const identity = await this.identify(operation, principal, key);
    const { participant, name, client, role } = identity;
    const workspace = operation.anyWorkspace ? identity.workspace : from.workspace;
    if (identity.workspace !== workspace) throw refuse('forbidden', `This key is not of the workspace ${workspace}.`);
    const more = { ...(name !== undefined && { name }), ...(client && { client }) };
    return { caller: { workspace, principal, participant, role, ...more }, identity };
  }

  /** A service as the caller of an operation that it sends in its own name. */
  async authenticateService(operation: Operation, from: RequestContext): Promise<AuthenticatedCaller> {
    const { workspace, principal } = from;
    if (!mayCall(operation, principal)) {
      if (mayCarryKeys(principal)) throw refuse('unauthenticated', `${operation.name} needs an API key.`);
      throw refuse('forbidden', `${principal} may not send ${operation.name}.`);
    }
    await this.workspaces.require(workspace);
    const isService = isServiceName(principal);
    const participant = { kind: isService ? ('service' as const) : ('agent' as const), id: principal };
    return { workspace, principal, participant, role: isService ? 'service' : 'writer' };
  }

  private async identify(operation: Operation, principal: string, key: string): Promise<Identity> {
    if (!mayCarryKeys(principal))
      throw refuse('forbidden', `${principal} may not send API keys; it sends requests in its own name.`);
    const identity = await this.identifyHolder(key);
    if (!mayCallWithKey(operation, identity.role)) throw refuse('forbidden', tooLowRole(operation, identity));
    return identity;
  }

  private async identifyHolder(secret: string): Promise<Identity> {
    if (!isConsoleSessionSecret(secret)) {
      const identity = await this.keys.identify(secret);
      if (identity) return identity;
      throw refuse('unauthenticated', 'This API key is not known, has expired or was revoked.');
    }
    const keyHash = await this.consoleSessions.findKeyHash(secret);
    const identity = keyHash === null ? null : await this.keys.identifyByHash(keyHash);
    if (identity) return identity;
    throw refuse('unauthenticated', 'This sign-in has ended: sign in again.');
  }
}

/** Tells the holder of the key which role it has, and which one is needed. */
function tooLowRole({ name, role }: Operation, { role: given }: Identity): string {
  if (role === null) return `No API key may send ${name}.`;
  return given === 'reader'
    ? `This key may only read (role reader); this needs a key with the role ${role}.`
    : `This needs a key with the role ${role}; this one has the role ${given}.`;
}
