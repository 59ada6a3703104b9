import { z } from 'zod';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A shape as JSON Schema; the named shapes in it are its `$defs`. */
export function toJsonSchema(shape: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    // `readonly()` in a declaration is for TypeScript; clients need not know.
    override: ({ jsonSchema }) => void delete jsonSchema.readOnly,
  });
  return schema;
}
