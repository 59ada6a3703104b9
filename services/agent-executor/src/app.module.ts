import { type DynamicModule, Module } from '@nestjs/common';
import { TurnsModule, type AgentSettings } from '@crumbtrail/agent-kit';
import { BusModule } from '@crumbtrail/bus';
import { POOL, SERVICE } from './config';

@Module({})
class AppModule {}

/** The service, wired: all that a turn is, is in libs/agent-kit, and an agent that is a service has the same. */
export function appModule({ nats, ackWaitMs, slots, claimTtlMs, profile, seen }: AgentSettings): DynamicModule {
  return {
    module: AppModule,
    imports: [
      BusModule.forRoot({ service: SERVICE, ...nats, ackWaitMs, slots }),
      TurnsModule.forRoot({ recipient: POOL, claimTtlMs, profile, seen }),
    ],
  };
}
