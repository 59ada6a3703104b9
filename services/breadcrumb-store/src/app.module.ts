import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { checkRenderings } from '@crumbtrail/hints';
import { Health } from '@crumbtrail/platform';
import { BackupModule } from './backup.module';
import { CellsModule } from './cells.module';
import { SERVICE, type StoreConfig } from './config';
import { EmbedderController } from './controllers/embedder.controller';
import { FileRecordsController } from './controllers/file-records.controller';
import { ApiKeysController } from './controllers/api-keys.controller';
import { SignInController } from './controllers/sign-in.controller';
import { CommitController } from './controllers/commit.controller';
import { LogHeadController } from './controllers/log-head.controller';
import { RecordsController } from './controllers/records.controller';
import { RetrievalController } from './controllers/retrieval.controller';
import { MemoriesController } from './controllers/memories.controller';
import { PastSessionsController } from './controllers/past-sessions.controller';
import { RetentionController } from './controllers/retention.controller';
import { StackController } from './controllers/stack.controller';
import { DatabaseController } from './controllers/database.controller';
import { TaskPushes } from './webhooks/task-pushes';
import { Webhooks } from './webhooks/webhooks';
import { WebhookCursorsController } from './controllers/webhook-cursors.controller';
import { TurnLifecycleController } from './controllers/turn-lifecycle.controller';
import { explainOutage } from './database/explain-outage';
import { DatabaseModule } from './database.module';
import { IndexModule } from './index.module';
import { RecordModule } from './record.module';
import { RelayModule } from './relay.module';
import { DuePoller } from './writer/due-poller';
import { Lease } from './writer/lease';
import { Writer } from './writer/writer';

/** The breadcrumb-store service: its modules and its request handlers. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(
    private readonly duePoller: DuePoller,
    private readonly writer: Writer,
    private readonly lease: Lease,
    health: Health,
  ) {
    checkRenderings((error) => health.failProcess(error), health.draining);
  }

  static forRoot(config: StoreConfig): DynamicModule {
    const relay = RelayModule.forRoot(config);
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(config),
        RecordModule.forRoot(config),
        IndexModule.forRoot(config),
        relay,
        BackupModule.forRoot(config),
        CellsModule.forRoot(config, relay),
        BusModule.forRoot({ service: SERVICE, ...config.nats, explainOutage }),
      ],
      controllers: [
        CommitController,
        RecordsController,
        LogHeadController,
        FileRecordsController,
        TurnLifecycleController,
        RetrievalController,
        ApiKeysController,
        SignInController,
        StackController,
        DatabaseController,
        RetentionController,
        EmbedderController,
        PastSessionsController,
        MemoriesController,
        WebhookCursorsController,
      ],
      providers: [TaskPushes, Webhooks],
    };
  }

  /**
   * Runs after the last request was answered: writes what waits and releases the lease. It is here because Nest shuts global
   * modules down last, in no certain order, and TypeOrmModule, which is one, closes the database.
   */
  async onApplicationShutdown(): Promise<void> {
    await this.duePoller.stop();
    await this.writer.close();
    await this.lease.release();
  }
}
