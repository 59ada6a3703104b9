import { z } from 'zod';
import { MAX_USAGE_DAYS, MAX_USAGE_TURNS, timeZone, USAGE_GROUPS } from '../operations/usage';
import { defineRoute } from './define-route';
import { dateTime, integer, list } from './fields';

const DAY_MS = 86_400_000;

const usageSums = z.object({
  turns: integer.describe('Turns that ended, of which this key may read the answer.'),
  errors: integer.describe('Of these, those that ended in an error.'),
  p50_ms: z
    .number()
    .nullable()
    .describe(
      'Median of the milliseconds from the request of a turn to its answer, without those that it waited for a person.',
    ),
  p95_ms: z.number().nullable().describe('95 in a hundred turns took at most this.'),
  tokens: integer.describe('As billed, else as counted.'),
  cost_usd: z.number().describe('Of the answers whose prices are known.'),
  unpriced: integer.describe('Of the turns, those whose cost is not known: no price is known for their model.'),
});

const usageReport = z
  .object({
    total: usageSums,
    rows: list(
      usageSums.extend({
        key: z.string().nullable().describe('The day, the agent, or the model; null where an answer names no model.'),
      }),
    ).describe('Days in order, without those that had no turn; agents and models with the most turns first.'),
    truncated: z
      .boolean()
      .describe(`Only the newest ${MAX_USAGE_TURNS.toLocaleString('en')} turns of the period are summed up.`),
  })
  .meta({ id: 'UsageReport' });

/** Turns, errors, latency, tokens and cost of a period. */
export type UsageReport = Readonly<z.output<typeof usageReport>>;

export const ReadUsage = defineRoute({
  name: 'readUsage',
  method: 'GET',
  path: '/v1/usage',
  tag: 'trails',
  summary:
    'Sum up turns, errors, latency, tokens and cost of a period, by day, agent or model, as far as this key may read the answers',
  role: 'reader',
  query: z
    .strictObject({
      from: dateTime.describe('Turns that ended at or after this time.'),
      to: dateTime.describe(`Turns that ended before this time; at most ${MAX_USAGE_DAYS} days after \`from\`.`),
      by: z.enum(USAGE_GROUPS).default('day'),
      time_zone: timeZone.default('UTC').describe('In which days begin and end.'),
    })
    .refine(({ from, to }) => Date.parse(to) > Date.parse(from), { path: ['to'], error: 'must be after from' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_USAGE_DAYS * DAY_MS, {
      path: ['to'],
      error: `must be at most ${MAX_USAGE_DAYS} days after from`,
    }),
  replies: { 200: usageReport },
});
