import { Inject, Injectable, Optional } from '@nestjs/common';
import { LabelLimiter, Health } from '@crumbtrail/platform';
import { Counter, Histogram, Registry } from 'prom-client';
import type { BuiltContext } from '../explain/account';
import { countDecisions } from './retrieval';

/** Most section labels of a metric. */
const MAX_SECTIONS = 24;

function createMeters(registry: Registry) {
  const registers = [registry];
  return {
    seconds: new Histogram({
      name: 'crumbtrail_context_build_seconds',
      help: 'Time from the opening of a turn to its finished context, including waits for the store.',
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    tokens: new Counter({
      name: 'crumbtrail_context_tokens_total',
      help: 'Tokens of contexts as counted by the builder, by section.',
      labelNames: ['section'] as const,
      registers,
    }),
    sizes: new Histogram({
      name: 'crumbtrail_context_tokens',
      help: 'Tokens of a context.',
      buckets: [128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 131_072],
      registers,
    }),
    shadows: new Counter({
      name: 'crumbtrail_context_shadows_total',
      help: 'Contexts that shadows have built beside answers, by outcome; dropped: others waited.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    shadowSeconds: new Counter({
      name: 'crumbtrail_context_shadow_seconds_total',
      help: 'Work of contexts that shadows have built.',
      registers,
    }),
    candidates: new Counter({
      name: 'crumbtrail_context_candidates_total',
      help: 'Candidates of contexts, by decision.',
      labelNames: ['decision'] as const,
      registers,
    }),
  };
}

/** Metrics of builds, for Prometheus. */
@Injectable()
export class BuildMeter {
  private readonly sections = new LabelLimiter(MAX_SECTIONS);
  private readonly meters: ReturnType<typeof createMeters>;

  constructor(@Optional() @Inject(Health) health?: Health) {
    this.meters = createMeters(health?.metrics ?? new Registry());
  }

  /** Records one build of a shadow, and its work in seconds. */
  shadow(outcome: string, work: number): void {
    this.meters.shadows.inc({ outcome });
    this.meters.shadowSeconds.inc(work);
  }

  /** Records one build of a turn's context. */
  record(built: Pick<BuiltContext, 'tokens' | 'items'>, milliseconds: number): void {
    const { seconds, tokens, sizes, candidates } = this.meters;
    seconds.observe(milliseconds / 1000);
    sizes.observe(built.tokens.total);
    for (const [section, count] of Object.entries(built.tokens.by_section))
      tokens.inc({ section: this.sections.limit(section) }, count);
    for (const [decision, count] of countDecisions(built)) candidates.inc({ decision }, count);
  }
}
