import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { schemas } from './generated/schemas';
import type { Issue } from './problem';

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats(ajv);
const compiled = new Map<string, ValidateFunction>();

function validator(name: keyof typeof schemas): ValidateFunction {
  const known = compiled.get(name);
  if (known) return known;
  const made = ajv.compile(schemas[name]);
  compiled.set(name, made);
  return made;
}

/** What a pattern of ids or names asks for, in words; other patterns are told as they are. */
const PATTERNS: ReadonlyMap<unknown, string> = new Map([
  [
    '^[a-z0-9][a-z0-9._-]{0,63}$',
    'must be an id: 1 to 64 lower-case letters (a to z), digits, `.`, `_` or `-`, beginning with a letter or digit',
  ],
  [
    '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
    'must be an id: 1 to 64 letters (a to z), digits, `.`, `_` or `-`, beginning with a letter or digit; a name with other characters, such as José, goes into `members[].name` of the session',
  ],
  ['^[^\\n\\r]+$', 'must be one line'],
  ['\\{\\{request\\}\\}', 'must contain {{request}}, which stands for what the agent asks'],
]);

/** What is wrong, of the field that the path names. */
function describe({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  if (keyword === 'required') return 'is missing';
  const allowed = Array.isArray(params['allowedValues']) ? ` (${params['allowedValues'].join(', ')})` : '';
  return PATTERNS.get(params['pattern']) ?? `${message}${allowed}`;
}

function issue(error: ErrorObject): Issue {
  const extra = error.params['additionalProperty'] ?? error.params['missingProperty'];
  return {
    path: typeof extra === 'string' ? `${error.instancePath}/${extra}` : error.instancePath,
    rule: error.keyword,
    message: describe(error),
  };
}

function check(name: keyof typeof schemas, value: unknown): Issue[] {
  const validate = validator(name);
  return validate(value) ? [] : (validate.errors ?? []).slice(0, 20).map(issue);
}

/** Whether there is a published schema of this name. */
export function isKnownSchema(name: string): name is keyof typeof schemas {
  return Object.hasOwn(schemas, name) && !name.startsWith('envelope.');
}

/** Issues of a payload by its schema; empty when it is valid. Paths are JSON pointers into the payload. */
export function validateContext(schemaName: string, context: unknown): Issue[] {
  if (!isKnownSchema(schemaName))
    return [{ path: '', rule: 'known-schema', message: `${schemaName} is not a published schema` }];
  return check(schemaName, context);
}

/** Issues of a draft's envelope; does not check the payload. */
export function validateDraft(draft: unknown): Issue[] {
  return check('envelope.draft.v1', draft);
}

/** The check of any other schema, which `load` gives at the first use: a process compiles no schema that it never needs. */
export function compileValidator(load: () => object): (value: unknown) => Issue[] {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(load());
    return validate(value) ? [] : (validate.errors ?? []).slice(0, 20).map(issue);
  };
}
