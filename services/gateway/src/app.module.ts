import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule, type BusOptions } from '@crumbtrail/bus';
import { Asks } from './adapters/asks.nats';
import { BreadcrumbsDoor } from './doors/breadcrumbs';
import { ContextsDoor } from './doors/contexts';
import { EventsDoor } from './doors/events';
import { KeysDoor } from './doors/keys';
import { OperatorsDoor } from './doors/operators';
import { SearchDoor } from './doors/search';
import { SessionsDoor } from './doors/sessions';
import { TrailsDoor } from './doors/trails';
import { VitalSignsDoor } from './doors/vital-signs';
import { WorkspacesDoor } from './doors/workspaces';
import { EventFeed } from './event-feed';
import { Closing } from './live/closing';
import { OpenStreams } from './live/open-streams';
import { ProblemFilter } from './problem.filter';
import { Reading } from './reading';
import { Saying } from './saying';
import { StationsWatch } from './stations-watch';

const doors = [
  BreadcrumbsDoor,
  ContextsDoor,
  EventsDoor,
  KeysDoor,
  OperatorsDoor,
  SearchDoor,
  SessionsDoor,
  TrailsDoor,
  VitalSignsDoor,
  WorkspacesDoor,
];
const rooms = [Asks, Closing, EventFeed, OpenStreams, ProblemFilter, Reading, Saying, StationsWatch];

/** The gateway: wiring only. */
@Module({})
export class AppModule {
  static on(bus: BusOptions): DynamicModule {
    return { module: AppModule, imports: [BusModule.forRoot(bus)], controllers: doors, providers: rooms };
  }
}
