import { z } from 'zod';
import type { Caller } from '../http/caller';
import { parseShape, refuseUnsafe } from '../http/parse-shape';
import { type JsonSchema, toJsonSchema } from '../openapi/json-schema';

type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** A query as an MCP tool: its input and output as JSON Schema, and how it is called with the caller's key. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** Whether it changes something, so that a client asks its person first. */
  readonly writes: boolean;
  /** Rejects with CrumbError if the arguments are invalid, or the caller may not read what they name. */
  call(caller: Caller, args: unknown): Promise<object>;
}

/** The declaration of an MCP tool. */
export interface McpToolDefinition<Input extends z.ZodType, Output extends z.ZodType> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The reply of a route. */
  readonly output: Output;
  /** Whether it changes something. Default: it only reads. */
  readonly writes?: true;
  readonly call: (caller: Caller, args: z.output<Input>) => Promise<object>;
}

/** Components of `schemas/`, like a breadcrumb, are described as plain objects. */
const withoutComponents = (schema: JsonSchema): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema).replaceAll(/\{"\$ref":"#\/components\/schemas\/[^"]+"\}/g, '{"type":"object"}'),
  ) as JsonSchema;

/** A self-contained schema: a named shape at its root is inlined, with the other named shapes as `$defs`. */
function standalone(shape: z.ZodType): ObjectSchema {
  const { $ref, $defs = {}, ...schema } = toJsonSchema(shape) as { $ref?: string; $defs?: Record<string, JsonSchema> };
  const rootName = $ref?.slice('#/$defs/'.length) ?? '';
  const { [rootName]: root = {}, ...others } = $defs;
  const whole = { ...schema, ...root, ...(Object.keys(others).length > 0 ? { $defs: others } : {}) };
  return { ...withoutComponents(whole), type: 'object' };
}

/** Makes a tool; its arguments are validated like the body of a request. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  definition: McpToolDefinition<Input, Output>,
): McpTool {
  const { title, description, input, output, writes = false, call } = definition;
  return {
    name,
    title,
    description,
    inputSchema: standalone(input),
    outputSchema: standalone(output),
    writes,
    call: async (caller, args) => {
      refuseUnsafe(args);
      return call(caller, parseShape(input, args));
    },
  };
}
