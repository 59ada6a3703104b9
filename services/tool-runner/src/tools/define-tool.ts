import { ToolDef, type ToolDefV1 } from '@crumbtrail/contracts';
import { DEFINE_TOOL } from '@crumbtrail/contracts/grants';
import { ToolError, type Tool } from '@crumbtrail/tool-runtime';

type DefinedFields = Pick<ToolDefV1, 'name' | 'description' | 'input' | 'output' | 'code' | 'examples' | 'hosts'>;

/** Marks the definitions that an agent wrote: it changes these, and no others. */
const writtenBy = (agent: string): string => `agent:${agent}`;

/** The definition after an agent has written it. Refuses one that somebody else has written. */
function redefine(before: Partial<ToolDefV1> | undefined, fields: DefinedFields, agent: string): DefinedFields {
  const source = writtenBy(agent);
  if (before !== undefined && before.source !== source)
    throw new ToolError(
      'refused',
      `There is a tool ${fields.name} already that you have not written. Choose another name.`,
    );
  return { ...fields, source } as DefinedFields;
}

/** Writes a tool as data for the agent that calls it. A person approves each call first, unless the agent's definition says otherwise. */
export const defineTool: Tool = {
  definition: {
    name: DEFINE_TOOL,
    title: 'Define a tool',
    category: 'agents',
    source: 'built-in',
    description: [
      'Writes a new tool, or changes one that you have written, for you and others to call in later turns. A person reads it and approves it first.',
      'Its code is a JavaScript module that runs in a sandbox: `export default (input) => result`. It has no files, modules or timers; `fetch` reaches the `hosts` alone, and console.log writes into its log. You may call it where your definition grants its name.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        name: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' },
        description: {
          type: 'string',
          minLength: 1,
          maxLength: 2_000,
          description: 'What it does and when to use it.',
        },
        input: { type: 'object', description: 'JSON Schema of its arguments, an object.' },
        output: { type: 'object', description: 'JSON Schema of its result.' },
        code: { type: 'string', minLength: 1, maxLength: 32_768 },
        examples: { type: 'array', maxItems: 4, items: { type: 'object' }, description: '{input, output} each.' },
        hosts: { type: 'array', maxItems: 8, items: { type: 'string', maxLength: 253 } },
      },
      required: ['name', 'description', 'input', 'code'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { name: { type: 'string' }, version: { type: 'integer' } },
      required: ['name', 'version'],
    },
    examples: [
      {
        input: {
          name: 'my_double',
          description: 'Doubles a number.',
          input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
          code: 'export default ({ n }) => 2 * n',
        },
        output: { name: 'my_double', version: 1 },
      },
    ],
    timeout_ms: 10_000,
    permissions: ['define'],
  },
  run: async (given, { log, agent }) => {
    // The input was checked against the schema above.
    const fields = given as unknown as DefinedFields;
    const { name } = fields;
    const change = (before: Record<string, unknown> | undefined): Record<string, unknown> => ({
      ...redefine(before as Partial<ToolDefV1> | undefined, fields, agent),
    });
    const { version } = await log.put({ schema_name: ToolDef.name, context: { name } }, change);
    return { name, version };
  },
};
