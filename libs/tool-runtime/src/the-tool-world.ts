import { Inject, Injectable } from '@nestjs/common';
import { Leaving } from './shutdown';
import { ToolMeter } from './telemetry/tool-meter';
import { Gates } from './run/gates';
import { ToolClaims, ToolLogs, ToolReader, ToolResponses, TurnEnds } from './ports';
import type { ToolWorld } from './run/run-tool';
import { Tools } from './tools';
import { TOOLS_OPTIONS, type ToolsOptions } from './tools-options';

/** What running a request needs, as this process has it. */
@Injectable()
export class TheToolWorld implements ToolWorld {
  @Inject(Tools) readonly tools!: Tools;
  @Inject(ToolClaims) readonly claims!: ToolClaims;
  @Inject(ToolReader) readonly reader!: ToolReader;
  @Inject(ToolResponses) readonly responses!: ToolResponses;
  @Inject(ToolLogs) readonly logs!: ToolLogs;
  @Inject(TurnEnds) readonly ends!: TurnEnds;
  @Inject(ToolMeter) readonly meter!: ToolMeter;
  readonly gates = new Gates();
  readonly runner: string;
  /** Set by whoever wakes what goes on later. */
  later?: ToolWorld['later'];

  constructor(
    private readonly goes: Leaving,
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
