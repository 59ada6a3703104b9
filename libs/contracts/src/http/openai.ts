import { z } from 'zod';
import { MAX_EMBEDDED_CHARACTERS } from '../operations/embedding';
import { displayName } from '../display-name';
import { defineRoute } from './define-route';
import { integer, jsonObject, list } from './fields';
import { contentPart, MAX_MESSAGES, OPENAI_TAG, toolName } from './openai-fields';

const message = z.looseObject({
  role: z.string(),
  name: displayName
    .or(z.literal(''))
    .nullish()
    .describe('Of a user: the display name of its author, in any letters; for a key without a name of its own.'),
  content: z.union([z.string(), z.array(contentPart), z.null()]).optional(),
  tool_calls: z.array(z.looseObject({ id: z.string() })).nullish(),
  tool_call_id: z.string().nullish(),
  function_call: z.unknown().optional(),
});

const functionTool = z.looseObject({
  type: z.literal('function', { error: 'must be `function`: other tools are the agent’s own' }),
  function: z.looseObject({
    name: toolName,
    description: z.string().max(16_384).nullish(),
    parameters: jsonObject.nullish(),
  }),
});

const toolChoice = z.union(
  [z.enum(['none', 'auto', 'required']), z.looseObject({ function: z.looseObject({ name: toolName }) })],
  { error: 'must be `none`, `auto`, `required`, or name a function' },
);

const chatBody = z
  .looseObject({
    model: z.string().min(1).max(256).describe('An agent: an id of GET /v1/models.'),
    messages: z.array(message).min(1).max(MAX_MESSAGES),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    n: z.int().nullish(),
    response_format: z
      .looseObject({
        type: z.string(),
        json_schema: z.looseObject({ schema: jsonObject.nullish() }).nullish(),
      })
      .nullish(),
    metadata: z
      .record(z.string(), z.string())
      .nullish()
      .describe(
        '`session` names the session; `on_disconnect` is `stop` or `continue`: what happens to the turn when the client disconnects.',
      ),
    tools: z
      .array(functionTool)
      .max(64)
      .nullish()
      .describe('Tools that the client runs, for agents whose definition says `accept_tools`.'),
    tool_choice: toolChoice.nullish(),
    functions: z.array(z.unknown()).nullish(),
    logprobs: z.boolean().nullish(),
    modalities: z.array(z.string()).nullish(),
  })
  .meta({ id: 'ChatBody' });

/** The body of `POST /v1/chat/completions`, as far as the gateway reads it. */
export type ChatBody = z.output<typeof chatBody>;

const usage = z.object({
  prompt_tokens: integer,
  completion_tokens: integer,
  total_tokens: integer,
  prompt_tokens_details: z.object({ cached_tokens: integer }).optional(),
});

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string().describe('A JSON object.') }),
});

/** A call of a tool that the client runs. */
export type ClientToolCall = z.output<typeof toolCall>;

const choice = z.object({
  index: integer,
  message: z.object({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    refusal: z.null(),
    tool_calls: list(toolCall).optional(),
  }),
  logprobs: z.null(),
  finish_reason: z.enum(['stop', 'length', 'content_filter', 'tool_calls']),
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

/** The most texts of one request for vectors, as in the protocol. */
const MAX_INPUTS = 2_048;

const embeddedText = z.string().min(1).max(MAX_EMBEDDED_CHARACTERS);

const embeddingsBody = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .max(256)
      .describe('The embedder that serves, as replies name it, or `default` for whichever serves.'),
    input: z.union([embeddedText, z.array(embeddedText).min(1).max(MAX_INPUTS)], {
      error: `must be a text, or a list of 1 to ${MAX_INPUTS} texts, of 1 to ${MAX_EMBEDDED_CHARACTERS} characters each; token ids are not accepted`,
    }),
    encoding_format: z.enum(['float', 'base64']).nullish(),
    dimensions: z.int().nullish().describe('Only the dimensions that the embedder has.'),
  })
  .meta({ id: 'EmbeddingsBody' });

/** The body of `POST /v1/embeddings`, as far as the gateway reads it. */
export type EmbeddingsBody = z.output<typeof embeddingsBody>;

const embedding = z.object({
  object: z.literal('embedding'),
  index: integer,
  embedding: z
    .union([list(z.number()), z.string()])
    .describe('A unit vector: numbers, or with `encoding_format: base64` their 32-bit floats, little-endian.'),
});

const embeddingList = z
  .object({
    object: z.literal('list'),
    data: list(embedding),
    model: z.string(),
    usage: z.object({ prompt_tokens: integer, total_tokens: integer }),
  })
  .meta({ id: 'EmbeddingList' });

/** Vectors as OpenAI's clients read them. */
export type EmbeddingList = z.output<typeof embeddingList>;

const model = z
  .object({
    id: z.string(),
    /** The name in the agent's definition, else its id; for clients that show a name, such as Open WebUI. */
    name: z.string(),
    object: z.literal('model'),
    created: integer,
    owned_by: z.string(),
  })
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
  tag: OPENAI_TAG,
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
  tag: OPENAI_TAG,
  summary: 'List the agents that this key can talk to',
  role: 'reader',
  replies: { 200: z.object({ object: z.literal('list'), data: list(model) }).meta({ id: 'Models' }) },
  protocol: 'openai',
});

export const ReadModel = defineRoute({
  name: 'readModel',
  method: 'GET',
  path: '/v1/models/:id',
  tag: OPENAI_TAG,
  summary: 'Read one agent',
  role: 'reader',
  params: z.object({ id: z.string() }),
  replies: { 200: model },
  protocol: 'openai',
});

export const CreateEmbeddings = defineRoute({
  name: 'createEmbeddings',
  method: 'POST',
  path: '/v1/embeddings',
  tag: OPENAI_TAG,
  summary: 'Get vectors of texts by the embedder of the store',
  // A hosted embedder is paid for by the call.
  role: 'writer',
  body: embeddingsBody,
  replies: { 200: embeddingList },
  protocol: 'openai',
});
