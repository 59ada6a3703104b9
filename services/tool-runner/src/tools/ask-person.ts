import { ASK_PERSON } from '@crumbtrail/contracts';
import { ToolError, type Tool } from '@crumbtrail/tool-runtime';

/** Asks a person, who answers as approvals are decided. It runs only once there is an answer. */
export const askPerson: Tool = {
  definition: {
    name: ASK_PERSON,
    title: 'Ask a person',
    category: 'people',
    source: 'built-in',
    description: [
      'Asks a person a question and returns the answer. Use it when only a person can know or decide; you go on when they have answered, which may take long.',
      'With `choices` they choose one of them, or several with `multiple`. With `free_text`, or without choices, they write.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        question: { type: 'string', minLength: 1, maxLength: 4_000 },
        choices: {
          type: 'array',
          minItems: 2,
          maxItems: 20,
          uniqueItems: true,
          items: { type: 'string', minLength: 1, maxLength: 500 },
        },
        multiple: { type: 'boolean', description: 'Whether several choices may be chosen. Default false.' },
        free_text: { type: 'boolean', description: 'Whether they may also write. Default false with choices.' },
      },
      required: ['question'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { choices: { type: 'array', items: { type: 'string' } }, text: { type: 'string' } },
    },
    argument: 'question',
    examples: [
      { input: { question: 'When shall I book?', choices: ['Tuesday', 'Thursday'] }, output: { choices: ['Tuesday'] } },
    ],
    timeout_ms: 1_000,
  },
  run: async (_input, { answer }) => {
    if (answer === undefined)
      throw new ToolError('needs_turn', 'A person is asked only in the turn of an agent, and a trial run has no turn.');
    return answer;
  },
};
