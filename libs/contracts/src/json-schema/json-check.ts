import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { contentHash } from '../content-hash';
import type { Issue } from '../problem';
import { inlineSchema } from './inline-schema';
import { LinearPatterns, TooMuchWork } from './linear-pattern';

/** Longest JSON Schema given at run time, in bytes. */
export const MAX_SCHEMA_BYTES = 64 * 1024;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** Most pairs of a schema part and a value part, so that one value cannot block the process. */
const MAX_PAIRS = 4_000_000;
/** Most such pairs for which every error is collected; above, the check stops at the first error. */
const MAX_PAIRS_FOR_ALL = 100_000;

type JsonSchema = Record<string, unknown>;

const patterns = new LinearPatterns();
const regExp = Object.assign((pattern: string) => patterns.compile(pattern), { code: 'linearPattern' });
const ajvOf = (allErrors: boolean): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, addUsedSchema: false, ownProperties: true, allErrors, code: { regExp } });
  addFormats(ajv);
  return ajv;
};
const firstOnly = ajvOf(false);
const all = ajvOf(true);

/** Compiles with a new Ajv each time: one instance would keep every schema for ever. */
function compileUncached(ajv: Ajv2020, schema: JsonSchema): ValidateFunction {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}

function issueOf(error: ErrorObject): Issue {
  const extra = error.params['additionalProperty'] ?? error.params['missingProperty'];
  const path = typeof extra === 'string' ? `${error.instancePath}/${extra}` : error.instancePath;
  const allowed = Array.isArray(error.params['allowedValues']) ? ` (${error.params['allowedValues'].join(', ')})` : '';
  return { path, rule: error.keyword, message: `${error.message ?? 'is not valid'}${allowed}` };
}

/**
 * Issues of a JSON Schema given at run time: it is not a valid schema, or checking with it is not bounded. Paths are JSON pointers into
 * it.
 */
export function findSchemaIssues(schema: JsonSchema): Issue[] {
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > MAX_SCHEMA_BYTES)
    return [{ path: '', rule: 'size', message: `has ${bytes} bytes; the most is ${MAX_SCHEMA_BYTES}` }];
  const { $schema = DIALECT } = schema;
  if ($schema !== DIALECT) return [{ path: '/$schema', rule: 'dialect', message: `can only be ${DIALECT}` }];
  if (firstOnly.validateSchema(schema) !== true) return (firstOnly.errors ?? []).slice(0, 1).map(issueOf);
  return inlineSchema(schema).issues.slice(0, 20);
}

/** A compiled JSON Schema. */
export interface JsonCheck {
  /** Issues of a value, at most `most`, found in bounded time. Paths are JSON pointers into the value. */
  issues(value: unknown, most?: number): Issue[];
}

/** Shared by the process: see docs/decisions/0030. */
const checks = new LRUCache<string, JsonCheck>({ max: 500 });

/** Compiles a JSON Schema given at run time, once for each content. Throws a TypeError for a schema with {@link findSchemaIssues}. */
export function compileJsonCheck(schema: JsonSchema): JsonCheck {
  const hash = contentHash(schema);
  const known = checks.get(hash);
  if (known) return known;
  const [issue] = findSchemaIssues(schema);
  if (issue) throw new TypeError(`The JSON Schema cannot be checked: ${issue.path || 'it'} ${issue.message}`);
  const made = new Checker(schema);
  checks.set(hash, made);
  return made;
}

class Checker implements JsonCheck {
  private readonly schema: JsonSchema;
  private readonly parts: number;
  private readonly validate: ValidateFunction;
  private exhaustive: ValidateFunction | undefined;

  constructor(given: JsonSchema) {
    const { schema, parts } = inlineSchema(given);
    this.schema = schema;
    this.parts = parts;
    this.validate = compileUncached(firstOnly, schema);
  }

  issues(value: unknown, most = 1): Issue[] {
    const pairs = this.parts * valuesIn(value);
    if (pairs > MAX_PAIRS) return tooMuch(`has too many values for a schema of ${this.parts} parts`);
    const first = run(this.validate, value).slice(-1);
    if (first.length === 0 || most === 1 || pairs > MAX_PAIRS_FOR_ALL) return first;
    this.exhaustive ??= compileUncached(all, this.schema);
    return run(this.exhaustive, value).slice(0, most);
  }
}

/** Does not recurse, because the depth of a value is not limited. */
function valuesIn(root: unknown): number {
  const todo: unknown[] = [root];
  let count = 0;
  for (; todo.length > 0; count += 1) {
    const value = todo.pop();
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) todo.push(one);
  }
  return count;
}

const tooMuch = (message: string): Issue[] => [{ path: '', rule: 'work', message }];

function run(validate: ValidateFunction, value: unknown): Issue[] {
  try {
    return patterns.limit(() => validate(value)) ? [] : (validate.errors ?? []).map(issueOf);
  } catch (error) {
    if (error instanceof TooMuchWork) return tooMuch(error.message);
    throw error;
  }
}
