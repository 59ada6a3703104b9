import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { CountRequests } from './cells/count-requests';
import { WorkspaceGate } from './identity/workspace-gate';
import { WorkspaceMover } from './cells/workspace-mover';
import type { StoreConfig } from './config';
import { WorkspaceMovesController } from './controllers/workspace-moves.controller';
import { DATABASE, type Database } from './database/database';
import { Keys } from './identity/keys';
import { Workspaces } from './identity/workspaces';
import { Relay } from './relay/relay';
import { RelayRecords } from './relay/relay-records';
import { RetentionSweeper } from './retention/retention-sweeper';
import { Lease } from './writer/lease';
import { SearchIndex } from './search/index/search-index';

function makeMover({ cells, home }: StoreConfig) {
  return (
    database: Database,
    gate: WorkspaceGate,
    workspaces: Workspaces,
    keys: Keys,
    sweeper: RetentionSweeper,
    relay: Relay,
    records: RelayRecords,
    index: SearchIndex,
    lease: Lease,
    logger: Logger,
    // eslint-disable-next-line max-params -- injected by Nest, in the order of `inject`
  ): WorkspaceMover => {
    const embedder = (): string => index.embedder;
    return new WorkspaceMover({
      cells,
      home,
      database,
      gate,
      workspaces,
      keys,
      sweeper,
      relay,
      records,
      embedder,
      lease,
      logger,
    });
  };
}

/** Workspaces that move to other cells. */
@Module({})
export class CellsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(WorkspaceMover) private readonly mover: WorkspaceMover) {}

  /** `relay`: the module of the relay. */
  static forRoot(config: StoreConfig, relay: DynamicModule): DynamicModule {
    return {
      module: CellsModule,
      imports: [relay],
      providers: [
        // Each request would pay for it, and only a store that knows other cells moves workspaces away.
        ...(config.cells.size === 0 ? [] : [{ provide: APP_INTERCEPTOR, useClass: CountRequests }]),
        {
          provide: WorkspaceMover,
          useFactory: makeMover(config),
          inject: [
            DATABASE,
            WorkspaceGate,
            Workspaces,
            Keys,
            RetentionSweeper,
            Relay,
            RelayRecords,
            SearchIndex,
            Lease,
            LOGGER,
          ],
        },
      ],
      controllers: [WorkspaceMovesController],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.mover.settleAll();
  }

  beforeApplicationShutdown(): void {
    this.mover.stop();
  }
}
