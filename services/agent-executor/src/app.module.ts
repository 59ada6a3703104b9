import { type DynamicModule, Module } from '@nestjs/common';
import { modelFrom } from '@crumbtrail/agent-kit';
import { BusModule } from '@crumbtrail/bus';
import { ClaimsNats } from './adapters/claims.nats';
import { ModelNotice } from './adapters/model-notice';
import { ModelRunner } from './adapters/model-runner';
import { ResponsesNats } from './adapters/responses.nats';
import { TurnReaderNats } from './adapters/turn-reader.nats';
import { EXECUTOR_CONFIG, MODEL, STATION, type ExecutorConfig } from './config';
import { Leaving } from './leaving';
import { OnAgentContext } from './on-agent-context';
import { Claims, Responses, Runner, TurnReader } from './ports';
import { TheWorld } from './world';

@Module({})
class AppModule {}

/** The station, wired. */
export function appModule(config: ExecutorConfig): DynamicModule {
  const { ackWaitMs, slots } = config;
  return {
    module: AppModule,
    imports: [BusModule.forRoot({ station: STATION, ...config.nats, ackWaitMs, slots })],
    controllers: [OnAgentContext],
    providers: [
      { provide: EXECUTOR_CONFIG, useValue: config },
      { provide: MODEL, useFactory: () => modelFrom(config.profile) },
      { provide: Claims, useClass: ClaimsNats },
      { provide: TurnReader, useClass: TurnReaderNats },
      { provide: Runner, useClass: ModelRunner },
      { provide: Responses, useClass: ResponsesNats },
      Leaving,
      ModelNotice,
      TheWorld,
    ],
  };
}
