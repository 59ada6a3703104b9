import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { asHandler } from '@crumbtrail/platform';
import type { Request } from 'express';
import { Observable } from 'rxjs';
import { routePattern } from './request-traces';

/** Notes the route of a request while it is handled, so that what holds the event loop is named by it. */
export class HandlerNameInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    const name = `${request.method} ${routePattern(request)}`;
    return new Observable((subscriber) => asHandler(name, () => next.handle().subscribe(subscriber)));
  }
}
