import type { Tool } from '@crumbtrail/tool-runtime';
import { OWN_BREADCRUMB, readOwn } from './own-breadcrumb';

interface UpdateInput {
  readonly id: string;
  readonly version: number;
  readonly context: Record<string, unknown>;
}

/** Changes a record that the agent wrote, if nobody has changed it since it was read. */
export const updateBreadcrumb: Tool = {
  definition: {
    name: 'update_breadcrumb',
    title: 'Change a record',
    category: 'memory',
    source: 'built-in',
    description:
      'Replaces the payload of a record that you have written, as a new version; the earlier one stays in its history. Read it first.',
    input: {
      type: 'object',
      properties: { ...OWN_BREADCRUMB, context: { type: 'object', description: 'The whole new payload.' } },
      required: ['id', 'version', 'context'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { id: { type: 'string' }, version: { type: 'integer' } },
      required: ['id', 'version'],
    },
    examples: [
      {
        input: {
          id: '01a1fcd3-0000-7000-8000-000000000001',
          version: 1,
          context: { text: 'Anna cannot eat nuts or fish.' },
        },
        output: { id: '01a1fcd3-0000-7000-8000-000000000001', version: 2 },
      },
    ],
    timeout_ms: 10_000,
    permissions: ['search', 'create'],
  },
  run: async (given, call) => {
    // The input was checked against the schema above.
    const { id, version, context } = given as unknown as UpdateInput;
    const { schema_name } = await readOwn({ id, version }, call);
    const changed = await call.log.update({ id, version, schema_name }, context);
    return { id, version: changed.version };
  },
};
