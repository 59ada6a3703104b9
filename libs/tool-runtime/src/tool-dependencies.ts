import type { FactoryProvider } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { ToolClaims, ToolLogs, ToolMemories, ToolModels, ToolReader, ToolResponses, TurnEnds } from './ports';
import { PostponedRuns } from './postponed-runs';
import { ConcurrencyLimit } from './run/concurrency-limit';
import type { ToolDependencies } from './run/run-tool';
import { GracefulAbort } from './shutdown-signal';
import { ToolMeter } from './telemetry/tool-meter';
import { ToolRegistry } from './tool-registry';
import { TOOLS_OPTIONS, type ToolsOptions } from './tools-options';

/** Injection token of the ToolDependencies that runTool takes. */
export const TOOL_DEPENDENCIES = Symbol('tool-runtime.dependencies');

/** Collects what runTool needs from the providers of ToolsModule. */
export const toolDependencies: FactoryProvider<ToolDependencies> = {
  provide: TOOL_DEPENDENCIES,
  inject: [
    TOOLS_OPTIONS,
    ToolRegistry,
    ToolClaims,
    ToolReader,
    ToolResponses,
    ToolLogs,
    ToolModels,
    ToolMemories,
    TurnEnds,
    ConcurrencyLimit,
    PostponedRuns,
    GracefulAbort,
    ToolMeter,
    CrumbStore,
  ],
  // eslint-disable-next-line max-params -- Nest passes one argument for each injected provider
  useFactory: (
    { runner, canPostpone = false, codeTool }: ToolsOptions,
    tools: ToolRegistry,
    claims: ToolClaims,
    reader: ToolReader,
    responses: ToolResponses,
    logs: ToolLogs,
    models: ToolModels,
    memories: ToolMemories,
    ends: TurnEnds,
    concurrency: ConcurrencyLimit,
    postponed: PostponedRuns,
    shutdown: GracefulAbort,
    meter: ToolMeter,
    store: CrumbStore,
  ): ToolDependencies => ({
    runner,
    tools,
    claims,
    reader,
    responses,
    logs,
    models,
    memories,
    ends,
    concurrency,
    shutdown: shutdown.signal,
    clock: () => performance.now(),
    meter,
    ...(canPostpone && { postponed }),
    ...(codeTool && { codeTool: (definition) => codeTool(definition, store) }),
  }),
};
