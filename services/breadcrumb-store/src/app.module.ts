import { Module, type DynamicModule } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { SERVICE, type StoreConfig } from './config';
import { EmbeddingsController } from './controllers/embeddings.controller';
import { KeysController } from './controllers/keys.controller';
import { RecordsController } from './controllers/records.controller';
import { SearchController } from './controllers/search.controller';
import { StackController } from './controllers/stack.controller';
import { TurnsController } from './controllers/turns.controller';
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
        TurnsController,
        SearchController,
        KeysController,
        StackController,
        EmbeddingsController,
      ],
    };
  }
}
