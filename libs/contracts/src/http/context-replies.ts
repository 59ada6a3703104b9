import { z } from 'zod';
import type { AgentContextV1, ContextConfigV1 } from '../generated/types';
import { author, crumbRef, id, integer, list, numbersByName, time, typedAs } from './fields';
import { groundedReply } from './grounding';
import { budget, chatMessage, claim, tokens, turn } from './turn-fields';

const decision = z.enum([
  'kept',
  'duplicate_of',
  'low_information',
  'over_budget',
  'below_floor',
  'expired',
  'scope_ended',
  'superseded',
  'hint_failed',
]);

/** One candidate of a context. */
const accountItem = z.object({
  id,
  version: integer,
  chunk: integer.optional(),
  source: z.string(),
  section: z.string(),
  decision,
  reason: z.string().optional(),
  cut: integer.optional(),
  ranges: list(typedAs<readonly [from: number, to: number]>({ type: 'array', items: { type: 'integer' } }))
    .optional()
    .describe('The characters of its whole text that an excerpt shows, each [from, to).'),
  lead: integer
    .optional()
    .describe(
      'Number of characters that are added to say what the shown part is inside of: the heading row of its table, the fence and first line of its code block, its JSON path.',
    ),
  pinned: z.literal(true).optional(),
  digest: z.string().optional(),
  tokens: integer,
  rank: integer,
  score: z.number(),
  scores: numbersByName,
});

const piece = z.object({ id, version: integer, chunk: integer.optional() });

const summary = z.object({
  id: id.optional(),
  agent: z.string(),
  position: integer,
  config_hash: z.string(),
  tokens: integer,
});

const changedItems = list(z.object({ item: accountItem, cause: z.string() }));

const hiddenFromReaders = integer
  .optional()
  .describe('Texts of the session that the agent may read, but not all readers of the answer. Absent: none.');

const readers = list(z.string())
  .optional()
  .describe('Who may read the answer of a confidant, where the kept texts make it fewer than the message says.');

const lateSources = list(z.object({ source: z.string(), timeout_ms: integer }))
  .optional()
  .describe('Sources that did not answer within their time: what they find outside the session is not in the context.');

/** A context that was built but not stored. */
export const previewReply = z
  .object({
    formatted_context: z.string(),
    tokens,
    budget,
    tokenizer: z.string(),
    position: integer,
    index_position: integer.describe(
      'Position through which the search index was complete; below `position` after a large import: searches find what it covers, `recent` finds everything.',
    ),
    config_hash: z.string(),
    items: list(accountItem),
    beyond: integer,
    hidden_from_readers: hiddenFromReaders,
    late: lateSources,
    readers,
    queries: integer,
    messages: list(chatMessage)
      .optional()
      .describe('Only for the format `messages`: the formatted context as chat messages.'),
    query: z
      .object({
        terms: list(typedAs<readonly [stem: string, weight: number]>({ type: 'array', items: {} })),
        leans_on: list(crumbRef),
        near: list(z.object({ stem: z.string(), word: z.string(), weight: z.number(), like: z.string() })).optional(),
      })
      .optional(),
    milliseconds: z.object({ total: z.number(), retrieve: z.number(), store: z.number().optional() }).optional(),
  })
  .meta({ id: 'PreviewReply' });

const explainedItem = accountItem.extend({
  why: z.string(),
  schema_name: z.string().optional(),
  author: author.optional(),
  occurred_at: time.optional(),
  text: z.string().optional(),
});

/** One candidate of a context: its row of the account, its decision in words, and the start of its text if the reader may see it. */
export type ExplainedItem = Readonly<z.output<typeof explainedItem>>;

const explanationFields = z.object({
  id,
  version: integer,
  trail_id: id,
  session: z.string().optional(),
  created_at: time,
  formatted_context: z.string().nullable(),
  prompt: list(z.object({ role: z.string(), content: z.string() })).nullable(),
  billed: z.object({ counted: integer, billed: integer, drift: z.number() }).nullable(),
  kept: integer,
  dropped: integer,
  beyond: integer,
  hidden_from_readers: hiddenFromReaders,
  late: lateSources,
  recalled_for: crumbRef
    .optional()
    .describe(
      'The earlier message whose memories had come late; what was found for it is in this context. Absent: none.',
    ),
  readers,
  tokens,
  budget,
  items: list(explainedItem),
  grounding: groundedReply
    .optional()
    .describe('What the reply rests on. Absent: nothing was found, nobody looked yet, or it is not for this key.'),
});

/**
 * What an agent saw and why: the fields of its agent.context.v1, its text and prompt (null once erased or unavailable), the
 * tokens counted and billed (null until known), and every candidate with its decision.
 */
export type Explanation = Readonly<z.output<typeof explanationFields>> &
  Pick<AgentContextV1, 'agent' | 'tokenizer' | 'as_of' | 'index_position' | 'now' | 'kept_order' | 'scene'> & {
    readonly [field: string]: unknown;
  };

/** OpenAPI lists these fields; the others are those of agent.context.v1. */
export const explanation = z
  .looseObject(explanationFields.shape)
  .pipe(z.custom<Explanation>())
  .meta({ id: 'Explanation' });

/** A turn with its context, ready to be answered. */
export const openedContext = z
  .object({
    turn,
    context: crumbRef,
    trail_id: id,
    formatted_context: z.string(),
    messages: list(chatMessage).describe('The prompt that a pooled agent would send to its model.'),
    tokens,
    budget,
    claim,
  })
  .meta({ id: 'OpenedContext' });

/** A turn with its context, ready to be answered under its claim. */
export type OpenedTurn = Readonly<z.output<typeof openedContext>>;

/** Two contexts compared. */
export const contextDiff = z
  .object({
    a: summary,
    b: summary,
    added: changedItems,
    removed: changedItems,
    moved: list(z.object({ item: accountItem, from: integer, to: integer })),
    reworded: list(z.object({ a: accountItem, b: accountItem, cause: z.string() })),
    tokens: z.object({
      a: integer,
      b: integer,
      change: integer,
      by_section: typedAs<Readonly<Record<string, { readonly a: number; readonly b: number }>>>({
        type: 'object',
        additionalProperties: true,
      }),
    }),
    causes: list(z.string()),
  })
  .meta({ id: 'ContextDiff' });

/** The recorded items of a context, formatted again. */
export const replay = z
  .object({
    context: id,
    identical: z.boolean(),
    formatted_context: z.string().nullable(),
    recorded_hash: z.string(),
    hash: z.string().nullable(),
    erased: list(piece),
    differs: list(
      z.discriminatedUnion('what', [
        z.object({ what: z.literal('renderer'), recorded: z.string(), now: z.string() }),
        z.object({ what: z.enum(['text', 'hidden']), items: list(piece) }),
      ]),
    ),
  })
  .meta({ id: 'Replay' });

/** The recorded candidates of a context at other budgets. */
export const whatIf = z
  .object({
    context: id,
    recorded: z.object({ max_tokens: integer, tokens: integer, kept: integer }),
    budgets: list(
      z.object({
        max_tokens: integer,
        tokens: integer,
        kept: integer,
        enters: list(accountItem),
        leaves: list(accountItem),
        shortened: list(accountItem).optional(),
        lengthened: list(accountItem).optional(),
      }),
    ),
    beyond: integer,
    erased: list(piece),
  })
  .meta({ id: 'WhatIf' });

const locatedText = z.object({
  id,
  version: integer,
  chunk: integer.optional(),
  schema_name: z.string(),
  session: z.string().optional(),
  author,
  occurred_at: time,
  text: z.string(),
  matched_by: z.enum(['id', 'exact', 'words']),
});

/** Settings with which a text enters a context. */
export const entryChange = z.object({
  says: z.string(),
  score: z.number().optional(),
  tokens: integer.optional(),
  budget: z.object({ max_tokens: integer }).optional(),
  config: typedAs<Omit<ContextConfigV1, 'consumer'>>({ type: 'object', additionalProperties: true }).optional(),
});

/** Why a text is not in a context. */
export const whyNot = z
  .object({
    context: id,
    asked: z.string(),
    verdict: z.enum(['in', 'out', 'never_considered', 'not_said']),
    answer: z.string(),
    found: locatedText.optional(),
    place: z
      .object({ section: z.string(), entry: integer, of: integer, cut: integer.optional() })
      .optional()
      .describe('Only for `in`.'),
    considered: z
      .object({
        decision,
        reason: z.string().optional(),
        source: z.string(),
        score: z.number(),
        tokens: integer,
        counted: z.literal(true).optional(),
      })
      .optional()
      .describe('Only for `out`.'),
    cause: z
      .enum(['scope', 'schema', 'source_limit', 'audience', 'time'])
      .optional()
      .describe('Only for `never_considered`.'),
    change: entryChange
      .optional()
      .describe('The smallest change that lets it in: `replan` with this budget and config keeps it.'),
    nearest: locatedText.optional().describe('Only for `not_said`: the text that shares most words.'),
  })
  .meta({ id: 'WhyNot' });
