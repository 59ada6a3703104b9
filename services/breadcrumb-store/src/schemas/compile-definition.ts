import type { Issue, Retention, SchemaDefV1 } from '@crumbtrail/contracts';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { inlineSchema } from './inline-schema';
import { linearPattern } from './linear-pattern';

const regExp = Object.assign((pattern: string) => linearPattern(pattern), { code: 'linearPattern' });
const ajv = new Ajv2020({ strict: false, addUsedSchema: false, code: { regExp } });
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

function compile(context: SchemaDefV1): Definition {
  const { schema } = inlineSchema(context.schema);
  const validate: ValidateFunction = ajv.compile(schema);
  return {
    audience: context.audience ?? 'all',
    retention: retentionOf(context),
    validate: (payload) => (validate(payload) ? [] : (validate.errors ?? []).slice(-1).map(issueOf)),
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
