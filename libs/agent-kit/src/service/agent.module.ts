import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import type { AgentDefV1 } from '@crumbtrail/contracts';
import { type Tool, ToolsModule } from '@crumbtrail/tool-runtime';
import { DefinitionPublisher } from './adapters/definition-publisher.nats';
import type { AgentSettings } from './agent-env';
import { PUBLISHED_DEFINITIONS, type PublishedDefinitions } from './options';
import { TurnsModule } from './turns.module';

/** An agent as a service. */
export interface AgentOptions extends AgentSettings {
  /** `runner` is `service`, whatever it says. Its `agent` is the service's name at the broker. */
  readonly definition: AgentDefV1;
  /** Tools of its own, which it runs itself; `runner` and `source` follow. */
  readonly tools?: readonly Tool[];
  /** Where its definition is left at start-up; `default` alone if absent. */
  readonly workspaces?: readonly string[];
}

/** Everything that an agent service is: it defines itself, hears its own contexts, runs its own tools. */
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
