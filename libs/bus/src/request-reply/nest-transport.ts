import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';

/** The id of this transport: in a hybrid app, handlers of other transports are ignored. */
export const TRANSPORT = Symbol('crumbtrail.jetstream');

/** Passes what a handler, guard, pipe or interceptor throws to the settlement unchanged, in place of Nest's "Internal server error". */
@Catch()
export class RethrowFilter implements ExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}

/** Nest passes only the first argument to a method without parameter decorators: this adds the other two. */
export function injectBothArguments(target: object, method: string | symbol): void {
  if (Reflect.hasMetadata('__routeArguments__', target.constructor, method)) return;
  Payload()(target, method, 0);
  Ctx()(target, method, 1);
}
