import { z } from 'zod';
import type { ModelConnectionV1 } from '../generated/types';
import { defineRoute } from './define-route';
import { integer, list, participant, time, typedAs } from './fields';

const TAG = 'for operators';

/** The longest key of a model that can be saved. */
const MAX_KEY_CHARACTERS = 4_096;

const address = z
  .string()
  .max(512)
  .regex(
    /^https?:\/\/[^\s@?#]+$/,
    'must begin with http:// or https://, without a user, a password or a query, such as https://api.openai.com/v1',
  );

const modelBody = z
  .strictObject({
    provider: z
      .enum(['openai', 'openrouter', 'vllm', 'vllm-guided', 'ollama', 'llama.cpp', 'mistral', 'plain'])
      .optional()
      .describe(
        'What the server is, which says what it supports. Default: any server that speaks the OpenAI protocol.',
      ),
    base_url: address.describe("The root of the server's API."),
    model: z.string().min(1).max(200).describe('The name of the model there.'),
    key: z
      .string()
      .min(1)
      .max(MAX_KEY_CHARACTERS)
      .regex(/^[\x21-\x7e]+$/, 'must be of printable ASCII characters without spaces')
      .nullable()
      .optional()
      .describe('The API key. Absent: the saved one, if it is for the same address. null: none.'),
  })
  .meta({ id: 'ModelBody' });

/** A model to connect or to try. */
export type ModelBody = z.input<typeof modelBody>;

const provider = typedAs<NonNullable<ModelConnectionV1['provider']>>({ type: 'string' });

const modelState = z
  .object({
    answers: z
      .enum(['environment', 'settings', 'offline'])
      .describe('Where the model comes from that answers: `offline` is the built-in one, which quotes its context.'),
    environment: z
      .object({ base_url: z.string(), model: z.string() })
      .optional()
      .describe('The model that the environment of the agent-executor names. It takes precedence.'),
    connection: z
      .object({
        provider: provider.optional(),
        base_url: z.string(),
        model: z.string(),
        has_key: z.boolean().describe('Whether a key is saved. No reply shows it.'),
      })
      .optional()
      .describe('The model that an operator has connected.'),
    saves_keys: z.boolean().describe('Whether keys can be saved: gateway and agent-executor have SETTINGS_KEY.'),
    history: list(
      z.object({
        version: integer,
        at: time,
        by: participant,
        changes: list(z.string()).describe('What was changed, in words; never a key.'),
      }),
    ).describe('Who changed what, the latest first; at most 100.'),
  })
  .meta({ id: 'WorkspaceModel' });

/** The model of a workspace, and who has changed it. */
export type WorkspaceModel = Readonly<z.output<typeof modelState>>;

export const ReadConnectedModel = defineRoute({
  name: 'readConnectedModel',
  method: 'GET',
  path: '/v1/model',
  tag: TAG,
  summary: 'Read which model answers in the workspace, and who has changed it; never its key',
  role: 'operator',
  replies: { 200: modelState },
});

export const ConnectModel = defineRoute({
  name: 'connectModel',
  method: 'PUT',
  path: '/v1/model',
  tag: TAG,
  summary: 'Connect the model that answers in the workspace, from the next turn on; its key is stored encrypted',
  role: 'operator',
  body: modelBody,
  replies: { 200: modelState },
  errors: ['version_conflict'],
});

export const DisconnectModel = defineRoute({
  name: 'disconnectModel',
  method: 'DELETE',
  path: '/v1/model',
  tag: TAG,
  summary: 'Disconnect the model of the workspace and forget its key; the built-in offline model answers',
  role: 'operator',
  replies: { 200: modelState },
  errors: ['version_conflict'],
});

export const TestModel = defineRoute({
  name: 'testModel',
  method: 'POST',
  path: '/v1/model/test',
  tag: TAG,
  summary: 'Call a model once, to see whether it answers; stores nothing',
  role: 'operator',
  body: modelBody,
  replies: {
    200: z
      .object({
        ok: z.boolean(),
        latency_ms: integer,
        message: z.string().describe('What the model wrote, or why it did not.'),
        model: z.string().describe('The model that answered, as its server names it.'),
      })
      .meta({ id: 'ModelTrial' }),
  },
});
