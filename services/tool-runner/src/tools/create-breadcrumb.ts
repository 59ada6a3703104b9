import type { Tool } from '@crumbtrail/tool-runtime';
import type { Audience, Draft } from '@crumbtrail/contracts';

interface CreateBreadcrumbInput {
  readonly schema_name: string;
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly context: Record<string, unknown>;
  readonly audience?: Audience;
}

/** Creates one breadcrumb. The store validates it, and a second run of the same request returns the first one. */
export const createBreadcrumb: Tool = {
  definition: {
    name: 'create_breadcrumb',
    title: 'Create a record',
    category: 'memory',
    source: 'built-in',
    description: [
      'Records something as a breadcrumb, to be found later by you and others. Choose a schema that this workspace has defined for the purpose; the payload must fit it, and you are told what does not.',
      'Those who can read your answer can read the record; name an `audience` to show it to fewer. It cannot be undone.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        schema_name: { type: 'string', maxLength: 128, description: 'Such as note.v1' },
        title: { type: 'string', maxLength: 400 },
        tags: { type: 'array', maxItems: 32, items: { type: 'string', minLength: 1, maxLength: 128 } },
        context: { type: 'object', description: 'The payload, as the schema wants it.' },
        audience: {
          description: '`all`, `agents`, or those who may read it, such as `user:anna`.',
          anyOf: [
            { enum: ['all', 'agents'] },
            { type: 'array', minItems: 1, maxItems: 64, items: { type: 'string', maxLength: 80 } },
          ],
        },
      },
      required: ['schema_name', 'context'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { id: { type: 'string' }, version: { type: 'integer' } },
      required: ['id', 'version'],
    },
    examples: [
      {
        // eslint-disable-next-line no-restricted-syntax -- a schema that an operator might define, not one of ours
        input: { schema_name: 'note.v1', title: 'Allergy', tags: ['anna'], context: { text: 'Anna cannot eat nuts.' } },
        output: { id: '01a1fcd3-…', version: 1 },
      },
    ],
    timeout_ms: 10_000,
    permissions: ['create'],
  },
  run: async (given, { log }) => {
    // The input was checked against the schema above.
    const { schema_name, title, tags, context, audience } = given as unknown as CreateBreadcrumbInput;
    const more = Object.entries({ title, tags, audience }).filter(([, value]) => value !== undefined);
    const draft = { schema_name, context, ...Object.fromEntries(more) } as Draft;
    const { results } = await log.create([draft]);
    return { id: results[0]?.id, version: results[0]?.version };
  },
};
