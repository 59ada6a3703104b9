import type { Tool } from '@crumbtrail/tool-runtime';
import type { Envelope, SearchReply, SearchRequest } from '@crumbtrail/contracts';
import { render } from '@crumbtrail/hints';

const LIMIT = 5;
const MOST = 20;
/** Maximum length of one result, in characters. */
const MOST_TEXT = 600;
/** Requests more results than needed, because some have no text and are left out. */
const SPARE = 2;

interface SearchInput {
  readonly query: string;
  readonly limit?: number;
  readonly this_session?: boolean;
  readonly schemas?: readonly string[];
  readonly tags?: readonly string[];
  readonly author?: string;
  readonly since?: string;
}

function textOf(crumb: Envelope): string {
  const text = (render(crumb as Parameters<typeof render>[0]).text ?? '').trim();
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT).toWellFormed()} […]`;
}

/** One result as the model reads it. */
interface FoundBreadcrumb {
  readonly id: string;
  readonly schema: string;
  readonly author: string;
  readonly at: string;
  readonly session?: string;
  readonly title?: string;
  readonly text: string;
}

function toResult({ breadcrumb }: SearchReply['results'][number]): FoundBreadcrumb {
  const { id, schema_name: schema, title, author, occurred_at: at, session } = breadcrumb;
  return {
    id,
    schema,
    author: author.id,
    at,
    ...(session === undefined ? {} : { session }),
    ...(title === undefined ? {} : { title }),
    text: textOf(breadcrumb),
  };
}

function filterOf(
  { this_session, schemas, tags, author, since }: SearchInput,
  session?: string,
): SearchRequest['filter'] {
  const filter = { session: this_session ? session : undefined, schemas, tags, author, since };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

const string = { type: 'string' };

/** Searches the log with the access of the requesting agent. */
export const searchBreadcrumbs: Tool = {
  definition: {
    name: 'search_breadcrumbs',
    title: 'Search',
    category: 'memory',
    source: 'built-in',
    description: [
      'Searches everything that was said and recorded, as far as you may read it, by its words and by similarity. Use it when what you were given does not hold the answer.',
      'Ask in a few words that the text itself would use; ask again with other words before you give up. Results are the best first, each with who said it and when.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 2_000, description: 'What to look for.' },
        limit: { type: 'integer', minimum: 1, maximum: MOST, description: `Most results; ${LIMIT} if absent.` },
        this_session: { type: 'boolean', description: 'true: only this conversation.' },
        author: {
          type: 'string',
          maxLength: 80,
          description: 'Only what this person or agent said, such as `anna` or `user:anna`.',
        },
        since: { type: 'string', format: 'date-time', description: 'Only what was said from this time on.' },
        schemas: {
          type: 'array',
          maxItems: 16,
          items: { type: 'string', maxLength: 128 },
          description: 'Only records of these kinds.',
        },
        tags: {
          type: 'array',
          maxItems: 16,
          items: { type: 'string', maxLength: 128 },
          description: 'Only records with all of these tags.',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        results: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: string,
              schema: string,
              author: string,
              at: string,
              session: string,
              title: string,
              text: string,
            },
          },
        },
      },
      required: ['results'],
    },
    argument: 'query',
    examples: [
      {
        input: { query: 'deadline of the grant application' },
        output: { results: [{ author: 'ben', text: 'We must send it by 1 June.' }] },
      },
      { input: { query: 'dog name', author: 'anna', limit: 3 } },
    ],
    timeout_ms: 20_000,
    concurrency: 8,
    permissions: ['search'],
  },
  run: async (given, { log, session, request }) => {
    // The input was checked against the schema above.
    const input = given as unknown as SearchInput;
    const limit = input.limit ?? LIMIT;
    const { results } = await log.search({
      query: input.query,
      mode: 'hybrid',
      limit: limit * SPARE,
      filter: filterOf(input, session),
    });
    // The current exchange is already in the model's prompt.
    const others = results.filter(({ breadcrumb }) => breadcrumb.trail_id !== request.trail_id);
    const readable = others.map(toResult).filter(({ text }) => text !== '');
    return { results: readable.slice(0, limit) };
  },
};
