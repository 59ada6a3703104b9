import { z } from 'zod';
import type { Participant } from '../record';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { text, time } from './request-fields';

/** By what costs are summed up: the breadcrumb, its schema, or its author. */
export const COST_GROUPS = ['crumb', 'schema', 'author'] as const;
export type CostGroup = (typeof COST_GROUPS)[number];

/** What prompts took. Tokens are as billed, where the provider says so, else as counted. */
export interface PromptCost {
  readonly tokens: number;
  /** Of the tokens, those that the provider had cached. */
  readonly cached_tokens: number;
  /** US dollars, of the prompts whose prices are known. */
  readonly cost_usd: number;
}

/** What the crumbs of one group took of the contexts that they stood in. */
export interface CrumbCost extends PromptCost {
  /** The id of the crumb, the name of the schema, or kind and id of the author. */
  readonly key: string;
  /** Only of a single crumb. */
  readonly schema_name?: string;
  readonly author?: Participant;
  /** Number of contexts that it stood in. */
  readonly contexts: number;
  /** Of these, how many led to a reply that the caller may read. */
  readonly answered: number;
  /** Of the answered ones, how many led to a reply that rests on it, as far as the caller may know. */
  readonly grounded: number;
}

/** What the contexts of one page cost. */
export interface ContextCostsReply {
  readonly contexts: number;
  /** Of the contexts, those whose prompts have a known price. */
  readonly priced: number;
  /** When the latest and the earliest context of the page were built; absent for an empty page. */
  readonly latest?: string;
  readonly earliest?: string;
  /** All that the prompts took: crumbs, the message, the system prompt and the descriptions of tools. */
  readonly prompts: PromptCost;
  readonly groups: readonly CrumbCost[];
  /** What crumbs took that were erased, or that the caller may not read. */
  readonly hidden: PromptCost;
  readonly next_cursor?: string;
}

/** Sums up what the crumbs of at most 50 contexts cost, newest first, as far as the caller may read contexts and crumbs. */
export const ContextCosts = defineOperation({
  name: 'store.context-costs',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'reader',
  replica: {},
  request: z.object({
    by: z.enum(COST_GROUPS),
    session: text.optional(),
    agent: text.optional(),
    /** ISO times of when the contexts were built. */
    since: time.optional(),
    until: time.optional(),
    /** Number of contexts, at most 50. */
    limit: z.int().min(1).max(50).optional(),
    cursor: z.string().max(1_024).optional(),
  }),
  reply: replyOf<ContextCostsReply>(),
});
export type ContextCostsRequest = RequestOf<typeof ContextCosts>;
