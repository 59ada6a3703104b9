import { compileValidator, draftSchema } from '@crumbtrail/contracts';

const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
const { title, tags, context, llm_hints, expires_at } = (
  draftSchema as { properties: Record<'title' | 'tags' | 'context' | 'llm_hints' | 'expires_at', object> }
).properties;

/** Validates the shape of a PATCH: the fields of a draft that may change, each as the draft has it. */
export const checkPatch = compileValidator(() => ({
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    context,
    tags,
    title: orNull(title),
    llm_hints: orNull(llm_hints),
    expires_at: orNull(expires_at),
  },
}));
