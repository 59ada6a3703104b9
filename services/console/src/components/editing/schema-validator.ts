import { type OutputUnit, Validator } from '@cfworker/json-schema';

/** One thing that a schema has against a value. */
export interface SchemaViolation {
  /** JSON pointer into the value; empty for the whole of it. */
  readonly path: string;
  readonly message: string;
}

/** Says what a schema has against a value; nothing where it fits. */
export type SchemaValidator = (value: unknown) => readonly SchemaViolation[];

/** These only say that something inside them does not fit, which is said there. */
const CARRIERS = new Set([
  '$ref',
  'properties',
  'items',
  'prefixItems',
  'allOf',
  'if',
  'additionalProperties',
  'propertyNames',
]);
const MAX_VIOLATIONS = 20;

const messages: readonly (readonly [RegExp, string])[] = [
  [/^Instance type "(.*?)" is invalid\. Expected (.*)\.$/, 'must be $2 (got "$1")'],
  [/^Instance does not match any of \[(.*)\]\.$/s, 'must be one of $1'],
  [/^Instance does not have required property .*$/, 'is missing'],
  [/^Instance does not match exactly one subschema.*$/, 'must match exactly one of the allowed shapes'],
  [/^Instance does not match any subschemas\.$/, 'must match one of the allowed shapes'],
  [/^False boolean schema\.$/, 'is not an allowed property'],
  [/^String is too short \(0 < 1\)\.$/, 'must not be empty'],
  [/^String does not match pattern\.$/, 'has an invalid format'],
];

/** Names a missing property says where it would stand. */
function violationPath({ instanceLocation, keyword, error }: OutputUnit): string {
  const missing = keyword === 'required' ? /"(.*)"/.exec(error)?.[1] : undefined;
  const place = decodeURI(instanceLocation.replace(/^#/, ''));
  return missing === undefined ? place : `${place}/${missing}`;
}

function violationMessage(error: string): string {
  for (const [pattern, text] of messages) if (pattern.test(error)) return error.replace(pattern, text);
  return `is invalid: ${error.charAt(0).toLowerCase()}${error.slice(1).replace(/\.$/, '')}`;
}

/** Whatever does not fit is called not known as well, by the rule for names that are not known. */
function hasOtherViolation(place: string, known: readonly string[]): boolean {
  return known.some((path) => path === place || path.startsWith(`${place}/`));
}

/** Reads a JSON Schema 2020-12. Evaluates nothing as code: the page's policy forbids that. */
export function compileSchema(schema: object): SchemaValidator {
  const validator = new Validator(schema, '2020-12', false);
  return (value) => {
    const { errors } = validator.validate(value);
    const leaves = errors.filter(({ keyword }) => !CARRIERS.has(keyword));
    const known = leaves.filter(({ keyword }) => keyword !== 'false').map(violationPath);
    const found = leaves
      .filter((error) => error.keyword !== 'false' || !hasOtherViolation(violationPath(error), known))
      .map((error) => ({ path: violationPath(error), message: violationMessage(error.error) }));
    const distinct = new Map(found.map((one) => [`${one.path} ${one.message}`, one]));
    return [...distinct.values()].slice(0, MAX_VIOLATIONS);
  };
}
