import { Inject, Injectable, Optional } from '@nestjs/common';
import { LabelLimiter, Health, OTHER_LABEL } from '@crumbtrail/platform';
import { Counter, Histogram, Registry } from 'prom-client';
import type { ToolRegistry } from '../tool-registry';

const MOST_OUTCOMES = 20;

function metersOf(registry: Registry) {
  const registers = [registry];
  return {
    runs: new Counter({
      name: 'crumbtrail_tool_results_total',
      help: 'Requests of tools that were answered here; outcome is ok or the kind of error.',
      labelNames: ['tool', 'outcome'] as const,
      registers,
    }),
    seconds: new Histogram({
      name: 'crumbtrail_tool_run_seconds',
      help: 'Time that a tool ran.',
      labelNames: ['tool'] as const,
      buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
      registers,
    }),
  };
}

/** Prometheus metrics of tool runs. Tools of this process are labelled by name, those of MCP servers as `other`. */
@Injectable()
export class ToolMeter {
  private readonly outcomes = new LabelLimiter(MOST_OUTCOMES);
  private readonly meters: ReturnType<typeof metersOf>;

  constructor(@Optional() @Inject(Health) health?: Health) {
    this.meters = metersOf(health?.metrics ?? new Registry());
  }

  answered(tools: ToolRegistry, name: string, { code, ms }: { readonly code?: string; readonly ms?: number }): void {
    const tool = tools.isOwn(name) ? name : OTHER_LABEL;
    this.meters.runs.inc({ tool, outcome: code === undefined ? 'ok' : this.outcomes.limit(code) });
    if (ms !== undefined) this.meters.seconds.observe({ tool }, ms / 1000);
  }
}
