import { Module, type DynamicModule } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { SERVICE, type StoreConfig } from './config';
import { EmbedderController } from './controllers/embedder.controller';
import { ApiKeysController } from './controllers/api-keys.controller';
import { RecordsController } from './controllers/records.controller';
import { RetrievalController } from './controllers/retrieval.controller';
import { StackController } from './controllers/stack.controller';
import { TurnLifecycleController } from './controllers/turn-lifecycle.controller';
import { IndexModule } from './index.module';
import { RecordModule } from './record.module';
import { RelayModule } from './relay.module';

/** The breadcrumb-store service: its modules and its request handlers. */
@Module({})
export class AppModule {
  static forRoot(config: StoreConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        RecordModule.forRoot(config),
        IndexModule.forRoot(config),
        RelayModule.forRoot(config),
        BusModule.forRoot({ service: SERVICE, ...config.nats }),
      ],
      controllers: [
        RecordsController,
        TurnLifecycleController,
        RetrievalController,
        ApiKeysController,
        StackController,
        EmbedderController,
      ],
    };
  }
}
