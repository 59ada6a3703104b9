import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import type { AgentDefV1 } from '@crumbtrail/contracts';
import { type Tool, ToolsModule } from '@crumbtrail/tool-runtime';
import { DefinitionPublisher } from './adapters/definition-publisher.nats';
import type { AgentSettings } from './agent-env';
import { PUBLISHED_DEFINITIONS, type PublishedDefinitions } from './options';
import { TurnsModule } from './turns.module';

/** Options of AgentModule. */
export interface AgentOptions extends AgentSettings {
  /** The agent's definition; its `runner` is always `service`. `agent` is also the service's NATS user. */
  readonly definition: AgentDefV1;
  /** The agent's own tools, run by this service; `runner` and `source` are set automatically. */
  readonly tools?: readonly Tool[];
  /** Workspaces in which the definition is published at start-up. */
  readonly workspaces?: readonly string[];
}

/** Makes a service an agent: publishes its definition, answers its own contexts and runs its own tools. */
@Module({})
export class AgentModule {
  static forRoot(options: AgentOptions): DynamicModule {
    const { definition, tools = [], workspaces = ['default'], nats, ackWaitMs, slots, claimTtlMs, ...model } = options;
    const { agent } = definition;
    const own: PublishedDefinitions = { definition, tools, workspaces };
    const running = { runner: agent, claimTtlMs, source: `service:${agent}`, tools, suffix: 'tools' };
    return {
      module: AgentModule,
      imports: [
        BusModule.forRoot({ service: agent, ...nats, ackWaitMs, slots }),
        TurnsModule.forRoot({ recipient: agent, claimTtlMs, profile: model.profile, seen: model.seen }),
        ...(tools.length > 0 ? [ToolsModule.forRoot(running)] : []),
      ],
      providers: [{ provide: PUBLISHED_DEFINITIONS, useValue: own }, DefinitionPublisher],
    };
  }
}
