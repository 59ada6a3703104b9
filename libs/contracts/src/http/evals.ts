import { z } from 'zod';
import { entryChange } from './context-replies';
import { contextConfig, maxTokens } from './contexts';
import { defineRoute } from './define-route';
import { id, idParams, integer, list, name } from './fields';

const lostCrumb = z.object({
  id,
  version: integer,
  chunk: integer.optional(),
  stage: z
    .enum([
      'never_considered',
      'below_floor',
      'duplicate_of',
      'low_information',
      'over_budget',
      'expired',
      'scope_ended',
      'superseded',
      'hint_failed',
      'erased',
      'not_found',
    ])
    .describe('What lost it.'),
  because: z.string(),
  change: entryChange.optional().describe('The smallest change of settings that lets it in.'),
});

const caseRun = z
  .object({
    case: id,
    context: id,
    agent: z.string(),
    outcome: z.enum(['passed', 'failed', 'erased']),
    because: z.string().optional().describe('Why it could not be built again: its context or its message was erased.'),
    must_have: integer,
    lost: list(lostCrumb),
    tokens: integer.optional(),
    max_tokens: integer.optional(),
  })
  .meta({ id: 'CaseRun' });

const counterfactual = z
  .object({
    context: id,
    agent: z.string(),
    response: id,
    session: z.string().optional(),
    outcome: z
      .enum(['keeps', 'loses', 'ungrounded', 'unknown'])
      .describe('Whether the context keeps what its answer was grounded on.'),
    because: z.string().optional().describe('Only for `unknown`.'),
    grounded: integer,
    lost: list(lostCrumb),
    recorded: z.object({ max_tokens: integer, tokens: integer }),
    tokens: integer.optional(),
  })
  .meta({ id: 'Counterfactual' });

const pinBody = z
  .strictObject({
    crumbs: z
      .array(z.uuid().toLowerCase())
      .min(1)
      .max(256)
      .optional()
      .describe('Breadcrumbs that the context kept. Default: those that its reply was grounded on.'),
    set: name.optional().describe('The set that the case belongs to. Default: none.'),
  })
  .meta({ id: 'PinBody' });

/** What is pinned, and in which set. */
export type PinBody = z.output<typeof pinBody>;

const settings = z.strictObject({
  budget: z.strictObject({ max_tokens: maxTokens }).optional(),
  config: contextConfig.optional(),
});

const pinnedCaseFields = z.object({
  id,
  context_id: id,
  trail_id: id,
  agent: z.string(),
  set: z.string().optional(),
  chosen_by: z.enum(['grounding', 'caller']),
  must_have: list(z.object({ id, version: integer, chunk: integer.optional() })),
});

/** A case that was pinned: the breadcrumbs that the context of a question must keep. */
export type PinnedCase = Readonly<z.output<typeof pinnedCaseFields>>;

export const PinTrail = defineRoute({
  name: 'pinTrail',
  method: 'POST',
  path: '/v1/trails/:id/pin',
  tag: 'trails',
  summary:
    'Write a case: these breadcrumbs must be in the context of this question; the id is that of the trail or of a context',
  role: 'writer',
  params: idParams,
  body: pinBody,
  replies: { 201: pinnedCaseFields.meta({ id: 'PinnedCase' }) },
});

export const RunEvalCase = defineRoute({
  name: 'runEvalCase',
  method: 'POST',
  path: '/v1/cases/:id/run',
  tag: 'contexts',
  summary:
    'Build the context of a pinned case again, with other settings: the reply names what it lacks and why; nothing is stored',
  role: 'reader',
  params: idParams,
  body: settings.meta({ id: 'RunCaseBody' }),
  replies: { 200: caseRun },
});

export const CounterfactualContext = defineRoute({
  name: 'counterfactualContext',
  method: 'POST',
  path: '/v1/contexts/:id/counterfactual',
  tag: 'contexts',
  summary:
    'Fit a recorded context with other settings: which breadcrumbs that its answer was grounded on would be lost',
  role: 'reader',
  params: idParams,
  body: settings
    .refine(({ budget, config }) => budget !== undefined || config !== undefined, 'give budget, config or both')
    .meta({ id: 'CounterfactualBody' }),
  replies: { 200: counterfactual },
});
