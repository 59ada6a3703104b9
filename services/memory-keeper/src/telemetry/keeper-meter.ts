import { Inject, Injectable, Optional } from '@nestjs/common';
import { Health } from '@crumbtrail/platform';
import { Counter, Histogram, Registry } from 'prom-client';
import type { AskFailure } from '../manager/ask';

/** What was written. */
export type WrittenTier = 'short' | 'long' | 'summary';

function createMeters(registry: Registry) {
  const registers = [registry];
  return {
    writes: new Counter({
      name: 'crumbtrail_memory_writes_total',
      help: 'Memories and summaries that were written, by tier and by method: written by a model, or extracted without one.',
      labelNames: ['tier', 'method'] as const,
      registers,
    }),
    failures: new Counter({
      name: 'crumbtrail_memory_model_failures_total',
      help: 'Answers of models that were of no use to a memory, by reason; each is asked once more, then the work is done without a model.',
      labelNames: ['reason'] as const,
      registers,
    }),
    lag: new Histogram({
      name: 'crumbtrail_memory_lag_seconds',
      help: 'Time from a reply until the memory of its agent held what had left the window.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 600],
      registers,
    }),
    refusals: new Counter({
      name: 'crumbtrail_memory_refused_rewrites_total',
      help: 'Rewrites that would have lost more than half of a section, and were not confirmed.',
      registers,
    }),
    rebuilds: new Counter({
      name: 'crumbtrail_memory_rebuilds_total',
      help: 'Memories and summaries that were erased and made again because a source was erased or changed, or a fact was forgotten.',
      registers,
    }),
  };
}

/** Metrics of memories, for Prometheus. */
@Injectable()
export class KeeperMeter {
  private readonly meters: ReturnType<typeof createMeters>;

  constructor(@Optional() @Inject(Health) health?: Health) {
    this.meters = createMeters(health?.metrics ?? new Registry());
  }

  wrote(tier: WrittenTier, method: 'extracted' | 'written'): void {
    this.meters.writes.inc({ tier, method });
  }

  failed(reasons: readonly AskFailure[]): void {
    // `no_model` is a setting and not a failure.
    for (const reason of reasons.filter((one) => one !== 'no_model')) this.meters.failures.inc({ reason });
  }

  caughtUp(seconds: number): void {
    this.meters.lag.observe(seconds);
  }

  refusedRewrite(): void {
    this.meters.refusals.inc();
  }

  rebuilt(count: number): void {
    this.meters.rebuilds.inc(count);
  }
}
