import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '@crumbtrail/bus';
import {
  isServiceName,
  mayCall,
  mayCallWithKey,
  mayCarryKeys,
  refuse,
  type Identity,
  type Operation,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from './caller';
import type { Admitted } from './admission';
import { KeyHolders } from './key-holders';
import { WorkspaceGate } from './workspace-gate';
import { Workspaces } from './workspaces';

/** Establishes who sends a request: NATS vouches for the service, the key for its participant. */
@Injectable()
export class Callers {
  constructor(
    @Inject(KeyHolders) private readonly holders: Pick<KeyHolders, 'identify'>,
    private readonly workspaces: Workspaces,
    private readonly gate: WorkspaceGate,
  ) {}

  /**
   * The caller, and whose key came along. Refuses callers that may not send the operation. `holders` says whose key it is, where that is not for
   * this process to say.
   */
  async authenticate(operation: Operation, from: RequestContext, holders = this.holders): Promise<Admitted> {
    const { principal, key } = from;
    if (key === undefined) return { caller: await this.authenticateService(operation, from), identity: null };
    requireKeyCarrier(principal);
    const identity = await holders.identify(key);
    if (!mayCallWithKey(operation, identity.role)) throw refuse('forbidden', tooLowRole(operation, identity));
    this.gate.requireOpen(identity.workspace);
    await this.workspaces.requireForKey(identity.workspace);
    this.gate.requireAccess(operation, identity.workspace, identity.participant);
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
    this.gate.requireOpen(workspace);
    await this.workspaces.require(workspace);
    const isService = isServiceName(principal);
    const participant = { kind: isService ? ('service' as const) : ('agent' as const), id: principal };
    return { workspace, principal, participant, role: isService ? 'service' : 'writer' };
  }
}

function requireKeyCarrier(principal: string): void {
  if (!mayCarryKeys(principal))
    throw refuse('forbidden', `${principal} may not send API keys; it sends requests in its own name.`);
}

/** Tells the holder of the key which role it has, and which one is needed. */
function tooLowRole({ name, role }: Operation, { role: given }: Identity): string {
  if (role === null) return `No API key may send ${name}.`;
  return given === 'reader'
    ? `This key may only read (role reader); this needs a key with the role ${role}.`
    : `This needs a key with the role ${role}; this one has the role ${given}.`;
}
