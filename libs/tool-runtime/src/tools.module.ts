import { type DynamicModule, Module } from '@nestjs/common';
import { Leaving } from './shutdown';
import { ToolMeter } from './telemetry/tool-meter';
import { ToolClaimsNats } from './adapters/tool-claims.nats';
import { ToolLogsNats } from './adapters/tool-logs.nats';
import { ToolReaderNats } from './adapters/tool-reader.nats';
import { ToolResponsesNats } from './adapters/tool-responses.nats';
import { TurnEndsNats } from './adapters/turn-ends.nats';
import { onToolRequest } from './on-tool-request';
import { onToolTry } from './on-tool-try';
import { ToolClaims, ToolLogs, ToolReader, ToolResponses, TurnEnds } from './ports';
import { TheToolWorld } from './the-tool-world';
import type { Tool } from './tool';
import { Tools } from './tools';
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
    const registry = new Tools();
    registry.put(source, tools);
    const options: ToolsOptions = { runner, claimTtlMs };
    return {
      module: ToolsModule,
      global: true,
      controllers: [onToolRequest(runner, suffix), onToolTry(runner)],
      providers: [
        { provide: TOOLS_OPTIONS, useValue: options },
        { provide: Tools, useValue: registry },
        { provide: ToolClaims, useClass: ToolClaimsNats },
        { provide: ToolReader, useClass: ToolReaderNats },
        { provide: ToolResponses, useClass: ToolResponsesNats },
        { provide: ToolLogs, useClass: ToolLogsNats },
        { provide: TurnEnds, useClass: TurnEndsNats },
        Leaving,
        ToolMeter,
        TheToolWorld,
      ],
      exports: [Tools, ToolReader, ToolResponses, ToolLogs, TheToolWorld],
    };
  }
}
