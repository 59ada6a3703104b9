import { contracts, draftSchema, envelopeSchema } from '@crumbtrail/contracts';
import { openAiErrorReply } from '@crumbtrail/contracts/http/openai';
import { problemReply } from '@crumbtrail/contracts/http/problem-details';
import { type DeclaredRoute, routes } from '@crumbtrail/contracts/http/routes';
import type { z } from 'zod';
import { type JsonSchema, toJsonSchema } from './json-schema';

const LEFT_OUT = new Set(['$schema', '$id', 'x-crumb']);

const COMPONENTS = '#/components/schemas/';

/** A JSON Schema as a component: references to its own `$defs` start at the root of the document. */
function toComponent(name: string, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => toComponent(name, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const isLocal = key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/');
      return [key, isLocal ? `${COMPONENTS}${name}${(value as string).slice(1)}` : toComponent(name, value)];
    }),
  );
}

/** A shape with references to components in place of its `$defs`; and those `$defs`. */
interface SplitShape {
  readonly schema: JsonSchema;
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/** By shape: every route has the reply of an error. */
const known = new WeakMap<z.ZodType, SplitShape>();

function splitShape(shape: z.ZodType): SplitShape {
  const made = known.get(shape) ?? splitNewShape(shape);
  known.set(shape, made);
  return made;
}

function splitNewShape(shape: z.ZodType): SplitShape {
  const text = JSON.stringify(toJsonSchema(shape)).replaceAll('"#/$defs/', `"${COMPONENTS}`);
  const { $defs: named = {}, ...schema } = JSON.parse(text) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  return { schema, named };
}

/** The schema of a shape within the document: a named shape is a reference to its component. */
export const documentSchema = (shape: z.ZodType): JsonSchema => splitShape(shape).schema;

const toPascalCase = (wireName: string): string =>
  wireName.replace(/(^|[.-])([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

const shapesOf = (route: DeclaredRoute): z.ZodType[] => [
  ...('body' in route ? [route.body] : []),
  ...Object.values<z.ZodType>(route.replies),
];

/** All components of the document: payloads and records from `schemas/`, bodies and replies from the routes. */
export function components(): Record<string, unknown> {
  const payloads = [...contracts.values()].map(({ name, schema }): [string, unknown] => [toPascalCase(name), schema]);
  const records = Object.entries({ Draft: draftSchema, Breadcrumb: envelopeSchema, ...Object.fromEntries(payloads) });
  const shapes = [...routes.flatMap(shapesOf), problemReply, openAiErrorReply];
  return Object.fromEntries([
    ...records.map(([name, schema]): [string, unknown] => [name, toComponent(name, schema)]),
    ...shapes.flatMap((shape) => Object.entries(splitShape(shape).named)),
  ]);
}
