import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { checkRenderings } from '@crumbtrail/hints';
import { Health } from '@crumbtrail/platform';
import { MemoryAgentsNats } from './adapters/memory-agents.nats';
import { MemoryClaimsNats } from './adapters/memory-claims.nats';
import { MemoryModelNats } from './adapters/memory-model.nats';
import { MemoryStoreNats } from './adapters/memory-store.nats';
import { KEEPER_CONFIG, SERVICE, type KeeperConfig } from './config';
import { KeeperPorts } from './keep/compact-window';
import { MemoryKeeper } from './memory-keeper';
import { OnReply } from './on-agent-response';
import { OnMemoryRequest } from './on-memory-request';
import { OnMessageGone } from './on-message-gone';
import { OnMessageLeft } from './on-message-left';
import { OnScopeAdvance } from './on-scope-advance';
import { OnSessionSummary } from './on-session-summary';
import { MemoryAgents, MemoryClaims, MemoryModel, MemoryStore } from './ports';
import { KeeperMeter } from './telemetry/keeper-meter';

@Module({})
export class AppModule {
  constructor(health: Health) {
    checkRenderings((error) => health.failProcess(error), health.draining);
  }

  /** The module of the service. */
  static forRoot(config: KeeperConfig): DynamicModule {
    const { ackWaitMs, slots } = config;
    return {
      module: AppModule,
      imports: [BusModule.forRoot({ service: SERVICE, ...config.nats, ackWaitMs, slots })],
      controllers: [OnReply, OnScopeAdvance, OnSessionSummary, OnMessageGone, OnMessageLeft, OnMemoryRequest],
      providers: [
        { provide: KEEPER_CONFIG, useValue: config },
        KeeperMeter,
        KeeperPorts,
        MemoryKeeper,
        { provide: MemoryAgents, useClass: MemoryAgentsNats },
        { provide: MemoryStore, useClass: MemoryStoreNats },
        { provide: MemoryClaims, useClass: MemoryClaimsNats },
        { provide: MemoryModel, useClass: MemoryModelNats },
      ],
    };
  }
}
