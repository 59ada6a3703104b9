import { ToolError, type Tool } from '@crumbtrail/tool-runtime';
import { ANSWER_SCHEMA, MAX_REQUEST, SUBQUERY_TIMEOUT_MS } from './answer-schema';

interface VisitChatInput {
  readonly session: string;
  readonly request: string;
  readonly around?: string;
}

const refusal = (session: string): ToolError =>
  new ToolError('not_permitted', `You took no part in a conversation "${session}". Visit only those in which you did.`);

const nothingToTell = (session: string): ToolError =>
  new ToolError(
    'nothing_to_tell',
    `Nothing of "${session}" at that time may be told to everybody who reads your answer here. Do without it.`,
  );

/** Asks a past conversation of the agent about something; only the answer comes back. */
export const visitChat: Tool = {
  definition: {
    name: 'visit_chat',
    title: 'Visit chat',
    category: 'subquery',
    source: 'built-in',
    description: [
      'Asks a past conversation in which you took part; only the answer comes back. Use it when you were given a piece of it and need the rest. A separate model call reads its messages.',
      'Name the session and, if you know it, the time; do not guess names.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        session: { type: 'string', minLength: 1, maxLength: 64, description: 'The id of the conversation.' },
        request: { type: 'string', minLength: 1, maxLength: MAX_REQUEST, description: 'What to find out.' },
        around: {
          type: 'string',
          format: 'date-time',
          description: 'The messages nearest to this time are read; without it the newest.',
        },
      },
      required: ['session', 'request'],
      additionalProperties: false,
    },
    output: ANSWER_SCHEMA,
    argument: 'request',
    examples: [
      {
        input: { session: 'inn', request: 'What did Ann promise?' },
        output: { answer: 'The map.' },
      },
    ],
    timeout_ms: SUBQUERY_TIMEOUT_MS,
    concurrency: 8,
    permissions: ['search', 'model'],
  },
  run: async (given, { log, model }) => {
    // The input was checked against the schema above.
    const { session, request, around } = given as unknown as VisitChatInput;
    const { took_part, messages } = await log.sessionMessages(session, around);
    if (!took_part) throw refusal(session);
    if (messages.length === 0) throw nothingToTell(session);
    const content = { source: `conversation ${session}`, parts: messages, ...(around === undefined ? {} : { around }) };
    return model.ask({ kind: 'fork', type: 'question', request, content });
  },
};
