import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { ToolsModule } from '@crumbtrail/tool-runtime';
import { BusModule, CrumbStore } from '@crumbtrail/bus';
import { checkRenderings } from '@crumbtrail/hints';
import { Health } from '@crumbtrail/platform';
import { CatalogsNats } from './adapters/catalogs.nats';
import { DefinitionsNats } from './adapters/definitions.nats';
import { RunnersNats } from './adapters/runners.nats';
import { SavedConnectionsNats } from './adapters/saved-connections.nats';
import { WorkspaceListNats } from './adapters/workspaces.nats';
import { Announcer } from './announcer';
import { BUILT_IN } from './built-in';
import { SERVICE, type ToolRunnerConfig } from './config';
import { MCP_SERVERS, McpServers } from './mcp/mcp-servers';
import { SAVED_SERVER_RULES, SavedServers } from './mcp/saved-servers';
import type { SavedServerRules } from './mcp/saved-server';
import { OnAgentDef } from './on-agent-def';
import { OnErased } from './on-erased';
import { OnMcpServers } from './on-mcp-servers';
import { OnToolConfig } from './on-tool-config';
import { OnToolDef } from './on-tool-def';
import { Catalogs, Definitions, Runners, SavedConnections, WorkspaceList } from './ports';
import { RunnerWatch } from './runners/runner-watch';
import { createCodeTool } from './sandbox/code-tool';
import { createSecretLookup } from './sandbox/secret-lookup';
import { createWebTools } from './web-tools';
import { OnToolResponse } from './workflow/on-tool-response';
import { RunPostponed } from './workflow/run-postponed';

/** Connects MCP servers: those of the environment, and those that operators save. */
const mcpProviders = ({
  mcpServers,
  savedServers,
  code,
}: Pick<ToolRunnerConfig, 'mcpServers' | 'savedServers' | 'code'>): Provider[] => [
  { provide: SavedConnections, useClass: SavedConnectionsNats },
  { provide: MCP_SERVERS, useValue: mcpServers },
  {
    provide: SAVED_SERVER_RULES,
    inject: [CrumbStore],
    useFactory: (store: CrumbStore): SavedServerRules => ({
      ...savedServers,
      secretOf: createSecretLookup(code.secrets, store),
    }),
  },
  McpServers,
  SavedServers,
];

/** The service with its providers and handlers. */
@Module({})
export class AppModule {
  constructor(health: Health) {
    checkRenderings((error) => health.failProcess(error), health.draining);
  }

  static forRoot({
    nats,
    ackWaitMs,
    slots,
    claimTtlMs,
    mcpServers,
    savedServers,
    web,
    code,
  }: ToolRunnerConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        BusModule.forRoot({ service: SERVICE, ...nats, ackWaitMs, slots }),
        ToolsModule.forRoot({
          runner: SERVICE,
          claimTtlMs,
          source: 'built-in',
          tools: [...BUILT_IN, ...createWebTools(web)],
          canPostpone: true,
          codeTool: (definition, store) =>
            createCodeTool(definition, { rules: code.rules, secretOf: createSecretLookup(code.secrets, store) }),
        }),
      ],
      controllers: [OnToolDef, OnToolConfig, OnErased, OnAgentDef, OnToolResponse, OnMcpServers],
      providers: [
        { provide: WorkspaceList, useClass: WorkspaceListNats },
        { provide: Definitions, useClass: DefinitionsNats },
        { provide: Catalogs, useClass: CatalogsNats },
        { provide: Runners, useClass: RunnersNats },
        RunnerWatch,
        ...mcpProviders({ mcpServers, savedServers, code }),
        Announcer,
        RunPostponed,
      ],
    };
  }
}
