import { SUBQUERY_TYPES, type SubqueryContent } from '@crumbtrail/contracts';
import { BUILT_IN_SUBQUERIES } from '@crumbtrail/prompting';
import type { ModelQuestion, Tool, ToolCall } from '@crumbtrail/tool-runtime';
import { findAgents } from '../session/members';
import { ANSWER_SCHEMA, MAX_REQUEST, SUBQUERY_TIMEOUT_MS } from './answer-schema';

const MAX_CONTENT = 64 * 1024;
const MAX_WORDS = 1_000;

interface SubqueryInput {
  readonly request: string;
  readonly context?: 'full' | 'none';
  readonly agent?: string;
  readonly content?: string;
  readonly type?: ModelQuestion['type'];
  readonly max_words?: number;
  readonly pictures?: boolean;
}

const contentOf = (text: string): SubqueryContent => ({ source: 'text', parts: [{ text }] });

/** The types with what each is for. */
const describeTypes = (): string =>
  SUBQUERY_TYPES.map((type) => `${type} (${BUILT_IN_SUBQUERIES[type].purpose})`).join(', ');

/** Another agent answers only if the caller may see it in the session. */
async function answererOf(
  { agent, context }: SubqueryInput,
  { log }: ToolCall,
): Promise<Pick<ModelQuestion, 'kind' | 'agent'>> {
  if (agent === undefined) return { kind: context === 'none' ? 'fresh' : 'fork' };
  const [found] = findAgents([agent], await log.members());
  return { kind: 'agent', agent: found };
}

const definition: Tool['definition'] = {
  name: 'subquery',
  title: 'Subquery',
  category: 'subquery',
  source: 'built-in',
  description: [
    'Asks a separate model call; only the answer comes back. What it read does not fill this conversation: use it to analyse, to summarise the session, or to ask another agent.',
    'By default it knows all that you know here; with `context: "none"` it knows only `content`. It calls no tools.',
  ].join(' '),
  input: {
    type: 'object',
    properties: {
      request: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_REQUEST,
        description: 'What to answer, in full sentences.',
      },
      content: { type: 'string', maxLength: MAX_CONTENT, description: 'A text that the request is about.' },
      context: { enum: ['full', 'none'], description: 'What the answering model knows besides. Default: full.' },
      agent: {
        type: 'string',
        maxLength: 80,
        description: 'An agent of this conversation that answers, by id or name, with its own prompt and model.',
      },
      pictures: {
        type: 'boolean',
        description: 'true: with the pictures of the message, for an `agent` whose model sees.',
      },
      type: {
        enum: [...SUBQUERY_TYPES],
        description: `What is asked for: ${describeTypes()}. Default: question.`,
      },
      max_words: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_WORDS,
        description: 'Most words of the answer. Default: as the type says.',
      },
    },
    required: ['request'],
    additionalProperties: false,
  },
  output: ANSWER_SCHEMA,
  argument: 'request',
  examples: [
    {
      input: { request: 'What did Ann promise?' },
      output: { answer: 'The map.' },
    },
  ],
  timeout_ms: SUBQUERY_TIMEOUT_MS,
  concurrency: 8,
  permissions: ['search', 'model'],
};

/** Asks a model apart from the conversation; only the answer comes back. */
export const subquery: Tool = {
  definition,
  run: async (given, call) => {
    // The input was checked against the schema above.
    const input = given as unknown as SubqueryInput;
    const { request, content, type = 'question', pictures, max_words } = input;
    return call.model.ask({
      ...(await answererOf(input, call)),
      type,
      request,
      ...(content === undefined ? {} : { content: contentOf(content) }),
      ...(max_words === undefined ? {} : { max_words }),
      ...(pictures ? { pictures } : {}),
    });
  },
};
