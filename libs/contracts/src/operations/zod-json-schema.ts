import { z } from 'zod';

/**
 * The JSON Schema of what a Zod schema accepts. Zod's own pattern or type beside a format or an enumeration is removed: it would report
 * one mistake twice.
 */
export function zodToJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      delete part.readOnly;
      if (part.enum) delete part.type;
      if (part.format) delete part.pattern;
    },
  });
  return jsonSchema;
}

/** A value of a known type whose JSON Schema is stricter, or looser, than Zod can express. */
export function jsonSchema<Value>(schema: Readonly<Record<string, unknown>> = {}): z.ZodType<Value> {
  return z.custom<Value>().meta(schema);
}
