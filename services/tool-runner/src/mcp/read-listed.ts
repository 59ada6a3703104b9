import type { Tool as RemoteTool } from '@modelcontextprotocol/client' with { 'resolution-mode': 'import' };
import { isObject } from '@crumbtrail/contracts';
import { truncateUntrusted } from './lenient-schema';

/** A tool as its server lists it, or why it cannot be used. */
export type ListedTool = { readonly tool: RemoteTool } | { readonly problem: string };

type ListedFields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): ListedFields => (isObject(value) ? value : {});
const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const flagOr = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** Whether a schema takes objects, or says nothing of the type. */
const takesObjects = ({ type }: ListedFields): boolean =>
  type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));

/** What a model or a person is told of a tool. */
function wordsOf({ title, description }: ListedFields): Pick<RemoteTool, 'title' | 'description'> {
  const shown = textOr(title);
  return { ...(shown !== undefined && { title: shown }), description: textOr(description) };
}

function annotationsOf(hints: ListedFields): RemoteTool['annotations'] {
  const title = textOr(hints['title']);
  return {
    ...(title !== undefined && { title }),
    readOnlyHint: flagOr(hints['readOnlyHint']),
    idempotentHint: flagOr(hints['idempotentHint']),
  };
}

/** What the server says of how it runs: only whether the tool must be a task. */
const executionOf = ({ taskSupport }: ListedFields): Pick<RemoteTool, 'execution'> =>
  taskSupport === 'required' ? { execution: { taskSupport } } : {};

/**
 * Reads one element of a server's list of tools. What is broken beside name and input is ignored; a tool without a name, or whose input is
 * no object, cannot be called, and is the only one that is lost.
 */
export function readListed(listed: unknown, at: number): ListedTool {
  const fields = fieldsOf(listed);
  const name = textOr(fields['name']);
  if (!name) return { problem: `the tool in place ${at + 1} is left out: it has no name` };
  const input = fieldsOf(fields['inputSchema']);
  if (!takesObjects(input))
    return { problem: `${truncateUntrusted(name, 200)} is left out: its arguments are no object` };
  const { outputSchema: output, annotations, execution } = fields;
  return {
    tool: {
      name,
      ...wordsOf(fields),
      inputSchema: { ...input, type: 'object' },
      ...(isObject(output) && { outputSchema: output as RemoteTool['outputSchema'] }),
      annotations: annotationsOf(fieldsOf(annotations)),
      ...executionOf(fieldsOf(execution)),
    },
  };
}
