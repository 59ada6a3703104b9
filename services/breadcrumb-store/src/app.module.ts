import { Module, type DynamicModule } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { OnCalibration } from './asks/on-calibration';
import { OnClaim } from './asks/on-claim';
import { OnCommit } from './asks/on-commit';
import { OnCreateKey } from './asks/on-create-key';
import { OnCreateWorkspace } from './asks/on-create-workspace';
import { OnEvents } from './asks/on-events';
import { OnHistory } from './asks/on-history';
import { OnInfluence } from './asks/on-influence';
import { OnList } from './asks/on-list';
import { OnListKeys } from './asks/on-list-keys';
import { OnListWorkspaces } from './asks/on-list-workspaces';
import { OnOpenTurn } from './asks/on-open-turn';
import { OnRead } from './asks/on-read';
import { OnRequestTurns } from './asks/on-request-turns';
import { OnRevokeKey } from './asks/on-revoke-key';
import { OnSpent } from './asks/on-spent';
import { OnStopTurn } from './asks/on-stop-turn';
import { OnTrail } from './asks/on-trail';
import { OnTurns } from './asks/on-turns';
import { OnWhoAmI } from './asks/on-who-am-i';
import { SERVICE, type StoreConfig } from './config';
import { IndexModule } from './index.module';
import { RecordModule } from './record.module';
import { RelayModule } from './relay.module';

const writing = [OnCommit, OnRequestTurns, OnOpenTurn, OnStopTurn, OnClaim];
const reading = [OnRead, OnList, OnHistory, OnEvents, OnTurns, OnTrail, OnSpent, OnInfluence, OnCalibration];
const keeping = [OnWhoAmI, OnCreateKey, OnListKeys, OnRevokeKey, OnCreateWorkspace, OnListWorkspaces];

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
      controllers: [...writing, ...reading, ...keeping],
    };
  }
}
