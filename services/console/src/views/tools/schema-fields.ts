import type { FieldSpec } from '../../components/editing/field-spec';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Longer texts get more than one line. */
const MAX_ONE_LINE = 200;

const isChoice = (choices: unknown): choices is string[] =>
  Array.isArray(choices) && choices.length > 0 && choices.every((one) => typeof one === 'string' && one !== '');

function kindOf({ type, enum: choices, maxLength = MAX_ONE_LINE }: Json): FieldSpec['kind'] {
  if (isChoice(choices)) return 'choice';
  if (choices !== undefined) return 'json';
  if (type === 'string') return Number(maxLength) > MAX_ONE_LINE ? 'long' : 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'yes-no' : 'json';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function fieldOf(name: string, schema: Json, isRequired: boolean): FieldSpec {
  const kind = kindOf(schema);
  const { description, default: usual, enum: choices } = schema;
  const said = typeof description === 'string' ? [description] : [];
  const hint = [...said, ...(isRequired ? ['Required.'] : []), ...(kind === 'json' ? ['As JSON.'] : [])].join(' ');
  return {
    ...{ pointer: `/${escaped(name)}`, label: name, kind },
    ...(hint === '' ? {} : { hint }),
    ...(usual === undefined ? {} : { defaultText: textOf(usual) }),
    ...(kind === 'choice' ? { choices: choices as string[] } : {}),
  };
}

/**
 * The fields of a form for what a tool takes, in the order of its schema: texts, numbers, choices and yes or no; whatever else a schema
 * can say is a field of JSON.
 */
export function schemaFields({ properties, required }: Json): readonly FieldSpec[] {
  if (!isObject(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, isObject(schema) ? schema : {}, needed.has(name)),
  );
}
