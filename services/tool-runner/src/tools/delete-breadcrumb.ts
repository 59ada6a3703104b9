import { DELETE_BREADCRUMB } from '@crumbtrail/contracts/grants';
import type { Tool } from '@crumbtrail/tool-runtime';
import { OWN_BREADCRUMB, readOwn } from './own-breadcrumb';

/** Erases a record that the agent wrote, with its history. A person approves each call first, unless the agent's definition says otherwise. */
export const deleteBreadcrumb: Tool = {
  definition: {
    name: DELETE_BREADCRUMB,
    title: 'Delete a record',
    category: 'memory',
    source: 'built-in',
    description:
      'Erases a record that you have written, with all its versions, for everybody. It cannot be undone, and a person approves it first.',
    input: {
      type: 'object',
      properties: { ...OWN_BREADCRUMB },
      required: ['id', 'version'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { id: { type: 'string' }, erased: { const: true } },
      required: ['id', 'erased'],
    },
    examples: [{ input: { id: '01a1fcd3-0000-7000-8000-000000000001', version: 2 } }],
    timeout_ms: 10_000,
    effect: 'at_most_once',
    permissions: ['search', 'create'],
  },
  run: async (given, call) => {
    const { id, version } = given as unknown as { readonly id: string; readonly version: number };
    const { schema_name } = await readOwn({ id, version }, call);
    await call.log.update({ id, version, schema_name }, null);
    return { id, erased: true };
  },
};
