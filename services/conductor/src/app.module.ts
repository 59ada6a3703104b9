import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { CrumbReaderNats } from './adapters/crumb-reader.nats';
import { TurnRequestsNats } from './adapters/turn-requests.nats';
import { STATION, type ConductorConfig } from './config';
import { OnCrumb } from './on-crumb';
import { CrumbReader, TurnRequests } from './ports';

@Module({})
class AppModule {}

/** The station, wired. */
export function appModule({ nats, ackWaitMs, slots }: ConductorConfig): DynamicModule {
  return {
    module: AppModule,
    imports: [BusModule.forRoot({ station: STATION, ...nats, ackWaitMs, slots })],
    controllers: [OnCrumb],
    providers: [
      { provide: CrumbReader, useClass: CrumbReaderNats },
      { provide: TurnRequests, useClass: TurnRequestsNats },
    ],
  };
}
