import { ToolError, type Tool } from '@crumbtrail/tool-runtime';

/** Reads one breadcrumb whole, with the access of the requesting agent. */
export const readBreadcrumb: Tool = {
  definition: {
    name: 'read_breadcrumb',
    title: 'Read a record',
    category: 'memory',
    source: 'built-in',
    description:
      'Reads one breadcrumb whole, by the id that a search or another record gave you, with its version and payload.',
    input: {
      type: 'object',
      properties: { id: { type: 'string', format: 'uuid' } },
      required: ['id'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        version: { type: 'integer' },
        schema_name: { type: 'string' },
        author: { type: 'string' },
        at: { type: 'string' },
        title: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
        context: { type: 'object' },
      },
      required: ['id', 'version', 'schema_name', 'author', 'at', 'context'],
    },
    examples: [{ input: { id: '01a1fcd3-0000-7000-8000-000000000001' } }],
    timeout_ms: 10_000,
    permissions: ['search'],
  },
  run: async ({ id }, { log }) => {
    const [crumb] = await log.read([String(id)]);
    if (!crumb)
      throw new ToolError(
        'not_found',
        `There is no breadcrumb ${String(id)} that you and the readers of your answer may read.`,
      );
    const { version, schema_name, author, occurred_at: at, title, tags, context } = crumb;
    return {
      id,
      version,
      schema_name,
      author: author.id,
      at,
      ...(title && { title }),
      ...(tags?.length && { tags }),
      context,
    };
  },
};
