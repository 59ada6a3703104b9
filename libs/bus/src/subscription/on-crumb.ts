import { applyDecorators, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { Contract, EventKind } from '@crumbtrail/contracts';
import { injectBothArguments, RethrowFilter, TRANSPORT } from '../request-reply/nest-transport';

/** Which events a handler subscribes to, and how they are delivered. */
export interface SubscriptionOptions {
  /** Where a new durable starts: at the log's beginning (default) or at its head. */
  readonly start?: 'first' | 'head';
  /** Default: created. With a contract only created and updated are allowed: erased and expired crumbs have no payload. */
  readonly kinds?: readonly EventKind[];
  /** Only events for this recipient: an agent's id, or `pool`. */
  readonly recipient?: string;
  /** Imported history is not delivered, and its changes are acknowledged without being read. Default: it is handled like everything else. */
  readonly skipsImported?: true;
  /** The handler gets the event alone, as with `'*'`, and the crumb is not read. Default: false. */
  readonly withoutCrumb?: true;
  /** How long the broker waits before it redelivers a message; renewed while the handler runs. */
  readonly ackWaitMs?: number;
  /** Messages that this handler works on at once in this process; default: the service's. */
  readonly slots?: number;
  /** Names the durable `<service>-<suffix>`. In a service with several handlers, all but one need a distinct suffix. */
  readonly suffix?: string;
}

/** The metadata that `@OnCrumb` stores for the strategy. */
export interface Subscription {
  readonly contract: Contract | '*';
  readonly options: SubscriptionOptions;
}

/**
 * The method handles every crumb of a contract: `(crumb, event) => Promise<void>`; or, with `'*'`, every event (of the contract, with `withoutCrumb`): `(event) =>
 * Promise<void>`. Returning acknowledges; TransientError and unexpected errors are retried with backoff, PermanentError writes a dead
 * letter (settlement.ts). Delivery is at least once, in any order.
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
