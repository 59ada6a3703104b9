import {
  applyDecorators,
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  SetMetadata,
  UseFilters,
  UsePipes,
} from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { Operation, Contract, EventKind } from '@crumbtrail/contracts';
import { throwError, type Observable } from 'rxjs';
import { OPERATION, RequestPipe } from '../request-reply/request-pipe';

/** The id of this transport: in a hybrid app, handlers of other transports are ignored. */
export const TRANSPORT = Symbol('crumbtrail.jetstream');

/** Which events a handler subscribes to, and how they are delivered. */
export interface SubscriptionOptions {
  /** A durable never seen before begins at the log's beginning (default) or at its head. */
  readonly start?: 'first' | 'head';
  /** Default: created. With a contract only created and updated: erased and expired crumbs have no body to give. */
  readonly kinds?: readonly EventKind[];
  /** Only events for this recipient: an agent's id, or `pool`. */
  readonly recipient?: string;
  /** How long the broker waits before it redelivers a message; renewed while the handler runs. */
  readonly ackWaitMs?: number;
  /** Messages that this handler works on at once in this process; default: the service's. */
  readonly slots?: number;
  /** Names the durable `<service>-<suffix>`. A service with several handlers gives each but one its own. */
  readonly suffix?: string;
}

/** What `@OnCrumb` declares for the strategy. */
export interface Subscription {
  readonly contract: Contract | '*';
  readonly options: SubscriptionOptions;
}

/** Lets what a handler, guard, pipe or interceptor throws reach the settlement as it is, in place of Nest's "Internal server error". */
@Catch()
export class RethrowFilter implements ExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}

/** Nest passes only the first argument to a method without parameter decorators: this adds the two that are missing. */
function injectBothArguments(target: object, method: string | symbol): void {
  if (Reflect.hasMetadata('__routeArguments__', target.constructor, method)) return;
  Payload()(target, method, 0);
  Ctx()(target, method, 1);
}

/**
 * The method handles every crumb of a contract: `(crumb, event) => Promise<void>`; or, with `'*'`, every event:
 * `(event) => Promise<void>`. Returning acknowledges; TransientError and unexpected errors are retried with backoff, PermanentError
 * writes a dead letter (settlement.ts). At least once, in any order.
 */
export function OnCrumb(contract: Contract | '*', options: SubscriptionOptions = {}): MethodDecorator {
  const subscription: Subscription = { contract, options };
  const name = contract === '*' ? '*' : contract.name;
  const pattern = `hears ${name} ${options.recipient ?? '_'} ${options.suffix ?? '_'}`;
  return applyDecorators(
    injectBothArguments as MethodDecorator,
    EventPattern(pattern, TRANSPORT, { subscription }) as MethodDecorator,
    UseFilters(RethrowFilter),
  );
}

/** A handler of an operation; the request comes first, unless there is nothing in it. */
type RequestHandler<Q, R> =
  Q extends Record<string, never>
    ? (...parameters: never[]) => Promise<R>
    : (request: Q, ...more: never[]) => Promise<R>;

/**
 * The method answers an operation's requests: `(request, from: RequestContext) => Promise<reply>`, or whatever its parameter decorators
 * say. The request is validated first, by a pipe and therefore after all guards; what the method throws travels as a Problem.
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
