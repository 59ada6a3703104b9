import { type DynamicModule, Module } from '@nestjs/common';
import { ToolsModule } from '@crumbtrail/tool-runtime';
import { BusModule } from '@crumbtrail/bus';
import { checkRenderings } from '@crumbtrail/hints';
import { Health } from '@crumbtrail/platform';
import { CatalogsNats } from './adapters/catalogs.nats';
import { DefinitionsNats } from './adapters/definitions.nats';
import { RunnersNats } from './adapters/runners.nats';
import { WorkspaceListNats } from './adapters/workspaces.nats';
import { Announcer } from './announcer';
import { BUILT_IN } from './built-in';
import { SERVICE, type ToolRunnerConfig } from './config';
import { MCP_SERVERS, McpServers } from './mcp/mcp-servers';
import { OnAgentDef } from './on-agent-def';
import { OnErased } from './on-erased';
import { OnToolConfig } from './on-tool-config';
import { OnToolDef } from './on-tool-def';
import { Catalogs, Definitions, Runners, WorkspaceList } from './ports';
import { RunnerWatch } from './runners/runner-watch';
import { createCodeTool } from './sandbox/code-tool';
import { createSecretLookup } from './sandbox/secret-lookup';
import { createWebTools } from './web-tools';
import { OnToolResponse } from './workflow/on-tool-response';
import { RunPostponed } from './workflow/run-postponed';

/** The service with its providers and handlers. */
@Module({})
export class AppModule {
  constructor(health: Health) {
    checkRenderings((error) => health.failProcess(error), health.draining);
  }

  static forRoot({ nats, ackWaitMs, slots, claimTtlMs, mcpServers, web, code }: ToolRunnerConfig): DynamicModule {
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
      controllers: [OnToolDef, OnToolConfig, OnErased, OnAgentDef, OnToolResponse],
      providers: [
        { provide: WorkspaceList, useClass: WorkspaceListNats },
        { provide: Definitions, useClass: DefinitionsNats },
        { provide: Catalogs, useClass: CatalogsNats },
        { provide: Runners, useClass: RunnersNats },
        RunnerWatch,
        { provide: MCP_SERVERS, useValue: mcpServers },
        Announcer,
        RunPostponed,
        McpServers,
      ],
    };
  }
}
