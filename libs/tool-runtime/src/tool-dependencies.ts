import { Inject, Injectable } from '@nestjs/common';
import { ShutdownSignal } from './shutdown-signal';
import { ToolMeter } from './telemetry/tool-meter';
import { ConcurrencyLimit } from './run/concurrency-limit';
import { ToolClaims, ToolLogs, ToolReader, ToolResponses, TurnEnds } from './ports';
import type { ToolDependencies } from './run/run-tool';
import { ToolRegistry } from './tool-registry';
import { TOOLS_OPTIONS, type ToolsOptions } from './tools-options';

/** What running a request needs, as this process has it. */
@Injectable()
export class ToolDependenciesProvider implements ToolDependencies {
  @Inject(ToolRegistry) readonly tools!: ToolRegistry;
  @Inject(ToolClaims) readonly claims!: ToolClaims;
  @Inject(ToolReader) readonly reader!: ToolReader;
  @Inject(ToolResponses) readonly responses!: ToolResponses;
  @Inject(ToolLogs) readonly logs!: ToolLogs;
  @Inject(TurnEnds) readonly ends!: TurnEnds;
  @Inject(ToolMeter) readonly meter!: ToolMeter;
  readonly concurrency = new ConcurrencyLimit();
  readonly runner: string;
  /** Set by whoever wakes what goes on later. */
  later?: ToolDependencies['later'];

  constructor(
    private readonly goes: ShutdownSignal,
    @Inject(TOOLS_OPTIONS) options: ToolsOptions,
  ) {
    this.runner = options.runner;
  }

  get leaving(): AbortSignal {
    return this.goes.signal;
  }

  clock(): number {
    return performance.now();
  }
}
