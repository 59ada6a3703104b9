import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { KEEPER_CONFIG, SERVICE, type KeeperConfig } from './config';

@Module({})
export class AppModule {
  /** The module of the service. */
  static forRoot(config: KeeperConfig): DynamicModule {
    const { ackWaitMs, slots } = config;
    return {
      module: AppModule,
      imports: [BusModule.forRoot({ service: SERVICE, ...config.nats, ackWaitMs, slots })],
      controllers: [],
      providers: [{ provide: KEEPER_CONFIG, useValue: config }],
    };
  }
}
