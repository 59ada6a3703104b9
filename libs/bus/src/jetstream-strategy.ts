import { type Operation, type CrumbEvent, type SubscribeRequest } from '@crumbtrail/contracts';
import { type BaseRpcContext, type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { type Bus } from './request-reply/bus';
import type { CrumbStore } from './store-client/crumb-store';
import { handleDelivery, type HandlerBinding, type HandlerInput } from './subscription/handle-delivery';
import type { DeliveredMessage } from './subscription/delivered-message';
import { DurableSubscription } from './subscription/durable-subscription';
import { PullLoop } from './subscription/pull-loop';
import type { HandlerMeter } from './subscription/handler-meter';
import { TRANSPORT } from './request-reply/nest-transport';
import type { Subscription } from './subscription/on-crumb';
import { DeadLetterReplays } from './subscription/dead-letter-replays';
import type { DeliveryLimits } from './settlement/settlement';
import { eventFilter, serviceName } from './protocol/subjects';

/** How a service subscribes and responds. */
export interface StrategyOptions {
  readonly bus: Bus;
  readonly store: CrumbStore;
  /** Default: the service's name. */
  readonly durablePrefix?: string;
  /** Default 30 s. */
  readonly ackWaitMs?: number;
  /** Deliveries after which an unexpected error becomes a dead letter; default 5. */
  readonly maxDeliveries?: number;
  /** The same for transient errors; default 100, about 45 minutes. */
  readonly maxTransientDeliveries?: number;
  /** Messages that each handler works on at once in this process; default 1. */
  readonly slots?: number;
  /** Counts handled messages and their outcomes. */
  readonly meter?: HandlerMeter;
}

const ACK_WAIT_MS = 30_000;
const MAX_DELIVERIES = 5;
const MAX_TRANSIENT_DELIVERIES = 100;

/** Our NestJS transport: @OnCrumb over durable JetStream pull consumers, @Respond over request/reply. */
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = TRANSPORT;
  override readonly propagatesEventHandlerErrors = true;
  private readonly loops: PullLoop[] = [];
  private readonly bindings: HandlerBinding[] = [];

  constructor(private readonly options: StrategyOptions) {
    super();
  }

  /** Nest calls this once all handlers are known. Invalid handler declarations throw at once; NATS and the store may come up later. */
  listen(callback: (error?: unknown) => void): void {
    this.open().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  /** Stops pulling, waits (at most 25 s) for running handlers and responders, and returns undelivered messages to the broker. */
  async close(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    await this.options.bus.stopResponding();
  }

  /** The durables that this service should be pulling from but is not. */
  findUnsubscribed(): string[] {
    return [...new Set(this.loops.filter((loop) => !loop.isPulling).map((loop) => loop.name))];
  }

  on(): never {
    throw new Error('The bus emits no events: see Health for the state of a service.');
  }

  unwrap<T>(): T {
    return this.options.bus as T;
  }

  private async open(): Promise<void> {
    const handlers = [...this.getHandlers().values()];
    const names = handlers.filter((handler) => handler.extras?.['subscription']).map((handler) => this.bind(handler));
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice)
      throw new TypeError(
        `Two @OnCrumb handlers share the durable ${twice}: give one a suffix, as in { suffix: 'tools' }.`,
      );
    if (names.length > 0) this.bindReplays();
    await Promise.all(
      handlers.filter((handler) => handler.extras?.['operation']).map((handler) => this.respond(handler)),
    );
    for (const loop of this.loops) loop.start();
  }

  private async respond(handler: MessageHandler): Promise<void> {
    const operation = handler.extras?.['operation'] as Operation;
    await this.options.bus.respond(operation, (request, from) => this.call(handler, request, from));
  }

  /** The name of a handler's durable. */
  private bind(handler: MessageHandler): string {
    const { bus, store, meter } = this.options;
    const subscription = handler.extras?.['subscription'] as Subscription;
    if (handler.next) {
      throw new TypeError(
        `Two handlers subscribe to ${describeSubscription(subscription)}: give one a suffix, as in { suffix: 'tools' }.`,
      );
    }
    const durable = durableName(this.options.durablePrefix ?? bus.service, subscription);
    const ackWaitMs = subscription.options.ackWaitMs ?? this.options.ackWaitMs ?? ACK_WAIT_MS;
    const run = (input: HandlerInput, event: CrumbEvent): Promise<void> => this.call(handler, input, event);
    const { service, logger } = bus;
    const binding: HandlerBinding = {
      service,
      durable,
      subscription,
      ackWaitMs,
      limits: this.limits(),
      store,
      logger,
      meter,
      run,
    };
    this.bindings.push(binding);
    this.addPullLoops(binding, subscription.options.slots ?? this.options.slots ?? 1);
    return durable;
  }

  private addPullLoops(binding: HandlerBinding, slots: number): void {
    const { bus, store } = this.options;
    const { subscription, durable, ackWaitMs, logger } = binding;
    const handle = (message: DeliveredMessage): Promise<void> => handleDelivery(binding, message, Math.random);
    const subscribed = new DurableSubscription(store, toSubscribeRequest(subscription, durable, ackWaitMs));
    const loop = { bus, durable: subscribed, logger, handle };
    for (let slot = 0; slot < slots; slot += 1) this.loops.push(new PullLoop(loop));
  }

  /** Subscribes to replays of this service's dead letters: one durable for all of its handlers. */
  private bindReplays(): void {
    const { bus, store, meter, durablePrefix = bus.service, ackWaitMs = ACK_WAIT_MS } = this.options;
    const { service, logger } = bus;
    const replays = new DeadLetterReplays(service, store, this.bindings);
    const limits = this.limits();
    const binding = { service, ackWaitMs, limits, store, logger, meter, ...replays.binding(durablePrefix) };
    this.addPullLoops(binding, 1);
  }

  private limits(): DeliveryLimits {
    const { maxDeliveries = MAX_DELIVERIES, maxTransientDeliveries = MAX_TRANSIENT_DELIVERIES } = this.options;
    return { maxDeliveries, maxTransientDeliveries };
  }

  /** Calls the handler through Nest's guards, pipes and interceptors, and through the hooks of observers. */
  private call<R>(handler: MessageHandler, data: unknown, context: unknown): Promise<R> {
    return new Promise((resolve, reject) => {
      const work = async (end: () => void): Promise<void> => {
        try {
          const result: unknown = await handler(data, context);
          const last = isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
          resolve((await last) as R);
        } catch (error) {
          reject(error as Error);
        } finally {
          end();
        }
      };
      this.runWithProcessingHooks(context as BaseRpcContext, work);
    });
  }
}

function describeSubscription({ contract }: Subscription): string {
  return contract === '*' ? 'every event' : contract.name;
}

function durableName(prefix: string, { options: { suffix } }: Subscription): string {
  return serviceName(suffix === undefined ? prefix : `${prefix}-${suffix}`);
}

function toSubscribeRequest(subscription: Subscription, durable: string, ackWaitMs: number): SubscribeRequest {
  const { contract, options } = subscription;
  const { kinds = ['created'], recipient, start = 'first', skipsImported } = options;
  if (contract !== '*' && kinds.some((kind) => kind === 'erased' || kind === 'expired')) {
    throw new TypeError(
      `${durable} subscribes to ${contract.name} when it is ${kinds.join(', ')}: such crumbs have no body; subscribe to '*'.`,
    );
  }
  const selection = {
    kinds,
    schema: contract === '*' ? undefined : contract.name,
    recipient,
    skipsImported: skipsImported ?? (contract !== '*' && !contract.rules.importable),
  };
  return { durable, filter: eventFilter(selection), start, ack_wait_ms: ackWaitMs };
}
