import { z } from 'zod';
import type { Caller } from '../caller';
import { answers } from '../openapi/components';
import { refuseUnsafe, toShape } from '../shaped';

type Json = Record<string, unknown>;
type AnswerName = keyof typeof answers;

/** A question as a tool: what it takes and gives, as JSON Schema, and how it is asked with the caller's key. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Json & { readonly type: 'object' };
  readonly outputSchema: Json & { readonly type: 'object' };
  /** Rejects with CrumbError for wrong arguments, and for what the caller may not see. */
  call(caller: Caller, given: unknown): Promise<object>;
}

/** What a tool is made of. */
interface Making<Shape extends z.ZodType> {
  readonly title: string;
  readonly description: string;
  readonly takes: Shape;
  readonly gives: AnswerName;
  readonly ask: (caller: Caller, given: z.output<Shape>) => Promise<object>;
}

const COMPONENT = '#/components/schemas/';

const refsIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)/g)].map((found) => String(found[1]));

/** Of what is no reply, a breadcrumb, only an object is said. */
const schemaOf = (name: string): Json => (name in answers ? (answers[name as AnswerName] as Json) : { type: 'object' });

function withRefs(name: string, found = new Map<string, Json>()): Map<string, Json> {
  for (const ref of refsIn(schemaOf(name))) {
    if (!found.has(ref)) withRefs(ref, found.set(ref, schemaOf(ref)));
  }
  return found;
}

/** A reply's schema that stands on its own. */
function standalone(name: AnswerName): Tool['outputSchema'] {
  const $defs = Object.fromEntries(withRefs(name));
  const whole = { ...schemaOf(name), ...(Object.keys($defs).length > 0 ? { $defs } : {}) };
  return JSON.parse(JSON.stringify(whole).replaceAll(COMPONENT, '#/$defs/')) as Tool['outputSchema'];
}

/** Makes a tool; its arguments are checked as the body of a request is. */
export function tool<Shape extends z.ZodType>(name: string, making: Making<Shape>): Tool {
  const { takes, gives, ask, title, description } = making;
  const { $schema: _, ...input } = z.toJSONSchema(takes, { io: 'input', unrepresentable: 'any' }) as Json;
  return {
    ...{ name, title, description },
    inputSchema: { ...input, type: 'object' },
    outputSchema: standalone(gives),
    call: async (caller, given) => {
      refuseUnsafe(given);
      return ask(caller, toShape(takes, given));
    },
  };
}
