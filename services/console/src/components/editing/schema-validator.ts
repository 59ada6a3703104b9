import { type OutputUnit, Validator } from '@cfworker/json-schema';

/** One violation of a schema by a value. */
export interface SchemaViolation {
  /** JSON pointer into the value; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** The message of a property that is missing, and so has no place in the text. */
export const MISSING = 'is missing';

/** Lists the violations of a value; empty when it is valid. */
export type SchemaValidator = (value: unknown) => readonly SchemaViolation[];

/** Keywords whose errors only repeat that something inside them is invalid. */
const WRAPPER_KEYWORDS = new Set([
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
  [/^Instance does not have required property .*$/, MISSING],
  [/^Instance does not match exactly one subschema.*$/, 'must match exactly one of the allowed shapes'],
  [/^Instance does not match any subschemas\.$/, 'must match one of the allowed shapes'],
  [/^False boolean schema\.$/, 'is not an allowed property'],
  [/^String is too short \(0 < 1\)\.$/, 'must not be empty'],
  [/^String does not match pattern\.$/, 'has an invalid format'],
];

/** The path of a violation; for a missing property, the path it would have. */
function violationPath({ instanceLocation, keyword, error }: OutputUnit): string {
  const missing = keyword === 'required' ? /"(.*)"/.exec(error)?.[1] : undefined;
  const place = decodeURI(instanceLocation.replace(/^#/, ''));
  return missing === undefined ? place : `${place}/${missing}`;
}

function violationMessage(error: string): string {
  for (const [pattern, text] of messages) if (pattern.test(error)) return error.replace(pattern, text);
  return `is invalid: ${error.charAt(0).toLowerCase()}${error.slice(1).replace(/\.$/, '')}`;
}

/** The validator also reports every invalid property as not allowed; such a report is dropped when there is another one. */
function hasOtherViolation(place: string, known: readonly string[]): boolean {
  return known.some((path) => path === place || path.startsWith(`${place}/`));
}

/** Compiles a JSON Schema 2020-12, without `eval`, which the content security policy forbids. Reports at most {@link MAX_VIOLATIONS}. */
export function compileSchema(schema: object): SchemaValidator {
  const validator = new Validator(schema, '2020-12', false);
  return (value) => {
    const { errors } = validator.validate(value);
    const leaves = errors.filter(({ keyword }) => !WRAPPER_KEYWORDS.has(keyword));
    const known = leaves.filter(({ keyword }) => keyword !== 'false').map(violationPath);
    const violations = leaves
      .filter((error) => error.keyword !== 'false' || !hasOtherViolation(violationPath(error), known))
      .map((error) => ({ path: violationPath(error), message: violationMessage(error.error) }));
    const distinct = new Map(violations.map((one) => [`${one.path} ${one.message}`, one]));
    return [...distinct.values()].slice(0, MAX_VIOLATIONS);
  };
}
