import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { operationOf, type RequestContext } from '@crumbtrail/bus';
import type { Identity } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from './caller';
import { Callers } from './callers';

/** A request's context once {@link CallerGuard} has let it pass. */
interface AuthenticatedContext extends RequestContext {
  authenticated?: { readonly caller: AuthenticatedCaller; readonly identity: Identity | null };
}

function contextOf(context: ExecutionContext): AuthenticatedContext {
  return context.switchToRpc().getContext<AuthenticatedContext>();
}

function authenticatedOf(context: ExecutionContext): NonNullable<AuthenticatedContext['authenticated']> {
  const { authenticated } = contextOf(context);
  if (!authenticated) throw new TypeError(`The handler of ${operationOf(context).name} has no CallerGuard.`);
  return authenticated;
}

/** Lets only those pass who may send the operation, and keeps who they are for {@link CallerOf} and {@link IdentityOf}. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(private readonly callers: Callers) {}

  /** Rejects with `unauthenticated`, `forbidden` or `not_found`. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const from = contextOf(context);
    from.authenticated = await this.callers.authenticate(operationOf(context), from);
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
