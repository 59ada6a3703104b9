import { z } from 'zod';
import type { AgentDefV1, AgentResponseV1 } from '../generated/types';
import { RERUN_BASES, definitionChanges } from '../operations/reruns';
import { contextDiff } from './context-replies';
import { contextConfig, maxTokens } from './contexts';
import { defineRoute } from './define-route';
import { componentRef, id, idParams, integer, jsonObject, jsonObjectAs, list, typedAs } from './fields';

const rerunBody = z
  .strictObject({
    ...definitionChanges.shape,
    tools: definitionChanges.shape.tools.describe('Names of tools, or prefixes that end in `*`; empty: none.'),
    definition: jsonObjectAs<AgentDefV1>(componentRef('AgentDefV1'))
      .optional()
      .describe('A whole agent.def.v1 of the same agent, in place of the one that is changed; nothing is saved.'),
    budget: z.strictObject({ max_tokens: maxTokens }).optional(),
    config: contextConfig.optional(),
    base: z
      .enum(RERUN_BASES)
      .default('recorded')
      .describe('Whether the definition and configuration of the turn are changed, or the latest ones.'),
    confirmed: z
      .boolean()
      .default(false)
      .describe('Lets tools with side effects run. Default: each of their calls is answered with an error.'),
  })
  .meta({ id: 'RerunBody' });

/** How a turn is run again. */
export type RerunBody = z.output<typeof rerunBody>;

const answer = z.object({
  action: z.enum(['speak', 'wait', 'error', 'stopped']),
  content: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  model: z.string().optional(),
  usage: typedAs<AgentResponseV1['usage']>({ type: 'object', additionalProperties: true }).optional(),
  latency_ms: z.number().optional(),
  steps: integer.optional(),
  tool_calls: integer.optional(),
  context_tokens: integer.describe('Of its formatted context.'),
  max_tokens: integer.describe('The budget of its context.'),
});

const call = z.object({
  tool: z.string(),
  input: jsonObject,
  status: z.enum(['ok', 'error']),
  text: z.string(),
  not_run: z.boolean().describe('True: the rerun did not allow it.'),
});

const rerun = z
  .object({
    turn: id,
    agent: z.string(),
    context: id.describe('The recorded context.'),
    definition: z.object({ id, version: integer }).describe('What the changes apply to.'),
    before: answer.optional().describe('The recorded answer. Absent while the turn has none.'),
    after: answer,
    formatted_context: z.string().describe('The context of the rerun.'),
    calls: list(call).describe('The tools that the model called in the rerun.'),
    diff: contextDiff.describe('The recorded context, a, compared with that of the rerun, b.'),
    duration_ms: z.number(),
    record: id.describe('The turn.rerun.v1.'),
  })
  .meta({ id: 'Rerun' });

/** A turn that was run again, beside the recorded one. */
export type Rerun = Readonly<z.output<typeof rerun>>;

/** One of the two answers of a rerun. */
export type RerunAnswer = Readonly<z.output<typeof answer>>;

export const RerunTurn = defineRoute({
  name: 'rerunTurn',
  method: 'POST',
  path: '/v1/turns/:id/rerun',
  tag: 'for operators',
  summary:
    'Run a turn again with changes, for its message as of its position of the log: wakes nobody and leaves only a record of its cost',
  role: 'operator',
  params: idParams,
  body: rerunBody,
  replies: { 200: rerun },
});
