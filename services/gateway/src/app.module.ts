import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule, type BusOptions } from '@crumbtrail/bus';
import { Accounts } from './accounts';
import { Asks } from './adapters/asks.nats';
import { Answering } from './answering';
import { DeadLetters } from './dead-letters';
import { BreadcrumbsDoor } from './doors/breadcrumbs';
import { ConsoleDoor } from './doors/console';
import { ContextsDoor } from './doors/contexts';
import { DeadLettersDoor } from './doors/dead-letters';
import { EmbeddingsDoor } from './doors/embeddings';
import { EventsDoor } from './doors/events';
import { KeysDoor } from './doors/keys';
import { McpDoor } from './doors/mcp';
import { OpenAiDoor } from './doors/openai';
import { OperatorsDoor } from './doors/operators';
import { SchemasDoor } from './doors/schemas';
import { SearchDoor } from './doors/search';
import { SessionsDoor } from './doors/sessions';
import { ToolsDoor } from './doors/tools';
import { TrailsDoor } from './doors/trails';
import { TurnsDoor } from './doors/turns';
import { VitalSignsDoor } from './doors/vital-signs';
import { WorkspacesDoor } from './doors/workspaces';
import { EventFeed } from './event-feed';
import { Exporting } from './exporting';
import { Closing } from './live/closing';
import { OpenStreams } from './live/open-streams';
import { Tools } from './mcp/tools';
import { Asking } from './openai/asking';
import { Completing } from './openai/completing';
import { Earlier } from './openai/earlier';
import { Models } from './openai/models';
import { Placing } from './openai/placing';
import { Streaming } from './openai/streaming';
import { TurnEnd } from './openai/turn-end';
import { OwnLoop } from './own-loop';
import { ProblemFilter } from './problem.filter';
import { Reading } from './reading';
import { Saying } from './saying';
import { ServicesWatch } from './services-watch';
import { Stopping } from './stopping';
import { Trying } from './trying';

const doors = [
  BreadcrumbsDoor,
  ConsoleDoor,
  ContextsDoor,
  DeadLettersDoor,
  EmbeddingsDoor,
  EventsDoor,
  KeysDoor,
  McpDoor,
  OpenAiDoor,
  OperatorsDoor,
  SchemasDoor,
  SearchDoor,
  SessionsDoor,
  ToolsDoor,
  TrailsDoor,
  TurnsDoor,
  VitalSignsDoor,
  WorkspacesDoor,
];
const rooms = [
  Accounts,
  Answering,
  Asking,
  Asks,
  Closing,
  Completing,
  DeadLetters,
  Earlier,
  EventFeed,
  Exporting,
  Models,
  OpenStreams,
  OwnLoop,
  Placing,
  ProblemFilter,
  Reading,
  Saying,
  ServicesWatch,
  Stopping,
  Streaming,
  Tools,
  Trying,
  TurnEnd,
];

/** The gateway: wiring only. */
@Module({})
export class AppModule {
  static on(bus: BusOptions): DynamicModule {
    return { module: AppModule, imports: [BusModule.forRoot(bus)], controllers: doors, providers: rooms };
  }
}
