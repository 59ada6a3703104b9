import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule, type BusOptions } from '@crumbtrail/bus';
import { Accounts } from './accounts';
import { Asks } from './adapters/asks.nats';
import { Answering } from './answering';
import { BreadcrumbsDoor } from './doors/breadcrumbs';
import { ContextsDoor } from './doors/contexts';
import { EmbeddingsDoor } from './doors/embeddings';
import { EventsDoor } from './doors/events';
import { KeysDoor } from './doors/keys';
import { McpDoor } from './doors/mcp';
import { OperatorsDoor } from './doors/operators';
import { SearchDoor } from './doors/search';
import { SessionsDoor } from './doors/sessions';
import { TrailsDoor } from './doors/trails';
import { TurnsDoor } from './doors/turns';
import { VitalSignsDoor } from './doors/vital-signs';
import { WorkspacesDoor } from './doors/workspaces';
import { EventFeed } from './event-feed';
import { Closing } from './live/closing';
import { OpenStreams } from './live/open-streams';
import { Tools } from './mcp/tools';
import { OwnLoop } from './own-loop';
import { ProblemFilter } from './problem.filter';
import { Reading } from './reading';
import { Saying } from './saying';
import { StationsWatch } from './stations-watch';

const doors = [
  BreadcrumbsDoor,
  ContextsDoor,
  EmbeddingsDoor,
  EventsDoor,
  KeysDoor,
  McpDoor,
  OperatorsDoor,
  SearchDoor,
  SessionsDoor,
  TrailsDoor,
  TurnsDoor,
  VitalSignsDoor,
  WorkspacesDoor,
];
const rooms = [
  Accounts,
  Answering,
  Asks,
  Closing,
  EventFeed,
  OpenStreams,
  OwnLoop,
  ProblemFilter,
  Reading,
  Saying,
  StationsWatch,
  Tools,
];

/** The gateway: wiring only. */
@Module({})
export class AppModule {
  static on(bus: BusOptions): DynamicModule {
    return { module: AppModule, imports: [BusModule.forRoot(bus)], controllers: doors, providers: rooms };
  }
}
