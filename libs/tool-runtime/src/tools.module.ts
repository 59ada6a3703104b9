import { type DynamicModule, Module } from '@nestjs/common';
import { GracefulAbort } from './shutdown-signal';
import { ToolMeter } from './telemetry/tool-meter';
import { ToolClaimsNats } from './adapters/tool-claims.nats';
import { ToolLogsNats } from './adapters/tool-logs.nats';
import { ToolMemoriesNats } from './adapters/tool-memories.nats';
import { ToolModelsNats } from './adapters/tool-models.nats';
import { ToolQuestionsNats } from './adapters/tool-questions.nats';
import { ToolReaderNats } from './adapters/tool-reader.nats';
import { ToolResponsesNats } from './adapters/tool-responses.nats';
import { TurnEndsNats } from './adapters/turn-ends.nats';
import { onApprovalDecision } from './on-approval-decision';
import { onToolRequest } from './on-tool-request';
import { onToolTry } from './on-tool-try';
import {
  ToolClaims,
  ToolLogs,
  ToolMemories,
  ToolModels,
  ToolQuestions,
  ToolReader,
  ToolResponses,
  TurnEnds,
} from './ports';
import { PostponedRuns } from './postponed-runs';
import { ConcurrencyLimit } from './run/concurrency-limit';
import { TOOL_DEPENDENCIES, toolDependencies } from './tool-dependencies';
import type { Tool } from './tool';
import { ToolRegistry } from './tool-registry';
import { TOOLS_OPTIONS, type ToolsOptions } from './tools-options';

/** Options of ToolsModule. */
export interface ToolsModuleOptions extends ToolsOptions {
  /** Where the tools come from: `built-in` or `service:<name>`. */
  readonly source: string;
  readonly tools: readonly Tool[];
  /** Distinguishes the durable consumer of tool requests from the other consumers of the service. */
  readonly suffix?: string;
}

/** Runs the tool requests that name this service as their runner. Requires BusModule. */
@Module({})
export class ToolsModule {
  static forRoot({ source, tools, suffix, ...options }: ToolsModuleOptions): DynamicModule {
    const registry = new ToolRegistry();
    registry.put(source, tools);
    const { runner } = options;
    return {
      module: ToolsModule,
      global: true,
      controllers: [onToolRequest(runner, suffix), onApprovalDecision(runner), onToolTry(runner)],
      providers: [
        { provide: TOOLS_OPTIONS, useValue: options satisfies ToolsOptions },
        { provide: ToolRegistry, useValue: registry },
        { provide: ToolClaims, useClass: ToolClaimsNats },
        { provide: ToolReader, useClass: ToolReaderNats },
        { provide: ToolResponses, useClass: ToolResponsesNats },
        { provide: ToolLogs, useClass: ToolLogsNats },
        { provide: ToolModels, useClass: ToolModelsNats },
        { provide: ToolMemories, useClass: ToolMemoriesNats },
        { provide: ToolQuestions, useClass: ToolQuestionsNats },
        { provide: TurnEnds, useClass: TurnEndsNats },
        GracefulAbort,
        ToolMeter,
        // A factory, because the constructor has an optional number that Nest cannot inject.
        { provide: ConcurrencyLimit, useFactory: () => new ConcurrencyLimit() },
        PostponedRuns,
        toolDependencies,
      ],
      exports: [ToolRegistry, ToolReader, ToolResponses, ToolLogs, PostponedRuns, TOOL_DEPENDENCIES],
    };
  }
}
