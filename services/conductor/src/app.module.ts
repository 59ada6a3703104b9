import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { CrumbReaderNats } from './adapters/crumb-reader.nats';
import { FailedTurnReaderNats } from './adapters/failed-turn-reader.nats';
import { TurnRequestsNats } from './adapters/turn-requests.nats';
import { SERVICE, type ConductorConfig } from './config';
import { OnAnyCrumb } from './on-crumb';
import { CrumbReader, FailedTurnReader, TurnRequests } from './ports';

@Module({})
export class AppModule {
  /** The service, wired. */
  static forRoot({ nats, ackWaitMs, slots }: ConductorConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [BusModule.forRoot({ service: SERVICE, ...nats, ackWaitMs, slots })],
      controllers: [OnAnyCrumb],
      providers: [
        { provide: CrumbReader, useClass: CrumbReaderNats },
        { provide: FailedTurnReader, useClass: FailedTurnReaderNats },
        { provide: TurnRequests, useClass: TurnRequestsNats },
      ],
    };
  }
}
