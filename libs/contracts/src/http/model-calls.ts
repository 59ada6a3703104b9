import { z } from 'zod';
import { defineRoute } from './define-route';
import { id, idParams, integer, list } from './fields';

const message = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  tool_calls: list(z.object({ id: z.string(), name: z.string(), arguments: z.string() })).optional(),
  call_id: z.string().optional(),
});

const call = z.object({
  call: integer.describe('Its number in the turn, from 1.'),
  model: z.string().optional().describe('Absent: the default of the service.'),
  temperature: z.number().optional(),
  max_output_tokens: integer.optional(),
  messages: list(message),
  tools: list(z.object({ name: z.string(), description: z.string(), parameters: z.looseObject({}) })),
  tokens: integer.describe('Of messages and tools, as counted.'),
});

const modelCalls = z
  .object({ context: id, calls: list(call), gone: z.string().optional().describe('Why there is nothing to show.') })
  .meta({ id: 'ModelCalls' });

/** What the model was sent in each call of a turn. */
export type ModelCallList = Readonly<z.output<typeof modelCalls>>;

export const ListModelCalls = defineRoute({
  name: 'listModelCalls',
  method: 'GET',
  path: '/v1/contexts/:id/calls',
  tag: 'contexts',
  summary: 'For operators: what the model was sent in each call of the turn, with the schemas of its tools',
  role: 'operator',
  params: idParams,
  replies: { 200: modelCalls },
});
