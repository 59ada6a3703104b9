import { findSchemaIssues } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Longest text of a schema that is for reading, and longest schema, as JSON. */
const MOST_WORDS = 600;
const MOST_BYTES = 16 * 1024;
const MOST_REPAIRS = 60;
const MOST_NODES = 3_000;
const WORDS = new Set(['title', 'description', '$comment']);
/** Of older drafts, or for editors: nothing that a value is checked by. */
const DROPPED = new Set(['$schema', '$id', 'id', '$anchor', 'contentEncoding', 'contentMediaType']);

/** Copies a schema in the words of draft 2020-12: older `definitions` and tuples, bounded texts. */
class Copy {
  private nodes = 0;

  of(value: unknown, named = false): unknown {
    this.nodes += 1;
    if (this.nodes > MOST_NODES) return true;
    if (Array.isArray(value)) return value.map((one) => this.of(one));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => named || !DROPPED.has(key));
    return Object.fromEntries(kept.map(([key, one]) => (named ? [key, this.of(one)] : this.keyword(key, one))));
  }

  private keyword(key: string, value: unknown): [string, unknown] {
    if (typeof value === 'string') return [key, this.text(key, value)];
    if (key === 'definitions' || key === '$defs') return ['$defs', this.of(value, true)];
    if (key === 'properties' || key === 'patternProperties') return [key, this.of(value, true)];
    if (key === 'items' && Array.isArray(value)) return ['prefixItems', this.of(value)];
    return [key, this.of(value)];
  }

  private text(key: string, value: string): string {
    if (WORDS.has(key)) return bounded(value, MOST_WORDS);
    return key === '$ref' ? value.replace(/^#\/definitions\//, '#/$defs/') : value;
  }
}

/** A foreign text, with nothing in it that no model should be shown or no store keeps, cut with a mark. */
export function bounded(text: string, most: number): string {
  const clean = defuse(text);
  return clean.length <= most ? clean : `${clean.slice(0, most - 1).toWellFormed()}…`;
}

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Takes out what a pointer names, through references; false when there is nothing. */
function takeOut(schema: Json, pointer: string): boolean {
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

function stepInto(schema: Json, at: unknown, name: string): unknown {
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
  const next = (at as Json)[name];
  if (name !== '$ref' || typeof next !== 'string') return next;
  const definitions = schema['$defs'];
  return isObject(definitions) ? definitions[next.replace('#/$defs/', '')] : undefined;
}

/** Names and words of the properties: what is left to tell when a schema is too much. */
function outline({ properties, required }: Json): Json {
  const named = isObject(properties) ? Object.entries(properties).slice(0, 64) : [];
  const told = named.map(([name, one]) => {
    const words =
      isObject(one) && typeof one['description'] === 'string' ? bounded(one['description'], 120) : undefined;
    return [name, words === undefined ? {} : { description: words }] as const;
  });
  const names = Array.isArray(required) ? required.filter((one) => named.some(([name]) => name === one)) : [];
  return { type: 'object', properties: Object.fromEntries(told), ...(names.length > 0 ? { required: names } : {}) };
}

/** A copy without what we cannot check; null when that does not come to an end. */
function repaired(copy: Json): Json | null {
  for (let repairs = 0; repairs < MOST_REPAIRS; repairs += 1) {
    const issues = findSchemaIssues(copy);
    if (issues.length === 0) return copy;
    if (issues.some(({ rule }) => rule === 'size')) return null;
    if (!issues.some(({ path }) => takeOut(copy, path))) return null;
  }
  return null;
}

/**
 * A foreign JSON Schema as one that can be checked here without ever taking long, and is small enough to be told. What cannot be
 * checked is taken out, never made up: the server checks what it is sent itself.
 */
export function softSchema(given: unknown): Json {
  const copy = new Copy().of(isObject(given) ? given : {}) as Json;
  const small = Buffer.byteLength(JSON.stringify(copy)) <= MOST_BYTES ? repaired(copy) : null;
  return small ?? repaired(outline(copy)) ?? { type: 'object' };
}
