import { z } from 'zod';
import { defineRoute } from './define-route';
import { integer, jsonObject, list } from './fields';
import { contentPart, MAX_MESSAGES, OPENAI_TAG, toolName } from './openai-fields';

const content = z.union([z.string(), z.array(contentPart)]);

/** A message, a call of a tool, its output, or a reference to one of these. */
const inputItem = z.looseObject({
  type: z.string().nullish(),
  id: z.string().nullish(),
  role: z.string().nullish(),
  content: content.nullish(),
  call_id: z.string().nullish(),
  output: content.nullish(),
});

/** An item of the input of a request, as far as the gateway reads it. */
export type ResponseInputItem = z.output<typeof inputItem>;

const functionTool = z.looseObject({
  type: z.literal('function', { error: 'must be `function`: other tools are the agent’s own' }),
  name: toolName,
  description: z.string().max(16_384).nullish(),
  parameters: jsonObject.nullish(),
});

const toolChoice = z.union([z.enum(['none', 'auto', 'required']), z.looseObject({ name: toolName })], {
  error: 'must be `none`, `auto`, `required`, or name a function',
});

const responsesBody = z
  .looseObject({
    model: z.string().min(1).max(256).describe('An agent: an id of GET /v1/models.'),
    input: z.union([z.string(), z.array(inputItem).min(1).max(MAX_MESSAGES)]),
    instructions: z.string().nullish(),
    previous_response_id: z.string().max(128).nullish().describe('Continues the session of that response.'),
    stream: z.boolean().nullish(),
    text: z
      .looseObject({ format: z.looseObject({ type: z.string(), schema: jsonObject.nullish() }).nullish() })
      .nullish(),
    tools: z.array(functionTool).max(64).nullish(),
    tool_choice: toolChoice.nullish(),
    background: z.boolean().nullish(),
    conversation: z.unknown().optional(),
    metadata: z.record(z.string(), z.string()).nullish().describe('As of chat completions.'),
  })
  .meta({ id: 'ResponsesBody' });

/** The body of `POST /v1/responses`, as far as the gateway reads it. */
export type ResponsesBody = z.output<typeof responsesBody>;

const modelResponse = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: integer,
    status: z.enum(['in_progress', 'completed', 'incomplete']),
    model: z.string(),
    output: list(jsonObject).describe(
      'A message with `output_text`, or calls of tools of the client (`function_call`).',
    ),
    usage: z.object({ input_tokens: integer, output_tokens: integer, total_tokens: integer }).nullable(),
  })
  .meta({
    id: 'ModelResponse',
    description:
      'With `stream: true`, the events of the Responses API as Server-Sent Events. Headers as of chat completions.',
  });

export const CreateResponse = defineRoute({
  name: 'createResponse',
  method: 'POST',
  path: '/v1/responses',
  tag: OPENAI_TAG,
  summary: 'Send a conversation, or its next message, to an agent, as clients of the Responses API send it to a model',
  role: 'writer',
  body: responsesBody,
  replies: { 200: modelResponse },
  produces: ['application/json', 'text/event-stream'],
  protocol: 'openai',
});
