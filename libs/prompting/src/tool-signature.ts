import { inlineSchema, isObject, type ToolDefV1 } from '@crumbtrail/contracts';

type Schema = Readonly<Record<string, unknown>>;

/** Longest example value that is shown, in characters; of a longer one only the type is shown. */
const MAX_VALUE = 40;
/** Most choices of an `enum` that are shown. */
const MAX_CHOICES = 8;
/** What is nested deeper is shown as `object` or `[…]`. */
const MAX_DEPTH = 3;
/** Longest result of an example that is shown whole, in characters of JSON. */
const MAX_RESULT = 300;
/** Longest summary of a tool, in characters. */
const MAX_SUMMARY = 160;

/** A value or a type in the short form. */
interface ShortText {
  readonly text: string;
  /** `text` is an example value, not a type. */
  readonly isValue?: boolean;
}

const ANY: ShortText = { text: 'any' };

/** Needs no quotation marks: cannot be read as a number, a type or the end of the value. */
const PLAIN_TEXT = /^(?!-?[\d.]+$|true$|false$|null$)[\p{L}\p{N}_.+*^%@/-][\p{L}\p{N}_ .+*^%@/'-]*$/u;

const scalarText = (value: unknown): string =>
  typeof value === 'string' && PLAIN_TEXT.test(value) ? value : JSON.stringify(value);

/** A short scalar, or a short list of scalars; undefined for anything else. */
function shortValue(value: unknown): ShortText | undefined {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (value === undefined || items.some((one) => typeof one === 'object' && one !== null)) return undefined;
  const text = items.map(scalarText).join(', ');
  return text.length <= MAX_VALUE ? { text: Array.isArray(value) ? `[${text}]` : text, isValue: true } : undefined;
}

function choicesOf({ enum: choices, const: only }: Schema): ShortText | undefined {
  const all = only === undefined ? choices : [only];
  if (!Array.isArray(all)) return undefined;
  const shown = all.slice(0, MAX_CHOICES).map(scalarText);
  return { text: [...shown, ...(all.length > MAX_CHOICES ? ['…'] : [])].join('|') };
}

/** The schema with the parts of its `allOf`, which inlined references may become. */
function withAllOf(schema: Schema): Schema {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isObject) : [];
  return Object.assign({}, ...parts.map(withAllOf), schema) as Schema;
}

/** A member of an object: `name=value` or `name: type`. A text without example is its name alone, because most members are texts. */
function memberText(name: string, { text, isValue }: ShortText): string {
  if (isValue) return `${name}=${text}`;
  return text === 'string' || text === 'any' ? name : `${name}: ${text}`;
}

const memberName = (name: string): string => (/^[\w$.-]+$/.test(name) ? name : JSON.stringify(name));

/** Writes JSON Schemas in the short form. */
class ShortForm {
  /** @param marksOptional whether members that may be absent have a `?` */
  constructor(private readonly marksOptional: boolean) {}

  /** A schema as the example where that is short, else as the type. */
  write(schema: unknown, example: unknown, depth = 0): ShortText {
    if (!isObject(schema)) return this.writeValue(example, depth);
    const whole = withAllOf(schema);
    const choices = choicesOf(whole);
    if (choices) return choices;
    if (!isObject(whole['properties'])) return shortValue(example) ?? this.writeType(whole, example, depth);
    return { text: depth < MAX_DEPTH ? `{${this.writeMembers(whole, example, depth)}}` : 'object' };
  }

  /** The members of an object, without braces: first what is required, in the order of `required`, because the log does not keep another. */
  writeMembers(schema: Schema, example: unknown, depth = 0): string {
    const properties = (schema['properties'] ?? {}) as Schema;
    const required = (schema['required'] ?? []) as readonly string[];
    const values = isObject(example) ? example : {};
    const names = new Set([...required.filter((name) => Object.hasOwn(properties, name)), ...Object.keys(properties)]);
    return [...names]
      .map((name) => {
        const mark = this.marksOptional && !required.includes(name) ? '?' : '';
        return memberText(memberName(name) + mark, this.write(properties[name], values[name], depth + 1));
      })
      .join(', ');
  }

  private writeType(schema: Schema, example: unknown, depth: number): ShortText {
    const { type, anyOf, oneOf = anyOf, items } = schema;
    if (Array.isArray(oneOf))
      return { text: [...new Set(oneOf.map((one) => this.write(one, undefined, depth).text))].join('|') };
    if (type === 'array') return this.writeList(this.write(items, firstOf(example), depth + 1), depth);
    if (type === undefined || (type === 'object' && example !== undefined)) return this.writeValue(example, depth);
    return { text: Array.isArray(type) ? type.join('|') : String(type) };
  }

  private writeList({ text }: ShortText, depth: number): ShortText {
    return { text: depth < MAX_DEPTH ? `[${text}]` : '[…]' };
  }

  /** The shape of an example whose schema says nothing about it. */
  private writeValue(value: unknown, depth: number): ShortText {
    const short = shortValue(value);
    if (short) return short;
    if (Array.isArray(value)) return this.writeList(this.writeValue(value[0], depth + 1), depth);
    if (!isObject(value)) return value === undefined ? ANY : { text: typeof value };
    if (depth >= MAX_DEPTH) return { text: 'object' };
    const all = Object.entries(value).map(([name, one]) =>
      memberText(memberName(name), this.writeValue(one, depth + 1)),
    );
    return { text: `{${all.join(', ')}}` };
  }
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

/** An example of a call and, where it is known, its result. */
export type ToolExample = NonNullable<ToolDefV1['examples']>[number];

const inlineReferences = (schema: object): Schema => inlineSchema(schema as Record<string, unknown>).schema;

/** The example that shows both a call and its result, else the first one; undefined where there is none. */
export function toolExample({ examples = [] }: Pick<ToolDefV1, 'examples'>): ToolExample | undefined {
  return examples.find(({ output }) => output !== undefined) ?? examples[0];
}

/** ` → ` and the result of an example as JSON; empty where the example has none. */
export function exampleResult({ output }: ToolExample): string {
  if (output === undefined) return '';
  const text = JSON.stringify(output);
  return ` → ${text.length <= MAX_RESULT ? text : `${text.slice(0, MAX_RESULT).toWellFormed()}…`}`;
}

/**
 * The arguments of a tool in the short form, as `expression, places?: integer`; with the values of an example as
 * `expression=6*7, places?: integer`. Empty for a tool without arguments.
 */
export function toolInputs({ input }: Pick<ToolDefV1, 'input'>, example?: ToolExample): string {
  return new ShortForm(true).writeMembers(inlineReferences(input), example?.input);
}

/**
 * The result of a tool in the short form, as `{total: integer, rolled: [integer]}`; with the values of an example as
 * `{total=7, rolled=[3, 4]}`. Undefined where neither a schema nor the example tells.
 */
export function toolOutput({ output }: Pick<ToolDefV1, 'output'>, example?: ToolExample): string | undefined {
  if (output === undefined && example?.output === undefined) return undefined;
  return new ShortForm(false).write(inlineReferences(output ?? {}), example?.output).text;
}

/** What a model is told about the result of a tool: its type, else the shape of an example; undefined where both are unknown. */
export function toolResult(def: Pick<ToolDefV1, 'output' | 'examples'>): string | undefined {
  return toolOutput(def, def.output === undefined ? toolExample(def) : undefined);
}

/** The first sentence of a description, or the part of it before a semicolon, on one line. */
export function toolSummary({ description }: Pick<ToolDefV1, 'description'>): string {
  const line = description.replace(/\s+/g, ' ').trim();
  const sentence = /^.*?(?:[.!?](?=\s|$)|(?=;\s))/.exec(line)?.[0] ?? line;
  return sentence.length <= MAX_SUMMARY ? sentence : `${sentence.slice(0, MAX_SUMMARY - 1).toWellFormed()}…`;
}
