import { z } from 'zod';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { time } from './request-fields';

/** By what turns are summed up: the day in a time zone, the agent, or the model that answered. */
export const USAGE_GROUPS = ['day', 'agent', 'model'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** The longest period that is summed up, in days. */
export const MAX_USAGE_DAYS = 366;
/** At most this many turns are summed up, the newest of the period. */
export const MAX_USAGE_TURNS = 100_000;

/** Sums over answered turns. */
export interface UsageSums {
  readonly turns: number;
  /** Of the turns, those that ended in an error. */
  readonly errors: number;
  /** Milliseconds from the request of a turn to its answer, without those that it waited for a person: of half of the turns, and of 95 in a hundred, at most this. Null without turns. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  /** As billed, where the provider says so, else as counted. */
  readonly tokens: number;
  /** US dollars, of the answers whose prices are known. */
  readonly cost_usd: number;
  /** Of the turns, those whose cost is not known: they were billed for tokens of a model without a price. */
  readonly unpriced: number;
}

/** The sums of one group: of a day `2026-07-01`, an agent, or a model; null where an answer names no model. */
export interface UsageRow extends UsageSums {
  readonly key: string | null;
}

export interface UsageReply {
  readonly total: UsageSums;
  /** Days in order; agents and models with the most turns first, at most 500. */
  readonly rows: readonly UsageRow[];
  /** There were more turns in the period than are summed up; older ones are left out. */
  readonly truncated: boolean;
}

/** Is it the name of an IANA time zone, such as `Europe/Berlin`? */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** An IANA time zone. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][\w+/-]*$/, 'must be an IANA time zone such as Europe/Berlin')
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin');

/** Sums up the turns that ended in a period, as far as the caller may read their answers. */
export const Usage = defineOperation({
  name: 'store.usage',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  replica: {},
  request: z.object({
    /** ISO times: turns that ended at or after `from` and before `to`. */
    from: time,
    to: time,
    by: z.enum(USAGE_GROUPS),
    /** In which days begin and end. */
    time_zone: timeZone,
  }),
  reply: replyOf<UsageReply>(),
});
export type UsageRequest = RequestOf<typeof Usage>;
