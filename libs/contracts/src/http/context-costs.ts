import { z } from 'zod';
import { COST_GROUPS } from '../operations/context-costs';
import { defineRoute } from './define-route';
import { author, cursor, dateTime, integer, list, name, pageFields, queryNumber, time } from './fields';

const promptCost = z.object({
  tokens: integer.describe('Of prompts; as billed, else as counted.'),
  cached_tokens: integer.describe('Of the tokens, those that the provider had cached.'),
  cost_usd: z.number().describe('Of the prompts whose prices are known.'),
});

const costRow = promptCost.extend({
  key: z.string().describe('The id of the breadcrumb, the name of the schema, or kind and id of the author.'),
  contexts: integer.describe('Number of contexts that it stood in.'),
  answered: integer.describe('Of these, those with a reply.'),
  grounded: integer.describe('Of the answered ones, those whose reply rests on it.'),
  schema_name: z.string().optional(),
  author: author.optional(),
  text: z.string().optional().describe('The start of its text.'),
});

const contextCosts = pageFields
  .extend({
    by: z.enum(COST_GROUPS),
    contexts: integer.describe('Number of contexts that were summed up, newest first.'),
    priced: integer.describe('Of these, those whose prompts have a known price.'),
    latest: time.optional(),
    earliest: time.optional().describe('When the earliest of them was built. Older ones: `cursor`.'),
    prompts: promptCost.describe('All that the prompts took, with system prompt, tools and message.'),
    rows: list(costRow).describe('The most expensive first.'),
    others: promptCost.extend({ rows: integer }).describe('The rows after `limit`.'),
    hidden: promptCost.describe('Breadcrumbs that were erased, or that this key may not read.'),
  })
  .meta({ id: 'ContextCosts' });

/** What the breadcrumbs of contexts cost, the most expensive first. */
export type ContextCostTable = Readonly<z.output<typeof contextCosts>>;

export const ReadContextCosts = defineRoute({
  name: 'readContextCosts',
  method: 'GET',
  path: '/v1/contexts/costs',
  tag: 'contexts',
  summary:
    'Sum up what each breadcrumb, schema or author took of the contexts that this key may read: tokens, cached tokens, money, and how often a reply rests on it',
  role: 'reader',
  query: z.strictObject({
    by: z.enum(COST_GROUPS).default('crumb'),
    session: name.optional(),
    agent: name.optional(),
    since: dateTime.optional(),
    until: dateTime.optional(),
    limit: queryNumber(z.int().min(1).max(500)).default(50).describe('Number of rows.'),
    contexts: queryNumber(z.int().min(1).max(10_000)).default(1_000).describe('Number of contexts, newest first.'),
    cursor: cursor.optional().describe('The contexts after those of the reply that named this cursor.'),
  }),
  replies: { 200: contextCosts },
});
