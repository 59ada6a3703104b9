import { Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Bus, CrumbStream, readFilter } from '@crumbtrail/bus';
import { Health, LOGGER, type Logger } from '@crumbtrail/platform';
import { OnStatus } from '../asks/on-status';
import { OnSubscribe } from '../asks/on-subscribe';
import { DATABASE, type Database } from '../database/database';
import { Writer } from '../writer/writer';
import { Relay } from './relay';
import { RelayRecords } from './relay-records';
import { RoadJetStream } from './road.jetstream';

function makeRelay(crumbs: CrumbStream, records: RelayRecords, logger: Logger, health: Health): Relay {
  const road = new RoadJetStream(crumbs);
  // A filter that nobody can read hears, as far as we know, everything.
  const read = (filter: string) => readFilter(filter) ?? {};
  return new Relay({ road, records, logger, readFilter: read, onSuperseded: (error) => health.fail(error) });
}

/** The relay, and the asks about it. It follows the writer of the same process. */
@Module({
  controllers: [OnSubscribe, OnStatus],
  providers: [
    { provide: CrumbStream, useFactory: (bus: Bus) => new CrumbStream(bus), inject: [Bus] },
    { provide: RelayRecords, useFactory: (database: Database) => new RelayRecords(database), inject: [DATABASE] },
    { provide: Relay, useFactory: makeRelay, inject: [CrumbStream, RelayRecords, LOGGER, Health] },
  ],
})
export class RelayModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly relay: Relay,
    private readonly writer: Writer,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.writer.onCommit(() => this.relay.wake());
    await this.relay.start();
  }

  /** Before the connections that it works with close. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.relay.stop();
  }
}
