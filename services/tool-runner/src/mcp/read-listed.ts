import type { Tool as RemoteTool } from '@modelcontextprotocol/client' with { 'resolution-mode': 'import' };
import { isObject } from '@crumbtrail/contracts';
import { truncateUntrusted } from './lenient-schema';

/** A tool as its server lists it, or why it cannot be used. */
export type ListedTool = { readonly tool: RemoteTool } | { readonly problem: string };

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const flagIn = (hints: unknown, name: string): boolean | undefined => {
  const value = isObject(hints) ? hints[name] : undefined;
  return typeof value === 'boolean' ? value : undefined;
};

/** Whether a schema takes objects, or says nothing of the type. */
const takesObjects = ({ type }: Readonly<Record<string, unknown>>): boolean =>
  type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));

/**
 * Reads one element of a server's list of tools. What is broken beside name and input is ignored; a tool without a name, or whose input is
 * no object, cannot be called, and is the only one that is lost.
 */
export function readListed(listed: unknown, at: number): ListedTool {
  const name = isObject(listed) ? textOr(listed['name']) : undefined;
  if (!isObject(listed) || !name) return { problem: `the tool in place ${at + 1} is left out: it has no name` };
  const { inputSchema: input, outputSchema: output, annotations, execution } = listed;
  const schema = isObject(input) ? input : {};
  if (!takesObjects(schema))
    return { problem: `${truncateUntrusted(name, 200)} is left out: its arguments are no object` };
  const task = isObject(execution) ? textOr(execution['taskSupport']) : undefined;
  const [title, hinted] = [textOr(listed['title']), isObject(annotations) ? textOr(annotations['title']) : undefined];
  return {
    tool: {
      name,
      ...(title !== undefined && { title }),
      description: textOr(listed['description']),
      inputSchema: { ...schema, type: 'object' },
      ...(isObject(output) && { outputSchema: output as RemoteTool['outputSchema'] }),
      annotations: {
        ...(hinted !== undefined && { title: hinted }),
        readOnlyHint: flagIn(annotations, 'readOnlyHint'),
        idempotentHint: flagIn(annotations, 'idempotentHint'),
      },
      ...(task === 'required' && { execution: { taskSupport: task } }),
    },
  };
}
