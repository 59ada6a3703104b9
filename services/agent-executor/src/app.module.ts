import { type DynamicModule, Module } from '@nestjs/common';
import { TurnsModule, type AgentSettings } from '@crumbtrail/agent-kit';
import { BusModule } from '@crumbtrail/bus';
import { POOL, SERVICE } from './config';
import { OnCallFunction } from './on-call-function';
import { OnAnswerSubquery } from './on-answer-subquery';
import { OnModels } from './on-models';
import { OnReadModelCalls } from './on-read-model-calls';
import { OnRerunStep } from './on-rerun-step';
import { OnTrySubquery } from './on-try-subquery';

/** Runs the turns of every agent that is data. The turn loop itself is in libs/agent-kit. */
@Module({})
export class AppModule {
  static forRoot(settings: AgentSettings): DynamicModule {
    const { nats, ackWaitMs, slots, claimTtlMs, profile, seen, settingsKey, privateWorkspaces } = settings;
    const { a2aKeys, agentsNats } = settings;
    const secrets = { a2aKeys, ...(settingsKey && { settingsKey }) };
    const connections = { privateWorkspaces, ...secrets, ...(agentsNats && { agentsNats }) };
    return {
      module: AppModule,
      controllers: [OnReadModelCalls, OnAnswerSubquery, OnTrySubquery, OnCallFunction, OnRerunStep, OnModels],
      imports: [
        BusModule.forRoot({ service: SERVICE, ...nats, ackWaitMs, slots }),
        TurnsModule.forRoot({ recipient: POOL, claimTtlMs, profile, seen, connections }),
      ],
    };
  }
}
