import { z } from 'zod';
import type { Caller } from '../http/caller';
import { answers } from '../openapi/components';
import { refuseUnsafe, parseShape } from '../http/parse-shape';

type JsonObject = Record<string, unknown>;
type AnswerName = keyof typeof answers;

/** A question as a tool: what it takes and gives, as JSON Schema, and how it is asked with the caller's key. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: 'object' };
  readonly outputSchema: JsonObject & { readonly type: 'object' };
  /** Rejects with CrumbError for wrong arguments, and for what the caller may not see. */
  call(caller: Caller, given: unknown): Promise<object>;
}

/** What a tool is made of. */
interface McpToolDefinition<Shape extends z.ZodType> {
  readonly title: string;
  readonly description: string;
  readonly takes: Shape;
  readonly gives: AnswerName;
  readonly ask: (caller: Caller, given: z.output<Shape>) => Promise<object>;
}

const COMPONENT = '#/components/schemas/';

const findRefs = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)/g)].map((found) => String(found[1]));

/** Of what is no reply, a breadcrumb, only an object is said. */
const schemaOf = (name: string): JsonObject =>
  name in answers ? (answers[name as AnswerName] as JsonObject) : { type: 'object' };

function collectRefs(name: string, found = new Map<string, JsonObject>()): Map<string, JsonObject> {
  for (const ref of findRefs(schemaOf(name))) {
    if (!found.has(ref)) collectRefs(ref, found.set(ref, schemaOf(ref)));
  }
  return found;
}

/** A reply's schema that stands on its own. */
function standalone(name: AnswerName): McpTool['outputSchema'] {
  const $defs = Object.fromEntries(collectRefs(name));
  const whole = { ...schemaOf(name), ...(Object.keys($defs).length > 0 ? { $defs } : {}) };
  return JSON.parse(JSON.stringify(whole).replaceAll(COMPONENT, '#/$defs/')) as McpTool['outputSchema'];
}

/** Makes a tool; its arguments are checked as the body of a request is. */
export function defineTool<Shape extends z.ZodType>(name: string, making: McpToolDefinition<Shape>): McpTool {
  const { takes, gives, ask, title, description } = making;
  const { $schema: _, ...input } = z.toJSONSchema(takes, { io: 'input', unrepresentable: 'any' }) as JsonObject;
  return {
    ...{ name, title, description },
    inputSchema: { ...input, type: 'object' },
    outputSchema: standalone(gives),
    call: async (caller, given) => {
      refuseUnsafe(given);
      return ask(caller, parseShape(takes, given));
    },
  };
}
