import { findSchemaIssues, isObject } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import { SchemaReferences, segmentsOf } from './schema-references';

type JsonSchemaCopy = Record<string, unknown>;

/** Maximum length of a descriptive text, and of a schema as JSON, in characters. */
const MOST_WORDS = 600;
const MOST_BYTES = 16 * 1024;
const MOST_REPAIRS = 60;
const MOST_NODES = 3_000;
const WORDS = new Set(['title', 'description', '$comment']);
/** Keywords whose values are data and no schemas. */
const DATA = new Set(['default', 'const', 'enum', 'examples', 'required']);

/** Whether a schema is of lists and says nothing of their elements: valid, but OpenAI and Google refuse it. */
const lacksItems = ({ type, items, prefixItems }: JsonSchemaCopy): boolean =>
  (type === 'array' || (Array.isArray(type) && type.includes('array'))) &&
  items === undefined &&
  prefixItems === undefined;

/** Keywords of older drafts or for editors, which do not affect validation. */
const DROPPED = new Set(['$schema', '$id', 'id', '$anchor', 'contentEncoding', 'contentMediaType', 'nullable']);

/** A schema with `nullable` of OpenAPI 3.0 as one that says the same in JSON Schema. */
function withNull({ nullable: _, ...schema }: JsonSchemaCopy): JsonSchemaCopy {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const listed = Array.isArray(values) ? { enum: [...new Set([...(values as unknown[]), null])] } : {};
  return { ...schema, type: [type, 'null'], ...listed };
}

/** Copies a schema to draft 2020-12: converts older `definitions`, tuples, references and `nullable`, and truncates texts. */
class Copy {
  private nodes = 0;
  private readonly references: SchemaReferences;

  constructor(private readonly root: JsonSchemaCopy) {
    this.references = new SchemaReferences(root);
  }

  /** The whole schema, with the parts that references name in its `$defs`. */
  whole(): JsonSchemaCopy {
    const copy = this.of(this.root) as JsonSchemaCopy;
    const named: [string, unknown][] = [];
    for (let next = this.references.next(); next && this.nodes <= MOST_NODES; next = this.references.next())
      named.push([next[0], this.of(next[1])]);
    const { $defs: defined } = copy;
    return named.length === 0
      ? copy
      : { ...copy, $defs: { ...(isObject(defined) ? defined : {}), ...Object.fromEntries(named) } };
  }

  private of(value: unknown, named = false): unknown {
    this.nodes += 1;
    if (this.nodes > MOST_NODES) return true;
    if (Array.isArray(value)) return value.map((one) => this.of(one));
    if (!isObject(value)) return value;
    if (!named && value['nullable'] === true) return this.of(withNull(value));
    if (!named && lacksItems(value)) return this.of({ ...value, items: {} });
    const kept = Object.entries(value).filter(([key]) => named || !DROPPED.has(key));
    return Object.fromEntries(kept.map(([key, one]) => (named ? [key, this.of(one)] : this.keyword(key, one))));
  }

  private keyword(key: string, value: unknown): [string, unknown] {
    if (DATA.has(key)) return [key, value];
    if (typeof value === 'string') return [key, this.text(key, value)];
    if (key === 'definitions' || key === '$defs') return ['$defs', this.of(value, true)];
    if (key === 'properties' || key === 'patternProperties') return [key, this.of(value, true)];
    if (key === 'items' && Array.isArray(value)) return ['prefixItems', this.of(value)];
    return [key, this.of(value)];
  }

  private text(key: string, value: string): string {
    if (WORDS.has(key)) return truncateUntrusted(value, MOST_WORDS);
    return key === '$ref' ? this.references.rename(value) : value;
  }
}

/** An untrusted text without characters that a model should not see or the store refuses, truncated with a mark. */
export function truncateUntrusted(text: string, most: number): string {
  const clean = defuse(text);
  return clean.length <= most ? clean : `${clean.slice(0, most - 1).toWellFormed()}…`;
}

/** Removes what a JSON pointer refers to, following references; returns false when there is nothing. */
function takeOut(schema: JsonSchemaCopy, pointer: string): boolean {
  const path = segmentsOf(pointer);
  const last = path.pop();
  if (last === undefined) return false;
  let at: unknown = schema;
  for (const name of path) at = stepInto(schema, at, name);
  if (Array.isArray(at) && at[Number(last)] !== undefined) {
    at[Number(last)] = true;
    return true;
  }
  return isObject(at) && Object.hasOwn(at, last) && delete at[last];
}

function stepInto(schema: JsonSchemaCopy, at: unknown, name: string): unknown {
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
  const next = (at as JsonSchemaCopy)[name];
  if (name !== '$ref' || typeof next !== 'string') return next;
  const definitions = schema['$defs'];
  return isObject(definitions) ? definitions[next.replace('#/$defs/', '')] : undefined;
}

/** The names and descriptions of the properties: the outline of a schema that is too large. */
function outline({ properties, required }: JsonSchemaCopy): JsonSchemaCopy {
  const named = isObject(properties) ? Object.entries(properties).slice(0, 64) : [];
  const told = named.map(([name, one]) => {
    const words =
      isObject(one) && typeof one['description'] === 'string' ? truncateUntrusted(one['description'], 120) : undefined;
    return [name, words === undefined ? {} : { description: words }] as const;
  });
  const names = Array.isArray(required) ? required.filter((one) => named.some(([name]) => name === one)) : [];
  return { type: 'object', properties: Object.fromEntries(told), ...(names.length > 0 ? { required: names } : {}) };
}

/** A copy without the parts that cannot be checked; null when too many remain. */
function removeUncheckable(copy: JsonSchemaCopy): JsonSchemaCopy | null {
  for (let repairs = 0; repairs < MOST_REPAIRS; repairs += 1) {
    const issues = findSchemaIssues(copy);
    if (issues.length === 0) return copy;
    if (issues.some(({ rule }) => rule === 'size')) return null;
    if (!issues.some(({ path }) => takeOut(copy, path))) return null;
  }
  return null;
}

/**
 * Converts a server's JSON Schema to one that can be checked in bounded time and is small enough for a prompt. Parts
 * that cannot be checked are removed and never replaced, because the server validates its arguments itself.
 */
export function softSchema(given: unknown): JsonSchemaCopy {
  const copy = new Copy(isObject(given) ? given : {}).whole();
  const small = Buffer.byteLength(JSON.stringify(copy)) <= MOST_BYTES ? removeUncheckable(copy) : null;
  return small ?? removeUncheckable(outline(copy)) ?? { type: 'object' };
}
