import { type DynamicModule, Module } from '@nestjs/common';
import { ShutdownSignal } from './shutdown-signal';
import { ToolMeter } from './telemetry/tool-meter';
import { ToolClaimsNats } from './adapters/tool-claims.nats';
import { ToolLogsNats } from './adapters/tool-logs.nats';
import { ToolReaderNats } from './adapters/tool-reader.nats';
import { ToolResponsesNats } from './adapters/tool-responses.nats';
import { TurnEndsNats } from './adapters/turn-ends.nats';
import { onToolRequest } from './on-tool-request';
import { onToolTry } from './on-tool-try';
import { ToolClaims, ToolLogs, ToolReader, ToolResponses, TurnEnds } from './ports';
import { ToolDependenciesProvider } from './tool-dependencies';
import type { Tool } from './tool';
import { ToolRegistry } from './tool-registry';
import { TOOLS_OPTIONS, type ToolsOptions } from './tools-options';

/** What a process that runs tools says of itself. */
export interface ToolsModuleOptions extends ToolsOptions {
  /** The tools that it brings along, and where from: `built-in`, `service:<name>`. */
  readonly source: string;
  readonly tools: readonly Tool[];
  /** Tells the durable that hears requests from the service's others. */
  readonly suffix?: string;
}

/** Runs the requests that name this service as their runner. Needs BusModule. */
@Module({})
export class ToolsModule {
  static forRoot({ source, tools, suffix, runner, claimTtlMs }: ToolsModuleOptions): DynamicModule {
    const registry = new ToolRegistry();
    registry.put(source, tools);
    const options: ToolsOptions = { runner, claimTtlMs };
    return {
      module: ToolsModule,
      global: true,
      controllers: [onToolRequest(runner, suffix), onToolTry(runner)],
      providers: [
        { provide: TOOLS_OPTIONS, useValue: options },
        { provide: ToolRegistry, useValue: registry },
        { provide: ToolClaims, useClass: ToolClaimsNats },
        { provide: ToolReader, useClass: ToolReaderNats },
        { provide: ToolResponses, useClass: ToolResponsesNats },
        { provide: ToolLogs, useClass: ToolLogsNats },
        { provide: TurnEnds, useClass: TurnEndsNats },
        ShutdownSignal,
        ToolMeter,
        ToolDependenciesProvider,
      ],
      exports: [ToolRegistry, ToolReader, ToolResponses, ToolLogs, ToolDependenciesProvider],
    };
  }
}
