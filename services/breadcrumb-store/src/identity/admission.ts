import type { RequestContext } from '@crumbtrail/bus';
import type { Identity, Operation } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from './caller';

/** Who sends a request that may be answered. */
export interface Admitted {
  readonly caller: AuthenticatedCaller;
  /** Whose API key came with the request; null where a service sends it in its own name. */
  readonly identity: Identity | null;
}

/** Decides whether this process may answer a request. */
export abstract class Admission {
  /** Rejects where the sender may not send the operation, or where this process cannot answer it now. The request is not validated yet. */
  abstract admit(operation: Operation, from: RequestContext, request: unknown): Promise<Admitted>;
}
