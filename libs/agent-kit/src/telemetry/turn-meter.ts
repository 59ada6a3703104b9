import { Inject, Injectable, Optional } from '@nestjs/common';
import type { AgentResponseV1 } from '@crumbtrail/contracts';
import { LabelLimiter, Health } from '@crumbtrail/platform';
import { Counter, Histogram, Registry } from 'prom-client';
import type { ModelReply, CallMetrics } from '@crumbtrail/prompting';
import type { TurnEnd } from '../turn/endings';

/** Limits the labels: model names come from definitions, which many may write. */
const MOST_MODELS = 40;
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];

const ACTIONS: Readonly<Record<AgentResponseV1['action'], true>> = {
  speak: true,
  wait: true,
  error: true,
  stopped: true,
};

/** One call of a model. */
export interface Called {
  /** As requested. */
  readonly model: string;
  readonly reply: ModelReply;
  readonly measured: CallMetrics;
  /** Time of the first text; undefined when there was none. */
  readonly firstMs: number | undefined;
}

function modelMeters(registers: Registry[]) {
  const labelNames = ['model'] as const;
  return {
    calls: new Histogram({
      name: 'crumbtrail_model_request_seconds',
      help: 'Time that a model took to reply, all attempts included; outcome is ok or the kind of failure.',
      labelNames: ['model', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
    first: new Histogram({
      name: 'crumbtrail_model_first_token_seconds',
      help: 'Time until the first text of a reply arrived.',
      labelNames,
      buckets: SECONDS,
      registers,
    }),
    tokens: new Counter({
      name: 'crumbtrail_model_tokens_total',
      help: 'Tokens of calls: counted_prompt as we counted them, prompt and completion as they were billed, cached_prompt those of prompt that the provider had cached.',
      labelNames: ['model', 'kind'] as const,
      registers,
    }),
    cost: new Counter({
      name: 'crumbtrail_model_cost_usd_total',
      help: 'US dollars of calls, where prices are known.',
      labelNames,
      registers,
    }),
    retries: new Counter({
      name: 'crumbtrail_model_retries_total',
      help: 'Retries of model calls.',
      labelNames,
      registers,
    }),
  };
}

function turnMeters(registers: Registry[]) {
  return {
    turns: new Counter({
      name: 'crumbtrail_turns_total',
      help: 'Turns that ended in this process, by action.',
      labelNames: ['action'] as const,
      registers,
    }),
    guards: new Counter({
      name: 'crumbtrail_guards_total',
      help: 'Turns that a guard ended in this process.',
      labelNames: ['guard'] as const,
      registers,
    }),
  };
}

/** Prometheus metrics of turns and model calls. */
@Injectable()
export class TurnMeter {
  private readonly models = new LabelLimiter(MOST_MODELS);
  private readonly meters: ReturnType<typeof modelMeters> & ReturnType<typeof turnMeters>;

  constructor(@Optional() @Inject(Health) health?: Health) {
    const registers = [health?.metrics ?? new Registry()];
    this.meters = { ...modelMeters(registers), ...turnMeters(registers) };
    // Starts at zero, so that Prometheus sees the first failed turn as an increase.
    for (const action of Object.keys(ACTIONS)) this.meters.turns.inc({ action }, 0);
  }

  called({ model: asked, reply, measured, firstMs }: Called): void {
    const { calls, first, cost, retries } = this.meters;
    const model = this.models.limit(asked);
    calls.observe({ model, outcome: reply.failure?.code ?? 'ok' }, measured.latency / 1000);
    if (firstMs !== undefined) first.observe({ model }, firstMs / 1000);
    this.countTokens(model, reply, measured);
    cost.inc({ model }, measured.cost ?? 0);
    // Whoever may not be called is reached with no attempt, and a counter does not go down.
    retries.inc({ model }, Math.max(reply.attempts - 1, 0));
  }

  private countTokens(model: string, { usage }: ModelReply, { counted }: CallMetrics): void {
    const { tokens } = this.meters;
    const { prompt_tokens = 0, cached_tokens = 0, completion_tokens = 0 } = usage ?? {};
    tokens.inc({ model, kind: 'counted_prompt' }, counted);
    tokens.inc({ model, kind: 'prompt' }, prompt_tokens);
    tokens.inc({ model, kind: 'cached_prompt' }, cached_tokens);
    tokens.inc({ model, kind: 'completion' }, completion_tokens);
  }

  ended({ response, guard }: TurnEnd): void {
    const action: AgentResponseV1['action'] = response.action;
    this.meters.turns.inc({ action });
    if (guard) this.meters.guards.inc({ guard: guard.guard });
  }
}
