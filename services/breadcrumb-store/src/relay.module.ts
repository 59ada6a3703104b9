import {
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Bus, CrumbStream, parseFilter } from '@crumbtrail/bus';
import { Health, LOGGER, type Logger } from '@crumbtrail/platform';
import type { StoreConfig } from './config';
import { DISK_SPACE, type DiskSpace } from './database/disk-space';
import { DurableEntity } from './entities/relay.entity';
import { measureIndex } from './search/index/index-metrics';
import { SearchIndex } from './search/index/search-index';
import { Writer } from './writer/writer';
import { Relay } from './relay/relay';
import { countPublished, measureRelay } from './relay/relay-metrics';
import { RelayRecords } from './relay/relay-records';
import { ImportPacer } from './relay/import-pacer';
import { JetStreamPort } from './relay/stream-port.jetstream';

const PROVIDED = [CrumbStream, RelayRecords, LOGGER, Health, DISK_SPACE];

function makeRelay({ stream }: StoreConfig) {
  return (
    crumbs: CrumbStream,
    records: RelayRecords,
    logger: Logger,
    health: Health,
    disk: DiskSpace | null,
    // eslint-disable-next-line max-params -- injected by Nest, in the order of PROVIDED
  ): Relay => {
    const port = new JetStreamPort(crumbs, stream);
    // A filter that cannot be parsed is treated as one that matches every event.
    const read = (filter: string) => parseFilter(filter) ?? {};
    const onSuperseded = (error: Error): void => health.fail(error);
    const onPublished = countPublished(health.metrics);
    const requireRoom = (): void => disk?.requireForWork();
    const relay = new Relay({
      stream: port,
      records,
      logger,
      readFilter: read,
      onSuperseded,
      onPublished,
      requireRoom,
    });
    measureRelay(relay, health.metrics);
    return relay;
  };
}

/** The relay of the log to the stream. It follows the writer of the same process. */
@Module({})
export class RelayModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly relay: Relay,
    private readonly writer: Writer,
    private readonly index: SearchIndex,
    private readonly health: Health,
  ) {}

  static forRoot(config: StoreConfig): DynamicModule {
    return {
      module: RelayModule,
      imports: [TypeOrmModule.forFeature([DurableEntity])],
      providers: [
        { provide: CrumbStream, useFactory: (bus: Bus) => new CrumbStream(bus), inject: [Bus] },
        RelayRecords,
        { provide: Relay, useFactory: makeRelay(config), inject: PROVIDED },
        {
          provide: ImportPacer,
          useFactory: (writer: Writer, relay: Relay) => new ImportPacer({ writer, relay }),
          inject: [Writer, Relay],
        },
      ],
      exports: [CrumbStream, Relay, RelayRecords, ImportPacer],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    this.writer.onCommit((_head, events) => this.relay.addCommitted(events));
    this.writer.onSkip((from, through) => this.relay.passOver(from, through));
    this.writer.refuseWhile((takesRoom) => (takesRoom ? this.relay.whyNoRoom() : null));
    measureIndex(this.index, async () => (await this.relay.backlog()).head, this.health.metrics);
    await this.relay.start();
    this.health.require('stream', () => {
      const { lastFailure } = this.relay;
      if (lastFailure) throw new Error(`committed events do not reach the stream: ${lastFailure.message}`);
    });
  }

  /** Before the connections that it works with close. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.relay.stop();
  }
}
