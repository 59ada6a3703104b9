import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { createLogger, Health, LOGGER, type Logger, TRANSPORT_STRATEGY } from '@crumbtrail/platform';
import { Bus } from './request-reply/bus';
import { type ConnectOptions, connectWithRetries } from './request-reply/connect-with-retries';
import { CrumbStore } from './store-client/crumb-store';
import { createHandlerMeter } from './subscription/handler-meter';
import { JetStreamStrategy, type StrategyOptions } from './jetstream-strategy';

/** The NATS server, the service that connects to it, and how the service subscribes. */
export type BusModuleOptions = ConnectOptions & Omit<StrategyOptions, 'bus' | 'store'>;

function watch(bus: Bus, store: CrumbStore, strategy: JetStreamStrategy, health?: Health): void {
  if (!health) return;
  health.require('nats', () => bus.ping());
  // A store that fails over must not take every other service out of service with it.
  if (bus.service !== 'breadcrumb-store')
    health.report('breadcrumb-store', async () => void (await store.status(1_500)));
  health.require('durables', () => {
    const deaf = strategy.findUnsubscribed();
    if (deaf.length > 0) throw new Error(`not listening yet: ${deaf.join(', ')}`);
  });
  void bus.closed().then((error) => {
    if (error) health.fail(error);
  });
}

/** Provides a service's Bus, CrumbStore and transport strategy, connects them at boot and drains them at shutdown. */
@Module({})
export class BusModule implements OnApplicationShutdown {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  static forRoot(options: BusModuleOptions): DynamicModule {
    const bus = {
      provide: Bus,
      useFactory: (logger?: Logger) => connectWithRetries(options, logger ?? createLogger(options.service)),
      inject: [{ token: LOGGER, optional: true }],
    };
    const store = { provide: CrumbStore, useFactory: (made: Bus) => new CrumbStore(made), inject: [Bus] };
    const strategy = {
      provide: JetStreamStrategy,
      useFactory: (made: Bus, crumbs: CrumbStore, health?: Health) => {
        const meter = health && createHandlerMeter(health.metrics);
        const listening = new JetStreamStrategy({ ...options, bus: made, store: crumbs, ...(meter ? { meter } : {}) });
        watch(made, crumbs, listening, health);
        return listening;
      },
      inject: [Bus, CrumbStore, { token: Health, optional: true }],
    };
    const providers = [bus, store, strategy, { provide: TRANSPORT_STRATEGY, useExisting: JetStreamStrategy }];
    return { module: BusModule, global: true, providers, exports: providers };
  }

  /** Runs after the strategy has stopped consuming: flushes what is queued, then closes the connection. */
  async onApplicationShutdown(): Promise<void> {
    await this.bus.drain();
  }
}
