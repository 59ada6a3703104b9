import { findUnsafe, type Issue, MAX_DEPTH, refuse } from '@crumbtrail/contracts';
import { z } from 'zod';

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The broken rule by its name in JSON Schema, where it has one. */
const schemaRules: Readonly<Record<string, string>> = {
  invalid_type: 'type',
  unrecognized_keys: 'additionalProperties',
  invalid_value: 'enum',
  invalid_union: 'anyOf',
  invalid_format: 'format',
  too_small: 'minimum',
  too_big: 'maximum',
};

function ruleName(issue: z.core.$ZodIssue): string {
  const named: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined;
  return typeof named === 'string' ? named : (schemaRules[issue.code] ?? issue.code);
}

const plural = (count: number | bigint, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const unitOf = (origin: string, count: number | bigint): string =>
  origin === 'string' ? plural(count, 'character', 'characters') : plural(count, 'entry', 'entries');

/** What is wrong with a value, in words that follow its path; undefined where the rule has words of its own. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? IS_MISSING : `must be of type ${issue.expected}`;
  if (issue.code === 'too_small') {
    const { origin, minimum } = issue;
    if (['string', 'array'].includes(origin))
      return minimum === 1 ? 'must not be empty' : `must have at least ${unitOf(origin, minimum)}`;
    return `must be at least ${minimum}`;
  }
  if (issue.code === 'too_big') {
    const { origin, maximum } = issue;
    return ['string', 'array'].includes(origin)
      ? `must have at most ${unitOf(origin, maximum)}`
      : `must be at most ${maximum}`;
  }
  return undefined;
}

const IS_MISSING = 'is missing';

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const rule = ruleName(issue);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: toPointer([...issue.path, key]),
      rule,
      message: 'is not a known property',
    }));
  }
  const { message } = issue;
  return [{ path: toPointer(issue.path), rule: message === IS_MISSING ? 'required' : rule, message }];
}

/** Throws if the request has no body. */
export function requireBody(value: unknown): void {
  if (value === undefined) throw refuse('not_json', 'The body is missing: send JSON.');
}

/** Throws if the JSON holds what the store cannot keep: U+0000, half a surrogate pair, `__proto__`, or nesting deeper than 64. */
export function refuseUnsafe(value: unknown, at = ''): void {
  const unsafe = findUnsafe(value);
  if (!unsafe) return;
  const issue = { ...unsafe, path: at + unsafe.path };
  throw refuse('unsafe_json', `${issue.path || 'The body'} ${issue.message}.`, { issues: [issue] });
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Throws if the JSON is nested too deeply for recursive code; `envelopeDepth` levels are added for the envelope around it. */
export function refuseDeep(value: unknown, envelopeDepth: number): void {
  let level = [value].filter(isNested);
  for (let depth = 0; depth < MAX_DEPTH + envelopeDepth && level.length > 0; depth += 1) {
    level = level.flatMap((one) => Object.values(one) as unknown[]).filter(isNested);
  }
  if (level.length === 0) return;
  const issue = { path: '', rule: 'max-depth', message: `is nested deeper than ${MAX_DEPTH}` };
  throw refuse('unsafe_json', `The body ${issue.message}.`, { issues: [issue] });
}

const MAX_ISSUES = 20;

/**
 * Parses a value, with defaults filled in; throws `invalid_payload` with at most 20 issues, each with its JSON pointer. `name` is what the
 * value itself is called, such as a path parameter.
 */
export function parseShape<Shape extends z.ZodType>(shape: Shape, value: unknown, name = ''): z.output<Shape> {
  const read = shape.safeParse(value, { error: describeIssue });
  if (read.success) return read.data;
  const issues = read.error.issues
    .flatMap(toIssues)
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ ...issue, path: issue.path || name }));
  const first = issues[0] as Issue;
  throw refuse('invalid_payload', `${first.path || 'The request'} ${first.message}.`, { issues });
}

const isBadId = (issue: z.core.$ZodIssue): boolean => issue.code === 'invalid_format' && issue.format === 'guid';

/** The error for an ID without a record that the caller may read. */
export const unknownIdError = (id: string): Error =>
  refuse('not_found', `There is no record with the ID "${id.slice(0, 80)}".`);

/** Parses a path parameter. An id that is not a UUID gives 404, without a request to the store; any other invalid value gives 422. */
export function parseParam(shape: z.core.$ZodType, value: unknown, name: string): unknown {
  const read = z.safeParse(shape, value);
  if (read.success) return read.data;
  if (read.error.issues.some(isBadId)) throw unknownIdError(String(value));
  refuseUnsafe(value);
  return parseShape(shape as z.ZodType, value, name);
}
