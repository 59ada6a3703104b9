import { z } from 'zod';
import { displayName } from '../display-name';
import { defineRoute } from './define-route';
import { jsonObject, name } from './fields';
import { MAX_MESSAGES, toolName } from './openai-fields';

const source = z.looseObject({
  type: z.string(),
  value: z.string().optional().describe('Of the type `data`: base64.'),
  mimeType: z.string().optional(),
});

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  source: source.optional(),
  filename: z.string().optional(),
});

const message = z.looseObject({
  id: z.string(),
  role: z.string(),
  name: displayName.or(z.literal('')).nullish(),
  content: z.union([z.string(), z.array(part), jsonObject, z.null()]).optional(),
  toolCalls: z
    .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string() }).optional() }))
    .nullish(),
  toolCallId: z.string().nullish(),
});

const tool = z.looseObject({
  name: toolName,
  description: z.string().max(16_384).nullish(),
  parameters: jsonObject.nullish(),
});

const resumeEntry = z.looseObject({
  interruptId: z.string(),
  status: z.enum(['resolved', 'cancelled']),
  payload: z.unknown().optional(),
});

const runInput = z
  .looseObject({
    threadId: name.describe('The session.'),
    runId: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 visible ASCII characters')
      .describe('Makes a repetition safe: the same run again joins the first.'),
    messages: z.array(message).max(MAX_MESSAGES),
    tools: z.array(tool).max(64).nullish().describe('Tools of the client, for agents that accept them.'),
    context: z.array(z.looseObject({ description: z.string(), value: z.string() })).nullish(),
    resume: z.array(resumeEntry).max(64).nullish().describe('Answers to the interrupts of the run before.'),
    state: z.unknown().optional(),
    forwardedProps: z.unknown().optional(),
  })
  .meta({ id: 'AgUiRunInput' });

/** The body of `POST /v1/agui/{agent}`, as far as the gateway reads it. */
export type AgUiRunInput = z.output<typeof runInput>;

const runEvent = z
  .looseObject({ type: z.string() })
  .meta({ id: 'AgUiEvent', description: 'Each Server-Sent Event is one of these.' });

export const RunAgUiAgent = defineRoute({
  name: 'runAgUiAgent',
  method: 'POST',
  path: '/v1/agui/:agent',
  tag: 'agents over AG-UI',
  summary:
    'Run an agent for a user interface that speaks AG-UI: its answer, its calls of tools, and what waits for a person',
  role: 'writer',
  params: z.object({ agent: name }),
  body: runInput,
  replies: { 200: runEvent },
  produces: ['text/event-stream'],
});
