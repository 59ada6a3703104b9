import { z } from 'zod';
import { defineRoute } from './define-route';
import { integer, list } from './fields';

const TAG = 'OpenAI protocol';

const contentPart = z.looseObject({ type: z.string(), text: z.string().optional() });

const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(contentPart), z.null()]).optional(),
  tool_calls: z.array(z.unknown()).nullish(),
  function_call: z.unknown().optional(),
});

/** A client repeats its whole conversation, so the size of the body is the limit that matters. */
const MAX_MESSAGES = 100_000;

const chatBody = z
  .looseObject({
    model: z.string().min(1).max(256).describe('An agent: an id of GET /v1/models.'),
    messages: z.array(message).min(1).max(MAX_MESSAGES),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    n: z.int().nullish(),
    response_format: z.looseObject({ type: z.string() }).nullish(),
    metadata: z
      .record(z.string(), z.string())
      .nullish()
      .describe(
        '`session` names the session; `on_disconnect` is `stop` or `continue`: what happens to the turn when the client disconnects.',
      ),
    tools: z.array(z.unknown()).nullish(),
    functions: z.array(z.unknown()).nullish(),
    tool_choice: z.unknown().optional(),
    logprobs: z.boolean().nullish(),
    modalities: z.array(z.string()).nullish(),
  })
  .meta({ id: 'ChatBody' });

/** The body of `POST /v1/chat/completions`, as far as the gateway reads it. */
export type ChatBody = z.output<typeof chatBody>;

const usage = z.object({ prompt_tokens: integer, completion_tokens: integer, total_tokens: integer });

const choice = z.object({
  index: integer,
  message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
  logprobs: z.null(),
  finish_reason: z.enum(['stop', 'length', 'content_filter']),
});

const chatCompletion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: integer,
    model: z.string(),
    choices: list(choice),
    usage,
  })
  .meta({
    id: 'ChatCompletion',
    description:
      'With `stream: true`, Server-Sent Events: `chat.completion.chunk`s, then `[DONE]`; an error after the first chunk is an event `{error}`. ' +
      'Headers: Crumbtrail-Session, Crumbtrail-Trail, Crumbtrail-Turn; Crumbtrail-Ignored lists parameters that the agent’s definition sets.',
  });

/** An agent's answer as OpenAI's clients read it. */
export type ChatCompletion = z.output<typeof chatCompletion>;

const model = z
  .object({ id: z.string(), object: z.literal('model'), created: integer, owned_by: z.string() })
  .meta({ id: 'Model' });

/** An agent as a model. */
export type AgentModel = Readonly<z.output<typeof model>>;

/** The body of an error as OpenAI's clients read it. */
export const openAiErrorReply = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: 'OpenAiError' });

export const CreateChatCompletion = defineRoute({
  name: 'createChatCompletion',
  method: 'POST',
  path: '/v1/chat/completions',
  tag: TAG,
  summary: 'Send a conversation to an agent, as OpenAI clients send it to a model',
  role: 'writer',
  body: chatBody,
  replies: { 200: chatCompletion },
  produces: ['application/json', 'text/event-stream'],
  protocol: 'openai',
});

export const ListModels = defineRoute({
  name: 'listModels',
  method: 'GET',
  path: '/v1/models',
  tag: TAG,
  summary: 'List the agents that this key can talk to',
  role: 'reader',
  replies: { 200: z.object({ object: z.literal('list'), data: list(model) }).meta({ id: 'Models' }) },
  protocol: 'openai',
});

export const ReadModel = defineRoute({
  name: 'readModel',
  method: 'GET',
  path: '/v1/models/:id',
  tag: TAG,
  summary: 'Read one agent',
  role: 'reader',
  params: z.object({ id: z.string() }),
  replies: { 200: model },
  protocol: 'openai',
});
