import { integer, list, maybe, object, ref, string } from './schema';

const usage = object({ prompt_tokens: integer, completion_tokens: integer, total_tokens: integer });
const message = object({ role: { const: 'assistant' }, content: string, refusal: { type: 'null' } });
const choice = object({
  ...{ index: integer, message, logprobs: { type: 'null' } },
  finish_reason: { enum: ['stop', 'length', 'content_filter'] },
});

/** What the doors of the OpenAI protocol answer. */
export const openAiReplies = {
  ChatCompletion: object(
    {
      ...{ id: string, object: { const: 'chat.completion' }, created: integer, model: string },
      ...{ choices: list(choice), usage },
    },
    {
      description:
        'With `stream: true`, Server-Sent Events: `chat.completion.chunk`s, then `[DONE]`; an error in the middle is an event `{error}`. ' +
        'Headers: Crumbtrail-Session, Crumbtrail-Trail, Crumbtrail-Turn; Crumbtrail-Ignored names parameters that the agent’s definition decides on.',
    },
  ),
  Model: object({ id: string, object: { const: 'model' }, created: integer, owned_by: string }),
  Models: object({ object: { const: 'list' }, data: list(ref('Model')) }),
  OpenAiError: object({
    error: object({ message: string, type: string, param: maybe(string), code: maybe(string) }),
  }),
} as const;
