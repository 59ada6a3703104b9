import type { Issue, Retention, SchemaDefV1 } from '@crumbtrail/contracts';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { inlineSchema } from './inline-schema';
import { linearPattern, TooMuchWork, withBoundedPatterns } from './linear-pattern';

const regExp = Object.assign((pattern: string) => linearPattern(pattern), { code: 'linearPattern' });
const ajv = new Ajv2020({ strict: false, addUsedSchema: false, ownProperties: true, code: { regExp } });
addFormats(ajv);

function issueOf(error: ErrorObject): Issue {
  const extra = error.params['additionalProperty'] ?? error.params['missingProperty'];
  const path = typeof extra === 'string' ? `${error.instancePath}/${extra}` : error.instancePath;
  return { path, rule: error.keyword, message: error.message ?? 'is not valid' };
}

/** The first thing that is wrong with a JSON Schema as such. Paths are pointers into it. */
export function schemaIssues(schema: object): Issue[] {
  const valid = ajv.validateSchema(schema);
  return valid === true ? [] : (ajv.errors ?? []).slice(0, 1).map(issueOf);
}

/** What a run-time schema says of its crumbs, ready to be asked. */
export interface Definition {
  readonly audience: 'all' | 'agents';
  readonly retention: Retention;
  /** What is wrong with a payload: the first thing, with its JSON pointer. */
  validate(context: Record<string, unknown>): Issue[];
}

const definitions = new LRUCache<string, Definition>({ max: 200 });

function retentionOf({ retention }: SchemaDefV1): Retention {
  if (retention?.class === 'days') return { class: 'days', days: retention.days ?? 1 };
  return { class: retention?.class ?? 'forever' };
}

/** Most pairs of a schema's part and a payload's value, so that one payload never holds the writer up. */
const MAX_PAIRS = 4_000_000;

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((count, one) => count + valuesIn(one), 1)
    : 1;

const tooMuch = (message: string): Issue[] => [{ path: '', rule: 'work', message }];

function check(validate: ValidateFunction, payload: Record<string, unknown>): Issue[] {
  try {
    const isValid = withBoundedPatterns(() => validate(payload));
    return isValid ? [] : (validate.errors ?? []).slice(-1).map(issueOf);
  } catch (error) {
    if (error instanceof TooMuchWork) return tooMuch(error.message);
    throw error;
  }
}

function compile(context: SchemaDefV1): Definition {
  const { schema, parts } = inlineSchema(context.schema);
  const validate: ValidateFunction = ajv.compile(schema);
  return {
    audience: context.audience ?? 'all',
    retention: retentionOf(context),
    validate: (payload) =>
      parts * valuesIn(payload) > MAX_PAIRS
        ? tooMuch(`has too many values for a schema of ${parts} parts`)
        : check(validate, payload),
  };
}

/** A definition that has been checked, compiled once for each content. */
export function compiledDefinition(context: SchemaDefV1, contentHash: string): Definition {
  const known = definitions.get(contentHash);
  if (known) return known;
  const made = compile(context);
  definitions.set(contentHash, made);
  return made;
}
