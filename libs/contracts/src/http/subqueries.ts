import { z } from 'zod';
import type { SubqueryDefV1, SubqueryTemplate } from '../generated/types';
import type { ModelCallRecord, SubqueryTrimming } from '../operations/subqueries';
import { SUBQUERY_TYPES } from '../operations/subqueries';
import { defineRoute } from './define-route';
import { id, integer, jsonObjectAs, list, participant, time, typedAs } from './fields';

const TAG = 'for operators';

const shownTemplate = typedAs<SubqueryTemplate>({ type: 'object' });
const type = typedAs<SubqueryDefV1['type']>({ type: 'string' });

const subqueryKind = z
  .object({
    type,
    purpose: z.string().describe('What it is for.'),
    built_in: shownTemplate.describe('The built-in template.'),
    template: shownTemplate.describe('The template that is sent, with its reminder.'),
    draft: shownTemplate.optional().describe('The next template while it is prepared.'),
    saved: z
      .object({ id, version: integer, trail_id: id, at: time, by: participant })
      .optional()
      .describe('The subquery.def.v1. Absent: the workspace has none, and the built-in template is sent.'),
    changed: z.boolean().describe('Whether the workspace has a template of its own.'),
  })
  .meta({ id: 'SubqueryKind' });

/** A kind of subquery with its templates. */
export type SubqueryKindView = Readonly<z.output<typeof subqueryKind>>;

export const ListSubqueries = defineRoute({
  name: 'listSubqueries',
  method: 'GET',
  path: '/v1/subqueries',
  tag: TAG,
  summary: 'List the kinds of subquery with their templates: built-in, of the workspace, and drafts',
  role: 'operator',
  replies: { 200: z.object({ subqueries: list(subqueryKind) }).meta({ id: 'SubqueryKinds' }) },
});

const tryBody = z
  .strictObject({
    turn: id.describe('A turn that has been answered: the model reads what its agent was sent.'),
    request: z.string().min(1).max(4_000).describe('What to answer.'),
    content: z.string().max(65_536).optional().describe('A text that the request is about.'),
    context: z
      .enum(['full', 'none'])
      .default('full')
      .describe('Whether the model reads what the agent was sent, or nothing besides the content.'),
    max_words: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Most words of the answer. Default: as the template says.'),
    template: jsonObjectAs<SubqueryTemplate>()
      .optional()
      .describe('The template to try, as in a subquery.def.v1. Default: the one that is sent today.'),
  })
  .meta({ id: 'TrySubqueryBody' });

/** What a template is tried with. */
export type TrySubqueryBody = z.input<typeof tryBody>;

const trial = z
  .object({
    prompt: z.string().optional().describe('The last message that the model was sent.'),
    answer: z.string().optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    trimmed: typedAs<SubqueryTrimming>({ type: 'object' }).optional().describe('What a limit left out.'),
    model_calls: list(typedAs<ModelCallRecord>({ type: 'object' })).describe('What each call of the model took.'),
  })
  .meta({ id: 'SubqueryTrial' });

export const TrySubqueryTemplate = defineRoute({
  name: 'trySubquery',
  method: 'POST',
  path: '/v1/subqueries/:type/try',
  tag: TAG,
  summary:
    'Ask a subquery with a template after what the agent of a turn was sent; stores nothing, and costs model calls',
  role: 'operator',
  params: z.object({ type: z.enum(SUBQUERY_TYPES) }),
  body: tryBody,
  replies: { 200: trial },
});
