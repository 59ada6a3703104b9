import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { Bus, BusModule } from '@crumbtrail/bus';
import { checkRenderings } from '@crumbtrail/hints';
import { Health, LOGGER, type Logger } from '@crumbtrail/platform';
import { A2aServer } from './a2a/a2a-server';
import { A2aSettings } from './a2a/a2a-settings';
import { A2aController } from './a2a/a2a.controller';
import { CardKeysController } from './a2a/card-keys.controller';
import { CardSigner } from './a2a/card-signer';
import { PushConfigs } from './a2a/push-configs';
import { PushNotifier } from './a2a/push-notifier';
import { PushSecrets } from './a2a/push-secrets';
import { TaskReader } from './a2a/task-reader';
import { TaskTurns } from './a2a/task-turns';
import { NatsAgentSettings } from './agents/agent-settings';
import { AgentsController } from './agents/agents.controller';
import { PromptAnswerer } from './agents/prompt-answerer';
import { PromptCallers } from './agents/prompt-callers';
import { PromptPlacement } from './agents/prompt-placement';
import { Publications } from './agents/publications';
import { PublishedAgents } from './agents/published-agents';
import { AgUiController } from './agui/agui.controller';
import { RunResumer } from './agui/run-resumer';
import { RunStreamer } from './agui/run-streamer';
import { ApprovalDecider } from './approvals/approval-decider';
import { ApprovalsController } from './approvals/approvals.controller';
import { ContextQueries } from './contexts/context-queries';
import { ContextCostReader } from './contexts/context-cost-reader';
import { ModelCallLister } from './contexts/model-call-lister';
import { AnswerFeedbacks } from './feedback/answer-feedbacks';
import { FeedbackController } from './feedback/feedback.controller';
import { FilesController } from './files/files.controller';
import { GroundingReader } from './contexts/grounding-reader';
import { Cells } from './adapters/cells';
import { NatsRequests } from './adapters/nats-requests';
import type { GatewayConfig } from './config';
import { ServiceRequests } from './ports';
import { TurnResponder } from './turns/turn-responder';
import { DeadLetters } from './dead-letters/dead-letters';
import { BreadcrumbsController } from './breadcrumbs/breadcrumbs.controller';
import { ConsoleSessionsController } from './sign-in/console-sessions.controller';
import { SignInSettings } from './sign-in/sign-in-settings';
import { ConsoleController } from './console/console.controller';
import { ContextsController } from './contexts/contexts.controller';
import { DeadLettersController } from './dead-letters/dead-letters.controller';
import { EmbeddingsController } from './operators/embeddings.controller';
import { WorkspaceRetentionController } from './operators/retention.controller';
import { VacuumController } from './operators/vacuum.controller';
import { EvalsController } from './evals/evals.controller';
import { TrailPinner } from './evals/trail-pinner';
import { EventsController } from './events/events.controller';
import { KeysController } from './keys/keys.controller';
import { ModelConnections } from './models/model-connections';
import { ModelsController } from './models/models.controller';
import { MemoryController } from './memory/memory.controller';
import { McpController } from './mcp/mcp.controller';
import { McpServersController } from './mcp-servers/mcp-servers.controller';
import { SavedMcpServers } from './mcp-servers/saved-mcp-servers';
import { OpenAiController } from './openai/openai.controller';
import { EarlierResponses } from './openai-responses/earlier-responses';
import { OpenAiResponsesController } from './openai-responses/openai-responses.controller';
import { ConsumersController } from './operators/consumers.controller';
import { OperatorsController } from './operators/operators.controller';
import { SchemasController } from './breadcrumbs/schemas.controller';
import { SearchController } from './breadcrumbs/search.controller';
import { Sealer, SealingSettings } from './sealing/sealer';
import { SecretsController } from './tool-secrets/secrets.controller';
import { ToolSecrets } from './tool-secrets/tool-secrets';
import { SessionsController } from './sessions/sessions.controller';
import { ToolsController } from './tools/tools.controller';
import { TrailsController } from './trails/trails.controller';
import { UsageController } from './usage/usage.controller';
import { TurnsController } from './turns/turns.controller';
import { HealthController } from './health/health.controller';
import { TaskNotifier } from './webhooks/task-notifier';
import { WebhookDeliveries } from './webhooks/webhook-deliveries';
import { WebhookRegistry } from './webhooks/webhook-registry';
import { WebhookSender } from './webhooks/webhook-sender';
import { WebhookSettings } from './webhooks/webhook-settings';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WorkspacesController } from './keys/workspaces.controller';
import { EventFeed } from './events/event-feed';
import { TrailExporter } from './trails/trail-exporter';
import { TrailReader } from './trails/trail-reader';
import { ShutdownSignal } from './http/shutdown-signal';
import { OpenStreams } from './live/open-streams';
import { McpResources } from './mcp/resources';
import { McpTools } from './mcp/tools';
import { McpWritingTools } from './mcp/writing-tools';
import { ClientCalls } from './openai/client-calls';
import { ChatWriter } from './openai/chat-writer';
import { ChatSubmitter } from './openai/chat-submitter';
import { ChatCompletions } from './openai/chat-completions';
import { ConversationHistory } from './openai/conversation-history';
import { AgentModels } from './openai/agent-models';
import { ConversationPlacement } from './openai/conversation-placement';
import { CompletionStreamer } from './openai/completion-streamer';
import { ReplyFollower } from './openai/reply-follower';
import { TextEmbeddings } from './openai/text-embeddings';
import { TurnWaiter } from './openai/turn-waiter';
import { WaitingClients } from './openai/waiting-clients';
import { ExternalTurns } from './turns/external-turns';
import { ProblemFilter } from './problem.filter';
import { BreadcrumbReader } from './records/breadcrumb-reader';
import { NameChecks } from './records/name-checks';
import { LoreController } from './lore/lore.controller';
import { LoreTests } from './lore/lore-tests';
import { SubqueriesController } from './subqueries/subqueries.controller';
import { SubqueryKinds } from './subqueries/subquery-kinds';
import { TemplateTrials } from './subqueries/template-trials';
import { SessionOverrides } from './sessions/session-overrides';
import { SessionOverridesController } from './sessions/session-overrides.controller';
import { MessagePlacement } from './sessions/message-placement';
import { MessageSender } from './sessions/message-sender';
import { ServiceMonitor } from './health/service-monitor';
import { TurnRetrier } from './turns/turn-retrier';
import { TurnStopper } from './turns/turn-stopper';
import { DraftPublisher } from './drafts/draft-publisher';
import { DraftsController } from './drafts/drafts.controller';
import { RerunTools } from './reruns/rerun-tools';
import { RerunsController } from './reruns/reruns.controller';
import { TurnReruns } from './reruns/turn-reruns';
import { ToolTrials } from './tools/tool-trials';

const controllers = [
  A2aController,
  CardKeysController,
  AgentsController,
  AgUiController,
  ApprovalsController,
  BreadcrumbsController,
  ConsoleController,
  ConsoleSessionsController,
  ContextsController,
  DeadLettersController,
  DraftsController,
  EmbeddingsController,
  VacuumController,
  WorkspaceRetentionController,
  EvalsController,
  EventsController,
  FeedbackController,
  KeysController,
  LoreController,
  SubqueriesController,
  McpController,
  McpServersController,
  MemoryController,
  ModelsController,
  SecretsController,
  OpenAiController,
  OpenAiResponsesController,
  OperatorsController,
  ConsumersController,
  RerunsController,
  SchemasController,
  SearchController,
  SessionsController,
  FilesController,
  SessionOverridesController,
  ToolsController,
  TrailsController,
  UsageController,
  TurnsController,
  HealthController,
  WebhooksController,
  WorkspacesController,
];
const providers: Provider[] = [
  A2aServer,
  CardSigner,
  PushConfigs,
  PushSecrets,
  { provide: TaskNotifier, useClass: PushNotifier },
  TaskReader,
  TaskTurns,
  ApprovalDecider,
  AnswerFeedbacks,
  ContextQueries,
  ContextCostReader,
  ModelCallLister,
  GroundingReader,
  TurnResponder,
  ChatSubmitter,
  ChatWriter,
  ClientCalls,
  { provide: ServiceRequests, useClass: NatsRequests },
  ShutdownSignal,
  ChatCompletions,
  DeadLetters,
  DraftPublisher,
  EarlierResponses,
  ConversationHistory,
  EventFeed,
  TrailExporter,
  TrailReader,
  TrailPinner,
  AgentModels,
  OpenStreams,
  ExternalTurns,
  ConversationPlacement,
  ProblemFilter,
  BreadcrumbReader,
  NameChecks,
  MessagePlacement,
  MessageSender,
  ModelConnections,
  Sealer,
  ToolSecrets,
  SavedMcpServers,
  LoreTests,
  SubqueryKinds,
  TemplateTrials,
  SessionOverrides,
  ServiceMonitor,
  TurnRetrier,
  TurnStopper,
  CompletionStreamer,
  ReplyFollower,
  PromptAnswerer,
  PromptCallers,
  PromptPlacement,
  Publications,
  PublishedAgents,
  McpResources,
  McpTools,
  McpWritingTools,
  TextEmbeddings,
  ToolTrials,
  RerunTools,
  TurnReruns,
  TurnWaiter,
  WaitingClients,
  WebhookDeliveries,
  WebhookRegistry,
  WebhookSender,
  RunResumer,
  RunStreamer,
];

/** What the module needs of the configuration. */
type ModuleSettings = Pick<GatewayConfig, 'bus' | 'signIn' | 'cells' | 'agents' | 'a2a' | 'settingsKey' | 'webhooks'>;

/** The gateway: wiring only. */
@Module({})
export class AppModule {
  constructor(health: Health) {
    checkRenderings((error) => health.failProcess(error), health.draining);
  }

  static forRoot({
    bus,
    signIn,
    cells: furtherCells,
    agents,
    a2a,
    settingsKey,
    webhooks,
  }: ModuleSettings): DynamicModule {
    const settings: Provider[] = [
      { provide: SignInSettings, useValue: signIn },
      { provide: NatsAgentSettings, useValue: agents },
      { provide: A2aSettings, useValue: a2a },
      { provide: WebhookSettings, useValue: webhooks },
      { provide: SealingSettings, useValue: { settingsKey } },
    ];
    const cells: Provider = {
      provide: Cells,
      useFactory: (home: Bus, logger: Logger, health: Health) =>
        new Cells({ home, connection: bus, settings: furtherCells, logger, health }),
      inject: [Bus, LOGGER, Health],
    };
    return {
      module: AppModule,
      imports: [BusModule.forRoot(bus)],
      controllers,
      providers: [...providers, ...settings, cells],
    };
  }
}
