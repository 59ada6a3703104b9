/** JSON Schemas by hand, in few words. */
export const string = { type: 'string' };
export const integer = { type: 'integer' };
export const number = { type: 'number' };
export const time = { type: 'string', format: 'date-time' };
export const id = { type: 'string', format: 'uuid' };
export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: object): object => ({ type: 'array', items });
export const maybe = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
export const anything = { type: 'object', additionalProperties: true };

/** An object; names that end in `?` may be absent. */
export function object(fields: Record<string, object>, more: object = {}): object {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
  );
  return { type: 'object', properties, required: Object.keys(fields).filter((name) => !name.endsWith('?')), ...more };
}
