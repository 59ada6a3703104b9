import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { operationOf, type RequestContext } from '@crumbtrail/bus';
import type { Identity } from '@crumbtrail/contracts';
import { Admission, type Admitted } from './admission';
import type { AuthenticatedCaller } from './caller';

/** A request's context once {@link CallerGuard} has let it pass. */
interface AuthenticatedContext extends RequestContext {
  authenticated?: Admitted;
}

function contextOf(context: ExecutionContext): AuthenticatedContext {
  return context.switchToRpc().getContext<AuthenticatedContext>();
}

function authenticatedOf(context: ExecutionContext): Admitted {
  const { authenticated } = contextOf(context);
  if (!authenticated) throw new TypeError(`The handler of ${operationOf(context).name} has no CallerGuard.`);
  return authenticated;
}

/** The workspace of a request that was let in; null where its handler has no {@link CallerGuard}. */
export const workspaceOf = (context: ExecutionContext): string | null =>
  contextOf(context).authenticated?.caller.workspace ?? null;

/** Lets only those pass who may send the operation, and keeps who they are for {@link CallerOf} and {@link IdentityOf}. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(private readonly admission: Admission) {}

  /** Rejects with `unauthenticated`, `forbidden` or `not_found`; on a reader also with `unavailable`. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const from = contextOf(context);
    from.authenticated = await this.admission.admit(
      operationOf(context),
      from,
      context.switchToRpc().getData<unknown>(),
    );
    return true;
  }
}

/** The caller of the request, as the guard established it. */
export const CallerOf = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedCaller => {
  return authenticatedOf(context).caller;
});

/** Whose API key came with the request; null where a service sends it in its own name. */
export const IdentityOf = createParamDecorator((_: unknown, context: ExecutionContext): Identity | null => {
  return authenticatedOf(context).identity;
});
