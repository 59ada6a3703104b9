import { randomUUID } from 'node:crypto';
import {
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type Provider,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Bus, BusModule } from '@crumbtrail/bus';
import { Health, LOGGER, type Logger } from '@crumbtrail/platform';
import { SERVICE, type StoreConfig } from './config';
import { RecordsController } from './controllers/records.controller';
import { RetrievalController } from './controllers/retrieval.controller';
import { DATABASE, type Database } from './database/database';
import { explainOutage } from './database/explain-outage';
import { DatabaseModule } from './database.module';
import { WorkspaceEntity } from './entities/workspace.entity';
import { Admission } from './identity/admission';
import { WorkspaceGate } from './identity/workspace-gate';
import { Callers } from './identity/callers';
import { Workspaces } from './identity/workspaces';
import { RecentChanges } from './ledger/recent-changes';
import { LogHead } from './database/log-head';
import { ForgetErased } from './replica/forget-erased';
import { ReaderAdmission } from './replica/reader-admission';
import { ReaderMetrics } from './replica/reader-metrics';
import { ReaderPresence } from './replica/reader-presence';
import { ReplicaIndex } from './replica/replica-index';
import { ReplicaLog } from './replica/replica-log';
import { WriterHead } from './replica/writer-head';
import { retrievalProviders } from './retrieval-providers';
import { configureEmbedders } from './search/embedders/configured-embedders';
import { ReportedUses } from './uses/reported-uses';
import { Uses } from './uses/uses';
import { SessionTextCache } from './search/session-cache/session-text-cache';

/** Whose key a request came with is for the writer to say: {@link ReaderAdmission} passes on what it said. */
const NO_HOLDERS: ConstructorParameters<typeof Callers>[0] = {
  identify: () => Promise.reject(new TypeError('A reader does not look up keys.')),
};

function makeIndex({ embeddings }: StoreConfig) {
  return (log: ReplicaLog, writer: WriterHead, logger: Logger): ReplicaIndex =>
    new ReplicaIndex({
      log,
      writer,
      ...configureEmbedders(embeddings),
      onError: (what, error) => logger.warn({ err: error }, what),
    });
}

/** What the handlers ask in place of the writer of their process. */
const inPlaceOfWriter: Provider[] = [
  Workspaces,
  {
    provide: Callers,
    // A reader asks the writer whose key it is, which refuses it while a workspace is moved.
    useFactory: (workspaces: Workspaces) => new Callers(NO_HOLDERS, workspaces, new WorkspaceGate()),
    inject: [Workspaces],
  },
  { provide: WriterHead, useFactory: (bus: Bus) => new WriterHead(bus), inject: [Bus] },
  {
    provide: ReplicaLog,
    useFactory: (database: Database, health: Health) => new ReplicaLog(database, (error) => health.fail(error)),
    inject: [DATABASE, Health],
  },
  { provide: ReportedUses, useFactory: () => new ReportedUses() },
  { provide: Uses, useExisting: ReportedUses },
  { provide: LogHead, useExisting: ReplicaLog },
  // Empty: it knows nothing without a query, because another process writes.
  { provide: RecentChanges, useFactory: () => new RecentChanges() },
  { provide: ReaderMetrics, useFactory: (health: Health) => new ReaderMetrics(health.metrics), inject: [Health] },
];

function readerProviders(config: StoreConfig): Provider[] {
  return [
    ...inPlaceOfWriter,
    { provide: ReplicaIndex, useFactory: makeIndex(config), inject: [ReplicaLog, WriterHead, LOGGER] },
    ...retrievalProviders(config, ReplicaIndex),
    {
      provide: Admission,
      // eslint-disable-next-line max-params -- injected by Nest, in the order of `inject`
      useFactory: (
        callers: Callers,
        writer: WriterHead,
        log: ReplicaLog,
        index: ReplicaIndex,
        metrics: ReaderMetrics,
      ) => new ReaderAdmission({ callers, writer, log, index, metrics }),
      inject: [Callers, WriterHead, ReplicaLog, ReplicaIndex, ReaderMetrics],
    },
    {
      provide: ReaderPresence,
      useFactory: makePresence,
      inject: [
        Bus,
        WriterHead,
        ReplicaLog,
        ReaderMetrics,
        DATABASE,
        ReplicaIndex,
        SessionTextCache,
        ReportedUses,
        LOGGER,
      ],
    },
  ];
}

// eslint-disable-next-line max-params -- injected by Nest, in the order of `inject`
function makePresence(
  bus: Bus,
  writer: WriterHead,
  log: ReplicaLog,
  metrics: ReaderMetrics,
  database: Database,
  index: ReplicaIndex,
  cache: SessionTextCache,
  uses: ReportedUses,
  logger: Logger,
): ReaderPresence {
  const erased = new ForgetErased(database, log, cache);
  const warmUp = (): Promise<void> => cache.warmUp(index);
  return new ReaderPresence({ bus, writer, log, index, erased, metrics, logger, warmUp, uses });
}

/**
 * A reader: the store's image with `ROLE=reader` on a replica of the database. It answers requests that only read, writes nothing, has no
 * lease and no durable, and follows neither the stream nor the log.
 */
@Module({})
export class ReaderModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly presence: ReaderPresence,
    private readonly log: ReplicaLog,
    private readonly health: Health,
  ) {}

  static forRoot(config: StoreConfig): DynamicModule {
    return {
      module: ReaderModule,
      imports: [
        DatabaseModule.forRoot(config),
        TypeOrmModule.forFeature([WorkspaceEntity]),
        BusModule.forRoot({ service: SERVICE, ...config.nats, explainOutage, reader: randomUUID() }),
      ],
      providers: readerProviders(config),
      controllers: [RecordsController, RetrievalController],
    };
  }

  onApplicationBootstrap(): void {
    this.health.require('replica', () => this.log.look());
    this.health.report('reader', () => {
      const { trouble } = this.presence;
      if (trouble !== null) throw new Error(`it answers no requests: ${trouble}`);
    });
    this.presence.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.presence.stop();
  }
}
