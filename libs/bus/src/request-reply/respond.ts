import { applyDecorators, SetMetadata, UseFilters, UsePipes } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { Operation } from '@crumbtrail/contracts';
import { injectBothArguments, RethrowFilter, TRANSPORT } from './nest-transport';
import { OPERATION, RequestPipe } from './request-pipe';

/** A handler of an operation; the request is the first argument, unless the operation's request is empty. */
type RequestHandler<Q, R> =
  Q extends Record<string, never>
    ? (...parameters: never[]) => Promise<R>
    : (request: Q, ...more: never[]) => Promise<R>;

/**
 * The method answers an operation's requests: `(request, from: RequestContext) => Promise<reply>`, or as its parameter decorators say.
 * The request is validated first, by a pipe and therefore after all guards; what the method throws is sent as a Problem.
 */
export function Respond<Q, R>(
  operation: Operation<Q, R>,
): <H extends RequestHandler<Q, R>>(
  target: object,
  method: string | symbol,
  handler: TypedPropertyDescriptor<H>,
) => void {
  return applyDecorators(
    injectBothArguments as MethodDecorator,
    MessagePattern(operation.name, TRANSPORT, { operation }),
    SetMetadata(OPERATION, operation),
    UsePipes(new RequestPipe(operation)),
    UseFilters(RethrowFilter),
  );
}
