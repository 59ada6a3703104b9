import type { FieldSpec } from '../../components/editing/field-spec';
import { escapeSegment, isJsonObject, type JsonObject } from '../../components/editing/json-pointer';

/** Strings that may be longer than this get a text area. */
const MAX_ONE_LINE = 200;

const isChoice = (choices: unknown): choices is string[] =>
  Array.isArray(choices) && choices.length > 0 && choices.every((one) => typeof one === 'string' && one !== '');

function kindOf({ type, enum: choices, maxLength = MAX_ONE_LINE }: JsonObject): FieldSpec['kind'] {
  if (isChoice(choices)) return 'choice';
  if (choices !== undefined) return 'json';
  if (type === 'string') return Number(maxLength) > MAX_ONE_LINE ? 'long' : 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'yes-no' : 'json';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function fieldOf(name: string, schema: JsonObject, isRequired: boolean): FieldSpec {
  const kind = kindOf(schema);
  const { description, default: usual, enum: choices } = schema;
  const said = typeof description === 'string' ? [description] : [];
  const hint = [...said, ...(isRequired ? ['Required.'] : []), ...(kind === 'json' ? ['As JSON.'] : [])].join(' ');
  return {
    pointer: `/${escapeSegment(name)}`,
    label: name,
    kind,
    ...(hint === '' ? {} : { hint }),
    ...(usual === undefined ? {} : { defaultText: textOf(usual) }),
    ...(kind === 'choice' ? { choices: choices as string[] } : {}),
  };
}

/** The form fields for an input schema, one per property, in order; types other than string, number, boolean and enum are JSON fields. */
export function schemaFields({ properties, required }: JsonObject): readonly FieldSpec[] {
  if (!isJsonObject(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, isJsonObject(schema) ? schema : {}, needed.has(name)),
  );
}
