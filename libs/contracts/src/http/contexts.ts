import { z } from 'zod';
import type { ContextConfigV1 } from '../generated/types';
import { LARGEST_BUDGET, SMALLEST_BUDGET } from '../operations/preview';
import { MAX_ASKED_CHARACTERS } from '../operations/why-not';
import { defineRoute } from './define-route';
import { contextDiff, explanation, openedContext, previewReply, replay, whatIf, whyNot } from './context-replies';
import { claimMs, idParams, jsonObjectAs, name, position } from './fields';
import { turn } from './turn-fields';

/** Budgets outside these limits are refused. */
export const maxTokens = z.int().min(SMALLEST_BUDGET).max(LARGEST_BUDGET);

/** The settings of a build in a request. */
export const contextConfig = jsonObjectAs<Omit<ContextConfigV1, 'consumer'>>({
  type: 'object',
  propertyNames: { type: 'string' },
  additionalProperties: {},
  description: 'A context.config.v1 without its consumer.',
});

const givesOneTrigger = (body: { readonly content?: unknown; readonly trigger_id?: unknown }): boolean =>
  (body.content === undefined) !== (body.trigger_id === undefined);

const previewBody = z
  .strictObject({
    agent: name,
    session: name.optional(),
    content: z.string().min(1).max(262_144).optional(),
    trigger_id: z.uuid().optional(),
    budget: z.strictObject({ max_tokens: maxTokens }).optional(),
    config: contextConfig.optional(),
    as_of: position.optional(),
  })
  .refine(givesOneTrigger, 'give either content or trigger_id')
  .meta({ id: 'PreviewBody' });

const replanBody = z
  .strictObject({
    as_of: position.optional().describe('A log position; default: the position of the context.'),
    budget: z.strictObject({ max_tokens: maxTokens }).optional(),
    config: contextConfig.optional(),
  })
  .meta({ id: 'ReplanBody' });

const whatIfBody = z.strictObject({ budgets: z.array(maxTokens).min(1).max(16) }).meta({ id: 'WhatIfBody' });

const whyNotBody = z
  .strictObject({
    text: z
      .string()
      .min(1)
      .max(MAX_ASKED_CHARACTERS)
      .describe(
        'Words of the text, or the id of its breadcrumb: `<id>`, `<id>@<version>` or `<id>@<version>#<piece>`.',
      ),
  })
  .meta({ id: 'WhyNotBody' });

const openTurnBody = z
  .strictObject({
    agent: name.describe('Its agent.def.v1 says `runner: service`.'),
    session: name.optional(),
    content: z.string().min(1).max(262_144).optional().describe("Appended as the caller's message."),
    trigger_id: z.uuid().optional().describe('An existing breadcrumb.'),
    wait_ms: z.int().min(0).max(300_000).default(15_000).describe('How long to wait for the context.'),
    claim_ms: claimMs.describe('How long the claim on the turn lasts; renew it before it ends.'),
  })
  .refine(givesOneTrigger, 'give either content or trigger_id')
  .refine((body) => body.trigger_id === undefined || body.session === undefined, {
    path: ['session'],
    message: 'is taken from trigger_id; leave it out',
  })
  .meta({ id: 'ContextBody' });

/** Which turn an external agent loop opens. */
export type OpenTurnBody = z.output<typeof openTurnBody>;

export const PreviewContext = defineRoute({
  name: 'previewContext',
  method: 'POST',
  path: '/v1/contexts/preview',
  tag: 'contexts',
  summary: 'Build a context without storing anything',
  role: 'reader',
  body: previewBody,
  replies: { 200: previewReply },
});

export const OpenTurnContext = defineRoute({
  name: 'openTurnContext',
  method: 'POST',
  path: '/v1/contexts',
  tag: 'contexts',
  summary: 'For external agent loops: open a turn, wait for its context, and claim it',
  role: 'writer',
  body: openTurnBody,
  replies: { 201: openedContext, 202: z.object({ turn }).meta({ id: 'QueuedTurn' }) },
  idempotent: true,
  errors: ['stale_fence', 'turn_closed', 'wrong_runner'],
});

export const DiffContexts = defineRoute({
  name: 'diffContexts',
  method: 'GET',
  path: '/v1/contexts/diff',
  tag: 'contexts',
  summary: 'Compare two contexts: the items added, removed and moved, and why',
  role: 'reader',
  query: z.strictObject({ a: z.uuid(), b: z.uuid() }),
  replies: { 200: contextDiff },
});

export const ExplainContext = defineRoute({
  name: 'explainContext',
  method: 'GET',
  path: '/v1/contexts/:id/explain',
  tag: 'contexts',
  summary: 'Explain why each item is in a context, and why the others are not',
  role: 'reader',
  params: idParams,
  replies: { 200: explanation },
});

export const ReplayContext = defineRoute({
  name: 'replayContext',
  method: 'POST',
  path: '/v1/contexts/:id/replay',
  tag: 'contexts',
  summary: 'Format the recorded items again: the reply says whether the bytes are identical, or what differs',
  role: 'reader',
  params: idParams,
  replies: { 200: replay },
});

export const ReplanContext = defineRoute({
  name: 'replanContext',
  method: 'POST',
  path: '/v1/contexts/:id/replan',
  tag: 'contexts',
  summary: "Run today's pipeline for the trigger of a context and compare; nothing is stored",
  role: 'reader',
  params: idParams,
  body: replanBody,
  replies: { 200: z.object({ preview: previewReply, diff: contextDiff }).meta({ id: 'Replan' }) },
});

export const WhatIfContext = defineRoute({
  name: 'whatIfContext',
  method: 'POST',
  path: '/v1/contexts/:id/what-if',
  tag: 'contexts',
  summary: 'Fit the recorded candidates of a context into other budgets',
  role: 'reader',
  params: idParams,
  body: whatIfBody,
  replies: { 200: whatIf },
});

export const WhyNotInContext = defineRoute({
  name: 'whyNotInContext',
  method: 'POST',
  path: '/v1/contexts/:id/why-not',
  tag: 'contexts',
  summary: 'Say why a text is not in a context, and the smallest change that would let it in',
  role: 'reader',
  params: idParams,
  body: whyNotBody,
  replies: { 200: whyNot },
});
